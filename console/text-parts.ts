/**
 * Which texts are loaded with what. `start` has those of what is there from the start, `secured` those of the frame of
 * signed-in pages; a page's own come with the page: those of an area's signed-in pages in one file, those of pages in a
 * folder of the area in another, those of a page before sign-in by itself, since who comes there sees only that one.
 * Nobody lists them: a page's texts are those that its files name.
 */
import path from 'node:path';
import { COMMON_PROBLEMS, REASONS_OF_RULES, SPOKEN, textsNamed, withWords } from './text-uses.ts';
import { Sources, type Pages } from './sources.ts';

export const START = 'start';
const SECURED = 'secured';
const MAIN = 'console/src/main.tsx';
/** What every signed-in page stands in. */
const FRAME = ['console/src/shell/frame/SecuredLayout.tsx', 'console/src/shell/permission/Gate.tsx'];

/** The part of the texts that comes with a file; null for one that is loaded with another one. */
export function partOf(file: string, { all, open, pieces }: Pages): string | null {
  if (FRAME.includes(file)) return SECURED;
  const isPiece = pieces.includes(file);
  if (!isPiece && !all.includes(file)) return null;
  const name = path.basename(file, '.tsx');
  if (open.includes(file)) return name;
  const [, folder = '', area = '', within] = /^console\/src\/(\w+)\/([\w-]+)(?:\/([\w-]+)\/)?/.exec(file) ?? [];
  if (folder !== 'areas') return `${folder}-${area}`;
  const own = isPiece ? name : within;
  return own === undefined ? area : `${area}-${own}`;
}

/** The keys of each part, in the order of the texts. */
export function textParts(sources = new Sources()): Map<string, string[]> {
  const pages = sources.pages();
  const isOfSecured = (file: string): boolean =>
    file.startsWith('console/src/routes/') && !/layout: '/.test(sources.text(file));
  const bringsOwn = (file: string): boolean => partOf(file, pages) !== null;
  const start = sources.reach([MAIN], isOfSecured, bringsOwn);
  // The titles of all pages, for crumbs and palette.
  const isOwn = (file: string): boolean => pages.all.includes(file) || pages.pieces.includes(file);
  const frame = sources.reach([...FRAME, ...sources.routes()], (file) => start.has(file), isOwn);
  const named = (files: ReadonlySet<string>, widely: boolean): string[] =>
    [...files].flatMap((file) => textsNamed(file, sources.text(file), widely));

  const early = withWords([...COMMON_PROBLEMS, ...named(start, false)]);
  const framed = new Set([...REASONS_OF_RULES, ...withWords(named(frame, false))]);
  const found = new Map([
    [START, early],
    [SECURED, new Set([...framed].filter((key) => !early.has(key)))],
  ]);
  for (const page of [...pages.all, ...pages.pieces]) {
    const part = partOf(page, pages) ?? START;
    const isOpen = pages.open.includes(page);
    const isThere = (file: string): boolean => file !== page && (start.has(file) || (!isOpen && frame.has(file)));
    const keys = withWords(named(sources.reach([page], isThere, bringsOwn), true));
    const own = [...keys].filter((key) => !early.has(key) && (isOpen || !framed.has(key)));
    found.set(part, new Set([...(found.get(part) ?? []), ...own]));
  }
  return new Map([...found].map(([part, keys]) => [part, SPOKEN.filter((key) => keys.has(key))]));
}
