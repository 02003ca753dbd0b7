/** The command that registers a PKCS #11 module: registerProvider. */
import path from 'node:path';
import { KEY_STORE_SCHEMAS } from '@signet/contract/assistant/key-stores';
import type { TokenStores } from '../key-stores/pkcs11/token-stores.ts';
import { CommandRefusal } from '../refusal.ts';
import type { AskPin } from './ask-pin.ts';
import { runner } from './runner.ts';

const WARNING = [
  'It is a program: once it is loaded, it can do whatever you can on this computer.',
  'Allow it only where you know it, and have installed it yourself.',
];

export const providerCommands = (tokens: TokenStores, askPin: AskPin) => ({
  registerProvider: runner(KEY_STORE_SCHEMAS.registerProvider, async ({ origin }, { name, file }, signal) => {
    if (!path.isAbsolute(file)) throw new CommandRefusal('INVALID_INPUT', { fields: { file: 'No absolute path.' } });
    const asking = { origin, purpose: `load the file ${file} as a key store`, signal };
    const store = await tokens.register({ name, file, origin }, () => askPin.agree(asking, ...WARNING));
    return { tokens: await store.tokens() };
  }),
});
