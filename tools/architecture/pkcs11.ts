/** What must never be in pkcs11: server and assistant stand on it, and it on neither. */
import type { Rule } from './rule.ts';

export const PKCS11_RULES: Rule[] = [
  {
    never: 'pkcs11 imports server, console or assistant',
    why: 'server and assistant both call modules by it; neither may bring the other along',
    where: /^pkcs11\//,
    imports: (to) => /^(?:@signet\/)?(?:server|console|assistant)\//.test(to),
    breach: ['pkcs11/src/token.ts', `import { readPublicKey } from '../../server/src/x509/public-key.ts';`],
  },
  {
    never: 'console or contract import pkcs11',
    why: 'a page has no modules; it asks the assistant',
    where: /^(?:console|contract)\//,
    imports: (to) => /^(?:@signet\/)?pkcs11\//.test(to),
    breach: ['contract/src/key-types.ts', `import { PAIRS } from '@signet/pkcs11/token';`],
  },
  {
    never: 'a process that answers people loads the C interface of PKCS #11',
    why: 'a module blocks and crashes: only the process of its own may load one',
    where: /^(?:server|assistant|pkcs11)\/src\//,
    except:
      /\.test\.ts$|\/testing\/|\/module-(?:process|session)\.ts$|^pkcs11\/src\/(?:token|cryptoki|slots|objects)\.ts$/,
    imports: (to, _file, typesOnly) =>
      !typesOnly && /^(?:koffi|(?:@signet\/pkcs11|pkcs11\/src)\/(?:cryptoki|token|slots|objects)(?:\.ts)?)$/.test(to),
    breach: ['server/src/keys/token-keys.ts', `import { loadModule } from '@signet/pkcs11/cryptoki';`],
  },
];
