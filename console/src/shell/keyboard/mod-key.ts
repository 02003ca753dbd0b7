/** The key that commands begin with, as it is written on the person's keyboard. */
export function modKey(): 'Ctrl' | '⌘' {
  return /Mac|iP(?:hone|ad|od)/.test(navigator.platform) ? '⌘' : 'Ctrl';
}
