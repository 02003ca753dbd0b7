/**
 * The signed notes in a text that somebody collected, in order: notes one after the other, as a checkpoint file has
 * them, or lines of a log of which some hold `{"checkpoint": "<note>"}`, as a syslog collector and the log of a process
 * have them. Line ends may have been changed on the way, and the last one lost. Whether a note is one is seen when it
 * is opened.
 */
export function readNotes(text: string): string[] {
  const lines = text.split(/\r?\n/);
  const held = lines.map(noteInLine).filter((note) => note !== null);
  return held.length > 0 ? held : notesInTurn(lines);
}

/** Notes in turn: signatures end a note, whatever follows them is the next one. */
function notesInTurn(lines: string[]): string[] {
  const notes: string[][] = [[]];
  for (const line of lines) {
    const note = notes.at(-1) ?? [];
    if (note.at(-1)?.startsWith('— ') && !line.startsWith('— ')) notes.push([line]);
    else note.push(line);
  }
  return notes.map((note) => note.join('\n').trim()).flatMap((note) => (note === '' ? [] : [`${note}\n`]));
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
