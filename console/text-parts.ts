/**
 * Which texts are loaded with what. `start` has those of what is there from the start, `secured` those of the frame of
 * signed-in pages; a page's own come with the page: those of an area's signed-in pages in one file, those of a page
 * before sign-in by itself, since who comes there sees only that one. Nobody lists them: a page's texts are those that
 * its files name.
 */
import path from 'node:path';
import { COMMON_PROBLEMS, REASONS_OF_RULES, SPOKEN, textsNamed, withWords } from './text-uses.ts';
import { Sources } from './sources.ts';

export const START = 'start';
const SECURED = 'secured';
const MAIN = 'console/src/main.tsx';
/** What every signed-in page stands in. */
const FRAME = ['console/src/shell/frame/SecuredLayout.tsx', 'console/src/shell/permission/Gate.tsx'];

/** Where texts that are loaded on demand begin: the part that comes with a file; null for one that has none. */
export function partOf(
  file: string,
  { all, open }: { all: readonly string[]; open: readonly string[] },
): string | null {
  if (FRAME.includes(file)) return SECURED;
  if (!all.includes(file)) return null;
  const [, folder = '', area = ''] = /^console\/src\/(\w+)\/([\w-]+)/.exec(file) ?? [];
  if (open.includes(file)) return path.basename(file, '.tsx');
  return folder === 'areas' ? area : `${folder}-${area}`;
}

/** The keys of each part, in the order of the texts. */
export function textParts(sources = new Sources()): Map<string, string[]> {
  const pages = sources.pages();
  const isOfSecured = (file: string): boolean =>
    file.startsWith('console/src/routes/') && !/layout: '/.test(sources.text(file));
  const start = sources.reach([MAIN], (file) => partOf(file, pages) !== null || isOfSecured(file));
  // The titles of all pages, for crumbs and palette.
  const frame = sources.reach([...FRAME, ...sources.routes()], (file) => pages.all.includes(file) || start.has(file));
  const named = (files: ReadonlySet<string>, widely: boolean): string[] =>
    [...files].flatMap((file) => textsNamed(file, sources.text(file), widely));

  const early = withWords([...COMMON_PROBLEMS, ...named(start, false)]);
  const framed = withWords([...REASONS_OF_RULES, ...named(frame, false)]);
  const found = new Map([
    [START, early],
    [SECURED, new Set([...framed].filter((key) => !early.has(key)))],
  ]);
  for (const page of new Set(pages.all)) {
    const part = partOf(page, pages) ?? START;
    const isOpen = pages.open.includes(page);
    const isThere = (file: string): boolean => start.has(file) || FRAME.includes(file) || (!isOpen && frame.has(file));
    const keys = withWords(named(sources.reach([page], isThere), true));
    const own = [...keys].filter((key) => !early.has(key) && (isOpen || !framed.has(key)));
    found.set(part, new Set([...(found.get(part) ?? []), ...own]));
  }
  return new Map([...found].map(([part, keys]) => [part, SPOKEN.filter((key) => keys.has(key))]));
}
