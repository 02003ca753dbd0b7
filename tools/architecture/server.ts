/** What must never be in the server: what its folders may import of each other, where SQL, time and settings are. */
import { TESTS, type Rule } from './rule.ts';

/**
 * The folders of server/src, lowest first, and what each may import of the others; `types` by `import type` alone.
 * Every one may import the contract, packages, and the files of server/src itself (clock, ids, secrets, sight, …).
 */
export const MODULES: Record<string, { may: string[]; types?: string[] }> = {
  'process-log': { may: [] },
  x509: { may: [] },
  outside: { may: [] },
  attestation: { may: ['x509'] },
  keys: { may: ['x509'] },
  export: { may: [] },
  'client-tools': { may: [] },
  db: { may: [], types: ['audit', 'authority', 'oauth', 'sign-in', 'account-migration'] },
  'platform-settings': { may: ['db'] },
  license: { may: ['db'] },
  'license-ledger': { may: ['db', 'license'] },
  authority: { may: ['db', 'audit', 'x509', 'attestation', 'keys', 'license-ledger'] },
  seats: { may: ['db', 'license-ledger', 'authority', 'enrollments'] },
  features: { may: ['db'] },
  mail: { may: ['db', 'platform-settings', 'outside'] },
  'account-features': { may: ['db', 'audit', 'mail'] },
  health: { may: ['db', 'authority', 'license-ledger', 'account-migration', 'mail'] },
  audit: { may: ['db', 'outside'], types: ['http'] },
  backup: { may: ['db', 'audit', 'authority', 'export', 'mail'] },
  'sign-in': {
    may: ['db', 'platform-settings', 'features', 'license', 'mail', 'outside', 'x509', 'authority'],
    types: ['http'],
  },
  endings: { may: ['db', 'license', 'authority', 'outside', 'sign-in', 'audit'] },
  'provider-metadata': { may: ['db', 'audit', 'sign-in'] },
  recovery: { may: ['db', 'audit', 'sign-in'] },
  people: { may: ['db', 'license-ledger', 'sign-in'] },
  'self-service': { may: ['db', 'mail', 'sign-in'] },
  bulk: { may: ['db', 'audit', 'sign-in'], types: ['http'] },
  http: { may: ['db', 'platform-settings', 'features', 'audit', 'sign-in', 'health', 'x509'], types: ['client-tools'] },
  'client-auth': { may: ['db', 'x509', 'authority', 'http'] },
  oauth: { may: ['db', 'audit', 'license', 'sign-in', 'outside', 'http'] },
  'account-migration': {
    may: ['db', 'export', 'outside', 'license-ledger', 'audit', 'sign-in'],
    types: ['http'],
  },
  enrollments: { may: ['db', 'audit', 'authority', 'license-ledger', 'mail', 'sign-in'] },
  jobs: {
    may: [
      'db',
      'platform-settings',
      'mail',
      'enrollments',
      'account-features',
      'license-ledger',
      'audit',
      'bulk',
      'sign-in',
      'provider-metadata',
      'self-service',
      'authority',
      'oauth',
      'account-migration',
      'endings',
    ],
  },
  areas: {
    may: [
      'db',
      'platform-settings',
      'license',
      'license-ledger',
      'features',
      'account-features',
      'mail',
      'audit',
      'bulk',
      'sign-in',
      'provider-metadata',
      'people',
      'self-service',
      'health',
      'outside',
      'x509',
      'authority',
      'seats',
      'oauth',
      'account-migration',
      'endings',
      'enrollments',
    ],
    types: ['http'],
  },
};

/** The folder of server/src that a file or an import lies in; undefined for a file of server/src itself. */
export const moduleOf = (file: string): string | undefined => /^server\/src\/([^/]+)\//.exec(file)?.[1];
const areaOf = (file: string): string | undefined => /^server\/src\/areas\/([^/]+)\//.exec(file)?.[1];

const list = (names: readonly string[]): string => names.join(', ') || 'nothing';

function ruleOf([module, { may, types = [] }]: [string, (typeof MODULES)[string]]): Rule {
  const file = `server/src/${module}/breach.ts`;
  const other = module === 'areas' ? 'jobs' : 'areas';
  const allowed = list([...may, ...types.map((name) => `types of ${name}`)]);
  return {
    never: `server/src/${module} imports other folders than ${allowed}`,
    why: 'what many build on knows none of them; a circle can only be changed as a whole',
    where: new RegExp(`^server/src/${module}/`),
    except: TESTS,
    imports(to, _file, typesOnly) {
      const target = moduleOf(to);
      if (target === undefined || target === module) return false;
      return !may.includes(target) && !(typesOnly && types.includes(target));
    },
    breach: [file, `import { a } from '../${other}/a.ts';`],
    also: [
      [file, `import type { A } from '../${other}/a.ts';`],
      ...types.map((name): [string, string] => [file, `import { a, type A } from '../${name}/a.ts';`]),
    ],
  };
}

export const SERVER_RULES: Rule[] = [
  ...Object.entries(MODULES).map(ruleOf),
  {
    never: 'an area of the server imports another',
    why: 'what two areas need is a module of its own: sign-in, sight, features, license, license-ledger, mail',
    where: /^server\/src\/areas\//,
    except: /^server\/src\/areas\/(?:index|bulk-acts)\.ts$/,
    imports: (to, file) => areaOf(to) !== undefined && areaOf(to) !== areaOf(file),
    breach: ['server/src/areas/profile/routes.ts', `import { columns } from '../accounts/store.ts';`],
    also: [['server/src/areas/mail/mail.test.ts', `import type { A } from '../accounts/testing.ts';`]],
  },
  {
    never: 'a file of server/src itself imports a folder of it',
    why: 'every folder may import these files: clock, ids, secrets, sight, …',
    where: /^server\/src\/[^/]+$/,
    except: /^server\/src\/(?:app|main|start|start-failure)\.ts$|\.test\.ts$/,
    imports: (to, _file, typesOnly) => moduleOf(to) !== undefined && !typesOnly,
    breach: ['server/src/sight.ts', `import { sql } from './db/open.ts';`],
  },
  {
    never: 'a part of the server imports the whole',
    why: 'app.ts, start.ts and main.ts put it together; nothing below knows that they exist',
    where: /^server\/src\//,
    except: /^server\/src\/(?:main|start|testing\/.*)\.ts$|\.test\.ts$/,
    imports: (to) => /^server\/src\/(?:app|main|start)\.ts$/.test(to),
    breach: ['server/src/jobs/worker.ts', `import { buildApp } from '../app.ts';`],
  },
  {
    never: 'a store imports routes or the frame of requests',
    why: 'routes → store → db: what a query answers does not depend on who called',
    where: /^server\/src\/.*[/-]store\.ts$/,
    imports: (to, _file, typesOnly) => to.endsWith('/routes.ts') || (moduleOf(to) === 'http' && !typesOnly),
    breach: ['server/src/areas/accounts/store.ts', `import { accountsRoutes } from './routes.ts';`],
    also: [['server/src/sign-in/sessions/session-store.ts', `import { bind } from '../../http/bind.ts';`]],
  },
  {
    never: 'the product imports what tests are made of',
    why: 'a password of the tests must not be in what is installed',
    where: /^server\/(?:src|seed)\//,
    except: TESTS,
    imports: (to) => TESTS.test(to),
    breach: ['server/seed/cast.ts', `import { PASSWORD } from '../src/testing/app.ts';`],
  },
  {
    never: 'server or contract spell a permission',
    why: 'contract/src/access.ts says once who may do what; a name written again is a rule that may differ',
    where: /^(?:server|contract)\/src\//,
    except:
      /^contract\/src\/(?:access|viewer|permission-groups)\.ts$|\.test\.ts$|\/(?:testing|access-samples)(?:\/|\.ts$)/,
    code: /['"](?:view|manage|revoke)_[a-z_]+['"]/,
    breach: ['contract/src/areas/account-rules.ts', `if (!viewer.permissions.has('manage_account')) return forbidden;`],
  },
  {
    never: 'the environment is read outside config.ts',
    why: 'one place checks every setting and names the unusable one',
    where: /^server\//,
    except: /^server\/src\/config\.ts$|\.test\.ts$|\/(?:testing|access-samples)(?:\/|\.ts$)/,
    code: /\bprocess\.(?:env|loadEnvFile)\b/,
    breach: ['server/src/mail/send.ts', `const url = process.env['SMTP_URL'];`],
  },
  {
    never: 'SQL outside the stores',
    why: 'whoever may see a row is decided where the row is read',
    where: /^server\/src\//,
    except: new RegExp(
      [
        String.raw`[/-]store\.ts$|^server/src/(?:(?:db|audit|jobs|mail)/|sight\.ts$)`,
        String.raw`\.test\.ts$|/(?:testing|access-samples)(?:/|\.ts$)`,
      ].join('|'),
    ),
    code: new RegExp(
      [
        String.raw`\bsql(?:<[^\x60]*?>)?\s*\x60`,
        String.raw`\.query(?:<[^(]*>)?\((?!'select 1'\))`,
        String.raw`\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(`,
      ].join('|'),
    ),
    breach: ['server/src/areas/accounts/routes.ts', `const rows = await db.selectFrom('account').execute();`],
    also: [
      [
        'server/src/areas/accounts/routes.ts',
        'const { rows } = await sql<{\n  id: string;\n}>`select id from account`;',
      ],
      ['server/src/sign-in/admission.ts', 'const names = sql<Record<string, Set<string>>>`select name from role`;'],
      [
        'server/src/http/bind.ts',
        `const { rows } = await pool\n  .query<Record<string, string>>('select id from role');`,
      ],
    ],
  },
  {
    never: 'time from elsewhere than the clock',
    why: 'a test moves the clock by a year; what it does not reach would not move',
    where: /^server\/src\//,
    except: /^server\/src\/(?:clock|main)\.ts$|\.test\.ts$|\/(?:testing|access-samples)(?:\/|\.ts$)/,
    code: /\bDate\.now\(|\bnew Date\(\)/,
    breach: ['server/src/sign-in/issue.ts', `const now = Date.now();`],
  },
];
