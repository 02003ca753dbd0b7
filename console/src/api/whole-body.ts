/** The body of an answer that is a file. */
import { onSessionEnd } from '../session/state.ts';
import { Failure } from './failure.ts';

/** Status of a file that broke off on its way. */
export const BROKEN_OFF = 'BROKEN_OFF';

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

/**
 * Asks for a file and reads it to its end. What one person may see is not saved once that person has gone: AbortError,
 * which nobody is told of.
 * @throws {Failure} as {@link readToEnd}
 */
export async function wholeFile(ask: (signal: AbortSignal) => Promise<Response>): Promise<Blob> {
  const left = new AbortController();
  const stopHearing = onSessionEnd(() => left.abort());
  try {
    const answer = await ask(left.signal);
    return new Blob(await readToEnd(answer), { type: answer.headers.get('content-type') ?? '' });
  } finally {
    stopHearing();
  }
}
