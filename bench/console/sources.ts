/** Which sources each file of the built console is made of. */
import path from 'node:path';
import { build } from 'vite';

/** The path of a built file, such as /account/assets/frame-x.js, and its sources from the root of the repository. */
export type Sources = ReadonlyMap<string, readonly string[]>;

/** Builds the console once more, as `npm start` does, and writes nothing. */
export async function sourcesOf(): Promise<Sources> {
  process.env['NODE_ENV'] = 'production';
  const built = await build({ root: 'console', logLevel: 'silent', build: { write: false } });
  if (!('output' in built)) throw new Error('The console was built into something else than one bundle.');
  return new Map(
    built.output.map((file) => [
      `/account/${file.fileName}`,
      // Texts have no source of their own: a page loads those that it names.
      file.type === 'chunk' ? file.moduleIds.map((id) => path.relative(process.cwd(), id.split('?')[0] ?? id)) : [],
    ]),
  );
}

/** What one route may load of the areas and must not load besides. */
export type Belongs = {
  /** The area that the route shows, and the file of its page. */
  area: string;
  page: string;
  /** Sources that only other kinds of pages need. */
  never: readonly RegExp[];
};

/**
 * The sources among those of `scripts` that the route does not show: other areas, other pages, and what it must never
 * load. A script of another build counts as a stranger itself.
 */
export function unrelatedSources(
  scripts: readonly string[],
  sources: Sources,
  { area, page, never }: Belongs,
): string[] {
  const isStranger = (source: string): boolean => {
    const owner = /^console\/src\/areas\/([^/]+)\//.exec(source)?.[1];
    const otherPage = /\/[A-Z]\w*Page\.tsx$/.test(source) && source.startsWith('console/src/areas/') && source !== page;
    return (owner !== undefined && owner !== area) || otherPage || never.some((pattern) => pattern.test(source));
  };
  const assets = scripts.filter((script) => script.startsWith('/account/assets/'));
  return [
    ...new Set(
      assets.flatMap((script) => sources.get(script)?.filter(isStranger) ?? [`${script} (not of this build)`]),
    ),
  ];
}
