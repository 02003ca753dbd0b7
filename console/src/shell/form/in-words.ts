/** The words for a code of the contract; what is none of `codes` stays as it is. */
export function inWords<C extends string>(codes: readonly C[], value: unknown, words: (code: C) => string): string {
  const known = codes.find((code) => code === value);
  return known === undefined ? String(value) : words(known);
}
