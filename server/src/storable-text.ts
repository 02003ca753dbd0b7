/**
 * Text as PostgreSQL can keep it: U+0000, which it refuses, and lone surrogates, which UTF-8 has
 * not, become U+FFFD. `max` is a ceiling in UTF-16 units.
 */
export function storableText(text: string, max = Number.POSITIVE_INFINITY): string {
  return text.slice(0, max).toWellFormed().replaceAll('\0', '\uFFFD');
}
