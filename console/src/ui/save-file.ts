/** By when a browser has taken what it downloads, in milliseconds. */
const TAKEN_AFTER = 40_000;

/** Hands a file to the browser, which keeps it where the person's downloads go. */
export function saveFile({ name, content }: { name: string; content: Blob }): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // No browser tells when it has taken the content; some ask the person first, or begin a good while later.
  setTimeout(() => URL.revokeObjectURL(link.href), TAKEN_AFTER);
}
