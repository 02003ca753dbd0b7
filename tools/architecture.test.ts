/**
 * What must never be, one row each with its reason (docs/architecture.md draws the picture). Every row carries a breach
 * of itself, so that a rule which no longer sees anything fails. The server's own rows stand in architecture/server.ts.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { breaches, importsOf, TESTS, type Rule, type Source } from './architecture/rule.ts';
import { moduleOf, MODULES, SERVER_RULES } from './architecture/server.ts';

const CODE = /\.(?:ts|tsx|mjs)$/;
const areaOf = (file: string): string | undefined => /^console\/src\/areas\/([^/]+)\//.exec(file)?.[1];

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
    never: 'a primitive of the console knows router, API, contract, shell or areas',
    why: 'console/src/ui is drawn from its properties alone',
    where: /^console\/src\/ui\//,
    imports: (to) =>
      /^(?:@tanstack\/react-(?:router|query)|@signet\/contract|contract\/)/.test(to) ||
      /^console\/src\/(?:(?:api|areas|shell)\/|routes|paths)/.test(to),
    breach: ['console/src/ui/Busy.tsx', `import { useQuery } from '@tanstack/react-query';`],
  },
  {
    never: 'the console’s shell or API knows an area',
    why: 'routes → areas → shell → ui: an arrow back makes every area load with each',
    where: /^console\/src\/(?:shell|api|i18n)\//,
    except: TESTS,
    imports: (to) => to.startsWith('console/src/areas/'),
    breach: [
      'console/src/shell/list/ListPage.tsx',
      `import { AccountsPage } from '../../areas/accounts/AccountsPage.tsx';`,
    ],
  },
  {
    never: 'an area of the console imports another',
    why: 'an area is changed, or left out, without reading the others',
    where: /^console\/src\/areas\//,
    imports: (to, file) => areaOf(to) !== undefined && areaOf(to) !== areaOf(file),
    breach: ['console/src/areas/accounts/AccountsPage.tsx', `import { Card } from '../profile/Card.tsx';`],
  },
  {
    never: 'an address of the console is written outside paths.ts',
    why: 'one file is the map; a moved page is one change',
    where: /^console\/src\//,
    except: /^console\/src\/(?:paths\.ts$|api\/)|\.test\.tsx?$/,
    code: /['"`]\/account\//,
    breach: ['console/src/shell/frame/Header.tsx', `<Link to="/account/login" />`],
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
const FOLDERS = ['assistant', 'bench', 'console', 'contract', 'e2e', 'server', 'tools'].filter((folder) =>
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

/** The circles among the imports of these files, those of types included: each as the files that reach each other. */
function circles(sources: Source[]): string[][] {
  const imports = new Map(
    sources.map((source) => [source.file, importsOf(source).map(({ target }) => target)] as const),
  );
  // Tarjan: a file whose lowest reachable index is its own closes a circle.
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): number => {
    const own = index.size;
    index.set(file, own);
    lowest.set(file, own);
    open.push(file);
    for (const next of imports.get(file) ?? []) {
      if (!imports.has(next)) continue;
      const reached = index.has(next) ? (open.includes(next) ? index.get(next) : undefined) : visit(next);
      if (reached !== undefined) lowest.set(file, Math.min(lowest.get(file) ?? own, reached));
    }
    const low = lowest.get(file) ?? own;
    if (low === own) {
      const circle = open.splice(open.indexOf(file));
      if (circle.length > 1) found.push(circle);
    }
    return low;
  };
  for (const file of imports.keys()) if (!index.has(file)) visit(file);
  return found;
}

describe('never', () => {
  it.each([...RULES, ...SERVER_RULES])('$never: $why', (rule) => {
    for (const [file, text] of [rule.breach, ...(rule.also ?? [])])
      expect(breaches(rule, [{ file, text }])).toHaveLength(1);
    expect(breaches(rule, tree)).toEqual([]);
  });

  it('a folder of the server of which nobody has said what it may import', () => {
    const folders = tree.flatMap(({ file }) => moduleOf(file) ?? []);
    expect([...new Set(folders)].filter((folder) => folder !== 'testing').toSorted()).toEqual(
      Object.keys(MODULES).toSorted(),
    );
  });

  it('files of the console import each other in a circle, types included: one can’t be read without the other', () => {
    const breach = [
      { file: 'console/src/a.ts', text: `import { b } from './b.ts';` },
      { file: 'console/src/b.ts', text: `import { c } from './c.ts';` },
      { file: 'console/src/c.ts', text: `import type { A } from './a.ts';` },
      { file: 'console/src/d.ts', text: `import { a } from './a.ts';` },
    ];
    expect(circles(breach).map((circle) => circle.toSorted())).toEqual([
      ['console/src/a.ts', 'console/src/b.ts', 'console/src/c.ts'],
    ]);
    expect(circles(tree.filter(({ file }) => file.startsWith('console/src/')))).toEqual([]);
  });

  it('reads the whole tree', () => {
    for (const file of [
      'contract/src/index.ts',
      'server/src/app.ts',
      'console/src/routes.tsx',
      'e2e/playwright.config.ts',
      'tools/run.mjs',
    ])
      expect(tree.map((source) => source.file)).toContain(file);
  });
});
