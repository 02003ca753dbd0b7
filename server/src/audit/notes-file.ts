/**
 * The signed notes in a text that somebody collected, in order: notes one after the other, as a checkpoint file has
 * them, or lines that hold `{"checkpoint": "<note>"}`, as the log of a process and a syslog collector have them. Line
 * ends may have been changed on the way, and the last one lost. Whether a note is one, is seen when it is opened.
 */
export function readNotes(text: string): string[] {
  const notes: string[] = [];
  let lines: string[] = [];
  const finish = (): void => {
    const note = lines.join('\n').trim();
    if (note !== '') notes.push(`${note}\n`);
    lines = [];
  };
  for (const line of text.split(/\r?\n/)) {
    const held = noteInLine(line);
    // The signatures end a note: whatever follows them is the next one.
    const follows = lines.at(-1)?.startsWith('— ') === true && !line.startsWith('— ');
    if (held !== null || follows) finish();
    if (held !== null) notes.push(held);
    else if (!/"level":\d/.test(line)) lines.push(line);
  }
  finish();
  return notes;
}

/** The note in a line that has an object with one: a JSON line, whatever stands before it. */
function noteInLine(line: string): string | null {
  const start = line.indexOf('{');
  if (start < 0 || !line.includes('"checkpoint"')) return null;
  try {
    const value: unknown = JSON.parse(line.slice(start));
    const note = typeof value === 'object' && value !== null && 'checkpoint' in value ? value.checkpoint : null;
    return typeof note === 'string' ? note : null;
  } catch {
    return null;
  }
}
