/** Reads a table as it streams in, row by row, into a file. */
import { Failure } from './failure.ts';

/** Status of a file that broke off on its way. */
export const BROKEN_OFF = 'BROKEN_OFF';

const [QUOTE, NEWLINE] = [0x22, 0x0a];

/**
 * Counts rows of CSV (RFC 4180) in pieces of bytes cut anywhere: a line break inside quotes is part of its field. The
 * head counts too.
 */
export function rowCounter(): (piece: Uint8Array) => number {
  let rows = 0;
  let quoted = false;
  return (piece) => {
    for (const byte of piece) {
      if (byte === QUOTE) quoted = !quoted;
      else if (byte === NEWLINE && !quoted) rows += 1;
    }
    return rows;
  };
}

/** Counts lines in pieces of bytes cut anywhere. */
function lineCounter(): (piece: Uint8Array) => number {
  let lines = 0;
  return (piece) => {
    for (const byte of piece) if (byte === NEWLINE) lines += 1;
    return lines;
  };
}

/** `attachment; filename="accounts-2026-11-21.csv"` names the file; without it the given name stands. */
export function fileNameOf(disposition: string | null, otherwise: string): string {
  return /filename="([^"/\\]+)"/.exec(disposition ?? '')?.[1] ?? otherwise;
}

export type CsvFile = { name: string; rows: number; content: Blob };

/** Reads a table as {@link readFile} does: all of its rows but the head. */
export const readCsv = (response: Response, onRows: (rows: number) => void): Promise<CsvFile> =>
  readFile(response, onRows, { count: rowCounter(), besides: 1, type: 'text/csv;charset=utf-8' });

/** Reads lines of JSON, of which the first and the last are about the file. */
export const readLines = (response: Response, onRows: (rows: number) => void): Promise<CsvFile> =>
  readFile(response, onRows, { count: lineCounter(), besides: 2, type: 'application/jsonl' });

type Reading = { count: (piece: Uint8Array) => number; besides: number; type: string };

/**
 * Reads the answer to its end; `onRows` hears how many rows there are so far, without those `besides`.
 * @throws {Failure} as {@link readToEnd}
 */
async function readFile(
  response: Response,
  onRows: (rows: number) => void,
  { count, besides, type }: Reading,
): Promise<CsvFile> {
  let rows = 0;
  const pieces = await readToEnd(response, (piece) => {
    rows = Math.max(0, count(piece) - besides);
    onRows(rows);
  });
  return {
    name: fileNameOf(response.headers.get('content-disposition'), 'list.csv'),
    rows,
    content: new Blob(pieces, { type }),
  };
}

/**
 * Reads an answer to its end; `onPiece` hears each piece as it comes.
 * @throws {Failure} BROKEN_OFF when it ends before its time, and AbortError when it was ended on purpose
 */
export async function readToEnd(
  response: Response,
  onPiece?: (piece: Uint8Array) => void,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body?.getReader();
  try {
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
      pieces.push(piece.value);
      onPiece?.(piece.value);
    }
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'AbortError') throw thrown;
    throw new Failure(BROKEN_OFF, '', { network: true, correlationId: response.headers.get('x-correlation-id') });
  }
  return pieces;
}
