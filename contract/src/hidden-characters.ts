/** Characters that nobody sees in a text, by which one text looks like another or ends early. */

/** Controls with NUL, marks of direction, blanks without width and their like, and halves of surrogate pairs. */
const RANGES = [
  String.raw`\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e`,
  String.raw`\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb`,
  String.raw`\ud800-\udfff\u{e0000}-\u{e007f}`,
];
/** One of them. Without the flag g, so that it keeps no place between uses. */
export const HIDDEN_CHARACTER = new RegExp(`[${RANGES.join('')}]`, 'u');

/** Whether all of a text can be seen, so that it may stand in a name that is signed. */
export const isPlainText = (text: string): boolean => !HIDDEN_CHARACTER.test(text);

export type TextPart = { text: string; hidden: boolean };

/** The text in pieces: what can be seen as it is, each hidden character by its number, `U+202E`. */
export function visibleParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  for (const character of text) {
    const last = parts.at(-1);
    if (!isPlainText(character)) parts.push({ text: codePoint(character), hidden: true });
    else if (last && !last.hidden) last.text += character;
    else parts.push({ text: character, hidden: false });
  }
  return parts;
}

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
