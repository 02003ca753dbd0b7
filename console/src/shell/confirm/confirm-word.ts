/** Whether somebody has typed the word that is asked for. */

/** What a page shows of a text: runs of white space as one space, letters with their accents in one form. */
const normalised = (text: string): string => text.normalize('NFC').replace(/\s+/gu, ' ');

/** Equal to what is shown, nothing before or after it. */
export function isTyped(typed: string, word: string): boolean {
  return normalised(typed) === normalised(word);
}
