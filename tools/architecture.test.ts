/**
 * What must never be, one row each with its reason (docs/architecture.md draws the picture). Every row carries a breach
 * of itself, so that a rule which no longer sees anything fails. The rows of the workspaces stand in
 * architecture/.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { breaches, TESTS, type Rule, type Source } from './architecture/rule.ts';
import { ASSISTANT_RULES } from './architecture/assistant.ts';
import { CIRCLE, circles, CONSOLE_RULES } from './architecture/console.ts';
import { UNUSED_EXPORTS, unusedExports } from './architecture/exports.ts';
import { PKCS11_RULES } from './architecture/pkcs11.ts';
import { moduleOf, MODULES, SERVER_RULES } from './architecture/server.ts';

const CODE = /\.(?:ts|tsx|mjs)$/;

const RULES: Rule[] = [
  {
    never: 'the server imports the console',
    why: 'they meet in the contract only, so that either can be replaced',
    where: /^server\//,
    imports: (to) => /^(?:@signet\/)?console\//.test(to),
    breach: ['server/src/app.ts', `import { paths } from '../../console/src/paths.ts';`],
  },
  {
    never: 'the console imports the server',
    why: 'they meet in the contract only; server code in a browser would leak',
    where: /^console\//,
    imports: (to) => /^(?:@signet\/)?server\//.test(to),
    breach: ['console/src/api/call.ts', `import { limit } from '@signet/server/db/rate';`],
  },
  {
    never: 'the contract imports anything but zod and itself',
    why: 'all sides import it: no I/O, no Node, no browser',
    where: /^contract\/src\//,
    except: TESTS,
    imports: (to) => !/^(?:contract\/src\/|zod(?:\/|$))/.test(to),
    breach: ['contract/src/paging.ts', `import { readFileSync } from 'node:fs';`],
  },
  {
    never: 'the contract asks for the time',
    why: 'a rule is a pure function; who calls it gives the time',
    where: /^contract\/src\//,
    except: TESTS,
    code: /\bDate\.now\(|\bnew Date\(\)/,
    breach: ['contract/src/rules.ts', `const today = new Date();`],
  },
  {
    never: 'anything imports the benchmark',
    why: 'it measures the product, and may be left out of it',
    where: /^(?!bench\/)/,
    imports: (to) => to.startsWith('bench/'),
    breach: ['server/src/main.ts', `import { planOf } from '../../bench/seed/plan.ts';`],
  },
  {
    never: 'names that say nothing',
    why: 'such a file collects what belongs to somebody: name it for what it answers',
    where: /^/,
    path: new RegExp(
      [
        String.raw`(?:^|[/-])(?:utils?|helpers?|common|managers?)(?:[./-]|$)`,
        String.raw`\/services?(?:\/|\.[a-z]+$)`,
        String.raw`(?:Utils?|Helpers?|Manager|Service)\.tsx?$`,
      ].join('|'),
    ),
    breach: ['server/src/db/helpers.ts', ''],
  },
  {
    never: 'barrels',
    why: 'a file that only passes on hides where things are and loads them all',
    where: /^/,
    except: /^(?:contract\/src|server\/src\/areas)\/index\.ts$/,
    path: /\/index\.(?:ts|tsx|mjs)$/,
    breach: ['console/src/ui/index.ts', ''],
  },
  {
    never: 'a line over 120 columns',
    why: 'what the formatter can’t break, people break: long lines hide how long a file is',
    where: /^/,
    code: /^.{121,}$/mu,
    comments: true,
    breach: ['server/src/app.ts', `const text = '${'a'.repeat(110)}';`],
    also: [['server/src/app.ts', `// ${'a'.repeat(118)}`]],
  },
  {
    never: 'casts that end type checking',
    why: 'the compiler then promises what nobody has checked',
    where: /^/,
    except: /^tools\/architecture\.test\.ts$/,
    code: /\bas any\b|<any>|\bas unknown as\b|@ts-(?:ignore|expect-error|nocheck)/,
    breach: ['server/src/app.ts', `const account = body as any;`],
  },
  {
    never: 'tests that are left out or left for later',
    why: 'they count as green',
    where: /\.(?:test|e2e)\.tsx?$/,
    except: /^tools\/architecture\.test\.ts$/,
    code: /\b(?:it|test|describe)\.(?:skip|todo|only|fixme)\b/,
    breach: ['server/src/app.test.ts', `it.skip('signs in', () => {});`],
  },
];

const root = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['assistant', 'bench', 'console', 'contract', 'e2e', 'pkcs11', 'server', 'tools'].filter((folder) =>
  existsSync(path.join(root, folder)),
);
const tree: Source[] = FOLDERS.flatMap(filesOf).map((file) => ({
  file,
  text: readFileSync(path.join(root, file), 'utf8'),
}));

function filesOf(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && CODE.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !/(?:^|\/)(?:node_modules|dist|test-results|playwright-report)\//.test(file));
}

describe('never', () => {
  it.each([...RULES, ...CONSOLE_RULES, ...SERVER_RULES, ...ASSISTANT_RULES, ...PKCS11_RULES])(
    '$never: $why',
    (rule) => {
      for (const [file, text] of [rule.breach, ...(rule.also ?? [])])
        expect(breaches(rule, [{ file, text }])).toHaveLength(1);
      expect(breaches(rule, tree)).toEqual([]);
    },
  );

  it('a folder of the server of which nobody has said what it may import', () => {
    const folders = tree.flatMap(({ file }) => moduleOf(file) ?? []);
    expect([...new Set(folders)].filter((folder) => folder !== 'testing').toSorted()).toEqual(
      Object.keys(MODULES).toSorted(),
    );
  });

  it('files import each other in a circle, types included: one can’t be read without the other', () => {
    expect(circles(CIRCLE)).toEqual([['console/src/a.ts', 'console/src/b.ts', 'console/src/c.ts']]);
    expect(
      circles(tree.filter(({ file }) => /^(?:assistant|console|contract|pkcs11|server)\/src\//.test(file))),
    ).toEqual([]);
  });

  it('something is exported that no other file names: it outlives its last caller', () => {
    const breach = UNUSED_EXPORTS.map(([file, text]) => ({ file, text }));
    expect(unusedExports(breach)).toEqual(['server/src/a.ts read', 'server/src/b.ts LIMIT', 'server/src/c.ts Reading']);
    expect(unusedExports([...breach, { file: 'server/src/d.ts', text: 'read(LIMIT) as Reading;' }])).toEqual([]);
    expect(unusedExports(tree)).toEqual([]);
  });

  it('reads the whole tree', () => {
    for (const file of [
      'contract/src/index.ts',
      'server/src/app.ts',
      'console/src/routes.tsx',
      'assistant/src/main.ts',
      'pkcs11/src/cryptoki.ts',
      'e2e/playwright.config.ts',
      'tools/run.mjs',
    ])
      expect(tree.map((source) => source.file)).toContain(file);
  });
});
