/** The command that registers a PKCS #11 module: registerProvider. */
import path from 'node:path';
import { KEY_STORE_SCHEMAS } from '@signet/contract/assistant/key-stores';
import type { TokenStores } from '../key-stores/pkcs11/token-stores.ts';
import { CommandRefusal } from '../refusal.ts';
import type { Speak } from '../texts/speaker.ts';
import type { AskPin } from './ask-pin.ts';
import { runner } from './runner.ts';

export const providerCommands = (tokens: TokenStores, askPin: AskPin, speak: Speak) => ({
  registerProvider: runner(KEY_STORE_SCHEMAS.registerProvider, async ({ origin }, { name, file }, signal) => {
    if (!path.isAbsolute(file)) throw new CommandRefusal('INVALID_INPUT', { fields: { file: 'No absolute path.' } });
    const ask = (): Promise<void> =>
      askPin.agree(
        { origin, purpose: 'registerProvider', values: { file }, signal },
        speak('assistantProgram.provider.isProgram'),
        speak('assistantProgram.provider.onlyYours'),
      );
    const store = await tokens.register({ name, file, origin }, ask);
    return { tokens: await store.tokens() };
  }),
});
