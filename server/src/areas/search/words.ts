/**
 * The words of a search, and by which pieces an index finds them. A piece is three characters in a row, where a word's
 * beginning stands after spaces: those that search_grams() of migration 0008 makes of an entry.
 */

export type Word = {
  /** Folded, without spaces. */
  text: string;
  /** Three letters or digits of it stand together: it is looked for inside words too. */
  inside: boolean;
};

/**
 * Pieces of one word, and of all: each is one more list for the index to read, and three tell nearly as much as ten.
 */
const PIECES_OF_WORD = 3;
const PIECES = 6;

/** Letters and digits as the index splits words: everything beyond ASCII counts. */
const RUN = /[0-9a-z\u{80}-\u{10ffff}]+/gu;
const LONG_RUN = /[0-9a-z\u{80}-\u{10ffff}]{3}/u;
const SEPARATOR = '[\\x01-\\x2f\\x3a-\\x60\\x7b-\\x7f]';

/** The words of a folded text. */
export function wordsOf(folded: string): Word[] {
  const texts = new Set(folded.split(' ').filter((text) => text !== ''));
  return [...texts].map((text) => ({ text, inside: LONG_RUN.test(text) }));
}

/**
 * Pieces that every entry holds in which each word is found: at the beginning of a word with `begins`, else inside for
 * those that may be. Empty where no index can help, as for a word of punctuation alone.
 */
export function piecesOf(words: readonly Word[], begins: boolean): string[] {
  return [
    ...new Set(words.flatMap((word) => spread(wordPieces(word.text, begins || !word.inside), PIECES_OF_WORD))),
  ].slice(0, PIECES);
}

function wordPieces(word: string, begins: boolean): string[] {
  return [...word.matchAll(RUN)].flatMap(({ 0: run, index }) => runPieces(Array.from(run), begins || index > 0));
}

/** Pieces side by side that cover a run; the last may overlap. Behind a separator a run begins a word in any case. */
function runPieces(run: string[], begins: boolean): string[] {
  const padded = begins ? [...(run.length === 1 ? [' ', ' '] : [' ']), ...run] : run;
  const last = padded.length - 3;
  if (last < 0) return [];
  const starts = [...Array.from({ length: Math.ceil(last / 3) }, (_, n) => n * 3), last];
  return starts.map((start) => padded.slice(start, start + 3).join(''));
}

/** At most `count` of them, from the first to the last. */
function spread(pieces: string[], count: number): string[] {
  if (pieces.length <= count) return pieces;
  return Array.from({ length: count }, (_, n) => pieces[Math.round((n * (pieces.length - 1)) / (count - 1))] ?? '');
}

/** The LIKE pattern for a text at the beginning. */
export const patternAtStart = (text: string): string => `${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;
/** The LIKE pattern for a text anywhere. */
export const patternInside = (text: string): string => `%${patternAtStart(text)}`;

/** The regular expression for a word where a word begins. */
export function wordStart(word: string): string {
  const literal = word.replace(/[\x01-\x2f\x3a-\x60\x7b-\x7f]/g, String.raw`\$&`);
  return /^[0-9a-z\u{80}-\u{10ffff}]/u.test(word) ? `(^|${SEPARATOR})${literal}` : literal;
}
