/** What is sent piece by piece to somebody who may stop reading. */
import type { ServerResponse } from 'node:http';

/**
 * Ends a response of which nothing is taken for `ms` milliseconds, twice as many at most, though something waits to be
 * sent. How long the next piece takes to be made doesn't count.
 */
export function endUnread(response: ServerResponse, ms: number): void {
  let before = '';
  const timer = setInterval(() => {
    const waits = response.writableLength;
    const now = `${response.socket?.bytesWritten ?? 0} ${waits}`;
    if (waits > 0 && now === before) response.destroy();
    before = now;
  }, ms).unref();
  response.once('close', () => clearInterval(timer));
}
