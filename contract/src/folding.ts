/** Texts as search compares them: lower case, without accents, in plain letters. */

/** Letters that Unicode does not take apart, as their nearest plain ones (the SQL function `folded` has the same). */
const PLAIN: Readonly<Record<string, string>> = {
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ı: 'i',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
};

/** One letter, a text of one code point, as `folded` leaves it: no, one or several letters. */
export function foldedLetter(letter: string): string {
  return letter
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[øđłıðħŧßæœ]/g, (one) => PLAIN[one] ?? one);
}

/** "Müller Straße" becomes "muller strasse". */
export function folded(text: string): string {
  return Array.from(text, foldedLetter).join('');
}
