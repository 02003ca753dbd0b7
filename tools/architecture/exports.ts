/** What is exported for nobody: it looks as if something else depended on it, and outlives its last caller. */
import type { Breach, Source } from './rule.ts';

/** A function, a class and a constant that only their own file names, and a type that nothing names at all. */
export const UNUSED_EXPORTS: Breach[] = [
  ['server/src/a.ts', 'export async function read() {}\nread();'],
  ['server/src/b.ts', 'export const LIMIT = 4;\nconst most = LIMIT;'],
  ['server/src/c.ts', 'export type Reading = typeof reading;'],
];

const EXPORT =
  /^export (?:(?:async|abstract) )?(?:(?<type>type|interface)|const|let|function\*?|class|enum) (?<name>[\w$]+)/gm;

/**
 * The exports that nobody needs, as `file name`. What has a value must be named in another file. A type may stand for
 * what its file's functions take and answer, so that it must be named once more anywhere.
 */
export function unusedExports(sources: Source[]): string[] {
  // How many files have a word: by the plain answer of `match`, since an object for each word costs seconds.
  const files = new Map<string, number>();
  for (const { text } of sources)
    for (const word of new Set(text.match(/[\w$]+/g))) files.set(word, (files.get(word) ?? 0) + 1);
  return sources.flatMap(({ file, text }) =>
    [...text.matchAll(EXPORT)].flatMap(({ groups: { type, name = '' } = {} }) => {
      const isNeeded =
        (files.get(name) ?? 0) > 1 ||
        (type && (text.match(/[\w$]+/g) ?? []).filter((word) => word === name).length > 1);
      return isNeeded ? [] : [`${file} ${name}`];
    }),
  );
}
