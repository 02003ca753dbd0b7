/** The text of a mail, with the addresses in it that may be followed. */
export type LetterPart = { text: string; href: string | null };

/** Ends of an address that belong to the sentence around it. */
const PUNCTUATION = /[.,;:!?'")\]}>]+$/;

/**
 * Splits a text at its http and https addresses. Only those of `origin`, the console's own, become links: a mail holds
 * what people typed, and an administrator must not be led elsewhere by it.
 */
export function letterParts(text: string, origin: string): LetterPart[] {
  const parts: LetterPart[] = [];
  let at = 0;
  for (const match of text.matchAll(/https?:\/\/[^\s<>"]+/gi)) {
    const address = match[0].replace(PUNCTUATION, '');
    if (!URL.canParse(address) || new URL(address).origin !== origin) continue;
    if (match.index > at) parts.push({ text: text.slice(at, match.index), href: null });
    parts.push({ text: address, href: address });
    at = match.index + address.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at), href: null });
  return parts;
}
