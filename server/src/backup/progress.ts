/** What a person at the terminal sees while rows are written or read: how many, how much, of what. */
export type Progress = {
  /** Tells how far it is: shown now and then. */
  at(table: string, rows: number, bytes: number): void;
  /** Takes the line away, for whatever is said next. */
  done(): void;
};

/** A terminal, or a file that somebody reads later. */
export type Terminal = { isTTY?: boolean; write(text: string): unknown };

const ON_A_TERMINAL_MS = 250;
const IN_A_FILE_MS = 15_000;

/**
 * Shows progress as one line that changes, or, where nobody watches, as a line now and then. There are no percents: how
 * much is to come is not known. `milliseconds` is a clock that runs.
 */
export function openProgress(terminal: Terminal, verb: string, milliseconds = () => performance.now()): Progress {
  const isWatched = terminal.isTTY === true;
  const every = isWatched ? ON_A_TERMINAL_MS : IN_A_FILE_MS;
  let shown = milliseconds();
  let isDrawn = false;
  return {
    at(table, rows, bytes) {
      const now = milliseconds();
      if (now - shown < every) return;
      shown = now;
      const text = `${verb} ${counted(rows, 'row')}, ${sizeOf(bytes)}; at ${table}`;
      terminal.write(isWatched ? `\r\u001B[K${text}` : `${text}\n`);
      isDrawn = isWatched;
    },
    done() {
      if (isDrawn) terminal.write('\r\u001B[K');
      isDrawn = false;
    },
  };
}

/** A number with what it counts: 1 row, 12,345 rows. */
export const counted = (count: number, what: string): string =>
  `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`;

/** Bytes as people say them: 812 bytes, 3.4 MiB. */
export function sizeOf(bytes: number): string {
  if (bytes < 1024) return counted(bytes, 'byte');
  const units = ['KiB', 'MiB', 'GiB', 'TiB'];
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), units.length);
  return `${(bytes / 1024 ** power).toFixed(1)} ${units[power - 1]}`;
}
