/** One or two capital letters of a name: first and last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => firstLetter(word));
  return letters.join('').toLocaleUpperCase();
}

function firstLetter(word: string | undefined): string {
  const point = word?.codePointAt(0);
  return point === undefined ? '' : String.fromCodePoint(point);
}
