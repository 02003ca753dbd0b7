/**
 * Whether a text holds what was typed, and where: the rules of the server's search, for what the console knows itself
 * and for marking what the server found.
 */
import { folded, foldedLetter } from '@signet/contract/folding';

/** What was typed, as folded words. */
export function wordsOf(text: string): string[] {
  return [
    ...new Set(
      folded(text)
        .split(/\s+/)
        .filter((word) => word !== ''),
    ),
  ];
}

const LETTER = /[0-9a-z\u{80}-\u{10ffff}]/u;
/** Long enough to be looked for inside words. Scripts that write without spaces have no other place for it. */
const isInside = (word: string): boolean => /[0-9a-z]{3}|[\u{80}-\u{10ffff}]/u.test(word);

/** Where a folded word stands in a folded text: at the beginning of a word before any other place; -1 for nowhere. */
function placeOf(word: string, text: string): number {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !LETTER.test(word[0] ?? '') || !LETTER.test(text[at - 1] ?? '')) return at;
  }
  return isInside(word) ? text.indexOf(word) : -1;
}

/** How well a text answers all words: 0 begins with them, 1 each begins a word, 2 somewhere; null not at all. */
export function rankOf(words: readonly string[], text: string): 0 | 1 | 2 | null {
  const plain = folded(text);
  if (plain.startsWith(words.join(' '))) return 0;
  const places = words.map((word) => placeOf(word, plain));
  if (places.includes(-1)) return null;
  return places.every((at) => at === 0 || !LETTER.test(plain[at - 1] ?? '')) ? 1 : 2;
}

export type Piece = { text: string; marked: boolean };

/** A text in pieces, those marked that the words found. */
export function marked(words: readonly string[], text: string): Piece[] {
  // For each folded letter the place in the text where its own begins, and where the next one does.
  const letters = Array.from(text, foldedLetter);
  const sources = Array.from(text);
  const starts: number[] = [];
  let at = 0;
  for (const [n, letter] of letters.entries()) {
    for (let i = 0; i < letter.length; i += 1) starts.push(at);
    at += sources[n]?.length ?? 0;
  }
  const endOf = (place: number): number =>
    starts.find((start) => start > (starts[place] ?? text.length)) ?? text.length;

  const on = Array.from({ length: text.length }, () => false);
  const plain = letters.join('');
  for (const word of words) {
    const place = placeOf(word, plain);
    if (place >= 0) on.fill(true, starts[place], endOf(place + word.length - 1));
  }
  const pieces: Piece[] = [];
  for (let i = 0; i < text.length; i += 1) {
    const last = pieces.at(-1);
    const one = text[i] ?? '';
    if (last && last.marked === on[i]) last.text += one;
    else pieces.push({ text: one, marked: on[i] ?? false });
  }
  return pieces;
}
