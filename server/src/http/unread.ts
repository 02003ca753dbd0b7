/** What is sent piece by piece to somebody who may stop reading. */
import type { ServerResponse } from 'node:http';
import type { FileLimits } from './load.ts';

/** Bytes of which it is seen when they are taken: of a piece on its way nobody knows how much is. */
const PIECE = 65_536;

/** A file in pieces that are small enough to see how fast it is read. */
export async function* inSmallPieces(
  pieces: AsyncIterable<string | Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    const octets = typeof piece === 'string' ? Buffer.from(piece) : piece;
    for (let at = 0; at < octets.length; at += PIECE) yield octets.subarray(at, at + PIECE);
  }
}

/** How often it is looked whether something waits, within the time in which so much must be taken. */
const LOOKS = 12;

/**
 * Ends a response of which less than `leastBytes` are taken in `unreadMs` milliseconds in which something waited to be
 * sent, and one that takes more than `wholeMs` in all. How long the next piece takes to be made doesn't count.
 */
export function endUnread(response: ServerResponse, { leastBytes, unreadMs, wholeMs }: FileLimits): void {
  // What the buffers of the system hold counts as taken, but only once.
  const sent = (): number => (response.socket?.bytesWritten ?? 0) - (response.socket?.writableLength ?? 0);
  let [before, waited, taken] = [sent(), 0, 0];
  const end = (): void => void response.destroy();
  const whole = setTimeout(end, wholeMs).unref();
  const timer = setInterval(() => {
    const now = sent();
    if (response.writableLength > 0) {
      waited += 1;
      taken += now - before;
    }
    before = now;
    if (waited < LOOKS) return;
    if (taken < leastBytes) end();
    [waited, taken] = [0, 0];
  }, unreadMs / LOOKS).unref();
  response.once('close', () => {
    clearInterval(timer);
    clearTimeout(whole);
  });
}
