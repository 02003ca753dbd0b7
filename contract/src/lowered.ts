/**
 * A text without its case, as PostgreSQL's `lower` has it, and with it the indexes that keep a name from being taken
 * twice: one sign for one sign. JavaScript makes two of `İ`, and another one of a `Σ` at the end of a word.
 */
export const lowered = (text: string): string =>
  Array.from(text, (sign) => String.fromCodePoint(sign.toLowerCase().codePointAt(0) ?? 0)).join('');
