/** What is sent piece by piece to somebody who may stop reading. */

/**
 * Hands the pieces on, and calls `end` where one is not taken for `ms` milliseconds. How long the next one takes to be
 * made doesn't count.
 */
export async function* whileRead<T>(pieces: AsyncIterable<T>, ms: number, end: () => void): AsyncGenerator<T> {
  for await (const piece of pieces) {
    const timer = setTimeout(end, ms);
    try {
      yield piece;
    } finally {
      clearTimeout(timer);
    }
  }
}
