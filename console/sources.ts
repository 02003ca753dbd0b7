/** Which files of the console need which: read from their text, since it is asked before anything is built. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..');
const CONSOLE = path.join(ROOT, 'console/src');
const CONTRACT = '@signet/contract/';

/** A value is imported, and not types alone: `{ type A }` is nothing at run time. */
const isValue = (names: string | undefined): boolean =>
  names === undefined ||
  !/^\{[^}]*\}$/.test(names.trim()) ||
  names
    .trim()
    .slice(1, -1)
    .split(',')
    .some((name) => name.trim() !== '' && !name.trim().startsWith('type '));

const IMPORT = /^(?:import|export) (?!type\b)(?:([^';]*?) from )?'([^']+)'/gm;
const LATER = /\bimport\('((?:\.|@signet\/contract\/)[^']+)'\)/g;
/** A page that people see before they are signed in, as the map of routes writes it. */
const PUBLIC_PAGE = /layout: '(?:split|public|either)',[^}]*?import\('(\.\.\/[^']+)'\)/g;

/** Pieces that bring texts of their own; what the frame loads on demand is its own. */
const PIECE = /^console\/src\/(?:areas\/.*|shell\/permission\/No\w+)\.tsx$/;

export type Pages = { all: readonly string[]; open: readonly string[]; pieces: readonly string[] };
export type Imports = { atOnce: readonly string[]; later: readonly string[] };

/** The sources of console and contract, by their path from the root of the repository; each is read once. */
export class Sources {
  readonly #texts = new Map<string, string>();
  readonly #imports = new Map<string, Imports>();

  /** The source of a file; empty for what is none, such as a style sheet. */
  text(file: string): string {
    const known = this.#texts.get(file);
    if (known !== undefined) return known;
    const address = path.join(ROOT, file);
    const text = /\.tsx?$/.test(file) && existsSync(address) ? readFileSync(address, 'utf8') : '';
    this.#texts.set(file, text);
    return text;
  }

  /** The files of console and contract that a file imports: with it, and on demand. */
  imports(file: string): Imports {
    const known = this.#imports.get(file);
    if (known) return known;
    const text = this.text(file);
    const found = {
      atOnce: [...text.matchAll(IMPORT)].flatMap(([, names, from = '']) =>
        isValue(names) ? (resolved(file, from) ?? []) : [],
      ),
      later: [...text.matchAll(LATER)].flatMap(([, from = '']) => resolved(file, from) ?? []),
    };
    this.#imports.set(file, found);
    return found;
  }

  /** The files of the map of routes. */
  routes(): string[] {
    return readdirSync(path.join(CONSOLE, 'routes'))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `console/src/routes/${name}`);
  }

  /**
   * What is loaded for itself: the pages of the map, with the sections of records' pages, those of them that people see
   * before they are signed in (`open`), and pieces of pages that are loaded when they are first shown.
   */
  pages(): Pages {
    const routes = this.routes();
    const all = routes.flatMap((file) => this.imports(file).later);
    const open = routes.flatMap((file) =>
      [...this.text(file).matchAll(PUBLIC_PAGE)].map(([, from = '']) => besides(file, from)),
    );
    const piecesOf = (pages: readonly string[]): string[] =>
      [...this.reach(pages, () => false)]
        .flatMap((file) => this.imports(file).later)
        .filter((file) => PIECE.test(file));
    return { all: [...new Set(all)], open: [...open, ...piecesOf(open)], pieces: [...new Set(piecesOf(all))] };
  }

  /**
   * `roots` and all that they load with them or on demand, but for `without` and what only that loads; what is
   * `withoutLater` is left out where it is loaded on demand.
   */
  reach(
    roots: readonly string[],
    without: (file: string) => boolean,
    withoutLater: (file: string) => boolean = () => false,
  ): Set<string> {
    const found = new Set<string>();
    const walk = (file: string): void => {
      if (found.has(file) || without(file) || this.text(file) === '') return;
      found.add(file);
      const { atOnce, later } = this.imports(file);
      for (const next of atOnce) walk(next);
      for (const next of later) if (!withoutLater(next)) walk(next);
    };
    for (const root of roots) walk(root);
    return found;
  }
}

const besides = (file: string, from: string): string => path.posix.join(path.posix.dirname(file), from);

function resolved(file: string, from: string): string | null {
  if (from.startsWith('.')) return besides(file, from);
  return from.startsWith(CONTRACT) ? `contract/src/${from.slice(CONTRACT.length)}.ts` : null;
}
