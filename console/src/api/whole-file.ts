import { onSessionEnd } from '../session/state.ts';
import { readToEnd } from './csv.ts';

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
