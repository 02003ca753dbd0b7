/** What must never be in the trust assistant: it stands beside server and console, and meets them in the contract. */
import { TESTS, type Rule } from './rule.ts';

export const ASSISTANT_RULES: Rule[] = [
  {
    never: 'the assistant imports server or console',
    why: 'it runs on a person’s machine, where neither is; they meet in the contract',
    where: /^assistant\//,
    imports: (to) => /^(?:@signet\/)?(?:server|console)\//.test(to),
    breach: ['assistant/src/start.ts', `import { readRequest } from '../../server/src/x509/request.ts';`],
  },
  {
    never: 'server or console import the assistant',
    why: 'they speak to it like every page, by the contract',
    where: /^(?:server|console|contract)\//,
    imports: (to) => /^(?:@signet\/)?assistant\//.test(to),
    breach: ['console/src/api/call.ts', `import { door } from '../../../assistant/src/door/door.ts';`],
  },
  {
    never: 'the assistant listens or connects outside of its door',
    why: 'one door is guarded; it asks nobody, and tells nobody what it keeps',
    where: /^assistant\/src\//,
    except: new RegExp(`^assistant/src/door/|${TESTS.source}`),
    imports: (to, _file, typesOnly) => !typesOnly && /^(?:node:)?(?:http2?|https|net|tls|dgram|dns)$/.test(to),
    breach: ['assistant/src/start.ts', `import { request } from 'node:http';`],
  },
  {
    never: 'the assistant reads the environment outside settings.ts',
    why: 'one place checks every setting and names the unusable one',
    where: /^assistant\/src\//,
    except: new RegExp(`^assistant/src/settings\\.ts$|${TESTS.source}`),
    code: /\bprocess\.env\b/,
    breach: ['assistant/src/door/door.ts', `const port = process.env['PORT'];`],
  },
  {
    never: 'the assistant takes the time from elsewhere than its clock',
    why: 'a test moves the clock: delays and pauses that it does not reach are not tested',
    where: /^assistant\/src\//,
    except: new RegExp(`^assistant/src/clock\\.ts$|${TESTS.source}`),
    code: /\bDate\.now\(|\bnew Date\(\)/,
    breach: ['assistant/src/door/rates.ts', `const now = Date.now();`],
  },
  {
    never: 'the assistant imports what its tests are made of',
    why: 'a person who always types the right digits must not be in what is installed',
    where: /^assistant\/src\//,
    except: TESTS,
    imports: (to) => TESTS.test(to),
    breach: ['assistant/src/main.ts', `import { personAtTerminal } from './testing/person.ts';`],
  },
];
