/**
 * What must never be, one row each with its reason (docs/architecture.md draws the picture). Every row carries a breach
 * of itself, so that a rule which no longer sees anything fails.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

type Source = { file: string; lines: string[] };
type Rule = {
  never: string;
  why: string;
  /** The files it looks at, by their path from the root, and those it leaves out. */
  where: RegExp;
  except?: RegExp;
  /**
   * What is forbidden: a line of code, an import of a path (from the root, or a package's name), or the file's own
   * path.
   */
  line?: RegExp;
  imports?: (target: string, file: string) => boolean;
  path?: RegExp;
  breach: [file: string, line: string];
};

const CODE = /\.(?:ts|tsx|mjs)$/;
const TESTS = /\.test\.tsx?$|(?:^|\/)testing(?:\/|\.ts$)/;
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
    line: /\bDate\.now\(|\bnew Date\(\)/,
    breach: ['contract/src/rules.ts', `const today = new Date();`],
  },
  {
    never: 'the environment is read outside config.ts',
    why: 'one place checks every setting and names the unusable one',
    where: /^server\//,
    except: /^server\/src\/config\.ts$|\.test\.ts$|\/testing(?:\/|\.ts$)/,
    line: /\bprocess\.(?:env|loadEnvFile)\b/,
    breach: ['server/src/mail/send.ts', `const url = process.env['SMTP_URL'];`],
  },
  {
    never: 'SQL outside the stores',
    why: 'whoever may see a row is decided where the row is read',
    where: /^server\/src\//,
    except:
      /[/-]store\.ts$|^server\/src\/(?:db|audit|jobs|mail)\/|^server\/src\/sight\.ts$|\.test\.ts$|\/testing(?:\/|\.ts$)/,
    line: /\bsql(?:<[^>]*>)?`|\.query(?:<[^>]*>)?\((?!'select 1'\))|\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(/,
    breach: ['server/src/areas/accounts/routes.ts', `const rows = await db.selectFrom('account').execute();`],
  },
  {
    never: 'time from elsewhere than the clock',
    why: 'a test moves the clock by a year; what it does not reach would not move',
    where: /^server\/src\//,
    except: /^server\/src\/(?:clock|main)\.ts$|\.test\.ts$|\/testing(?:\/|\.ts$)/,
    line: /\bDate\.now\(|\bnew Date\(\)/,
    breach: ['server/src/sign-in/issue.ts', `const now = Date.now();`],
  },
  {
    never: 'a primitive of the console knows router, API, contract, shell or areas',
    why: 'console/src/ui is drawn from its properties alone',
    where: /^console\/src\/ui\//,
    imports: (to) =>
      /^(?:@tanstack\/react-(?:router|query)|@signet\/contract|contract\/|console\/src\/(?:api|areas|shell)\/|console\/src\/(?:routes|paths))/.test(
        to,
      ),
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
    line: /['"`]\/account\//,
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
    path: /(?:^|[/-])(?:utils?|helpers?|common|managers?)(?:[./-]|$)|\/services?(?:\/|\.[a-z]+$)|(?:Utils?|Helpers?|Manager|Service)\.tsx?$/,
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
    line: /\bas any\b|<any>|\bas unknown as\b|@ts-(?:ignore|expect-error|nocheck)/,
    breach: ['server/src/app.ts', `const account = body as any;`],
  },
  {
    never: 'tests that are left out or left for later',
    why: 'they count as green',
    where: /\.(?:test|e2e)\.tsx?$/,
    except: /^tools\/architecture\.test\.ts$/,
    line: /\b(?:it|test|describe)\.(?:skip|todo|only|fixme)\b/,
    breach: ['server/src/app.test.ts', `it.skip('signs in', () => {});`],
  },
];

const root = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['assistant', 'bench', 'console', 'contract', 'e2e', 'server', 'tools'].filter((folder) =>
  existsSync(path.join(root, folder)),
);
const tree: Source[] = FOLDERS.flatMap(filesOf).map((file) => ({
  file,
  lines: readFileSync(path.join(root, file), 'utf8').split('\n'),
}));

function filesOf(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && CODE.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !/(?:^|\/)(?:node_modules|dist|test-results|playwright-report)\//.test(file));
}

/** Where an import leads: a path from the root for a relative one, else the package's name as it is written. */
function targetsOf(line: string, file: string): string[] {
  return [...line.matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)['"]([^'"]+)['"]/g)].map(([, name = '']) =>
    name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name,
  );
}

/** The breaches of a rule as `file:line text`. */
function breaches(rule: Rule, sources: Source[]): string[] {
  const looked = sources.filter(({ file }) => rule.where.test(file) && !rule.except?.test(file));
  if (rule.path) return looked.filter(({ file }) => rule.path?.test(file)).map(({ file }) => file);
  return looked.flatMap(({ file, lines }) =>
    lines.flatMap((line, index) => {
      const isComment = /^\s*(?:\/\/|\/?\*)/.test(line);
      const isBreach = rule.line?.test(line) || targetsOf(line, file).some((target) => rule.imports?.(target, file));
      return isBreach && (!isComment || line.includes('@ts-')) ? [`${file}:${index + 1} ${line.trim()}`] : [];
    }),
  );
}

/** The circles among the imports of these files, those of types included: each as the files that reach each other. */
function circles(sources: Source[]): string[][] {
  const imports = new Map(
    sources.map(({ file, lines }) => [file, lines.flatMap((line) => targetsOf(line, file))] as const),
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
  it.each(RULES)('$never: $why', (rule) => {
    const [file, line] = rule.breach;
    expect(breaches(rule, [{ file, lines: [line] }])).toHaveLength(1);
    expect(breaches(rule, tree)).toEqual([]);
  });

  it('files of the console import each other in a circle, types included: one can’t be read without the other', () => {
    const breach = [
      { file: 'console/src/a.ts', lines: [`import { b } from './b.ts';`] },
      { file: 'console/src/b.ts', lines: [`import { c } from './c.ts';`] },
      { file: 'console/src/c.ts', lines: [`import type { A } from './a.ts';`] },
      { file: 'console/src/d.ts', lines: [`import { a } from './a.ts';`] },
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
