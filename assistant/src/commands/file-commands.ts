/** The command on a file that the person has at hand: parseFile. */
import { KEY_STORE_SCHEMAS } from '@signet/contract/assistant/key-stores';
import { readFile } from '../certificate-files/read-file.ts';
import { certificateFacts } from '../key-stores/certificate-facts.ts';
import { pemOf } from '../key-stores/request.ts';
import type { AskPin } from './ask-pin.ts';
import { runner } from './runner.ts';

export const fileCommands = (askPin: AskPin) => ({
  parseFile: runner(KEY_STORE_SCHEMAS.parseFile, async ({ origin }, { file, passphrase }, signal) => {
    const ask = () => askPin.passphrase({ origin, purpose: 'parseFile', signal }, 'filePassphrase');
    const { certificates, privateKeys } = await readFile(Buffer.from(file, 'base64'), passphrase, ask, signal);
    return {
      certificates: certificates.map((one) => ({ ...certificateFacts(one), pem: pemOf('CERTIFICATE', one.raw) })),
      private_keys: privateKeys,
    };
  }),
});
