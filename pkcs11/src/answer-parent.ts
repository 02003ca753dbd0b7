/** The process of a module, as it sees itself: answers what it is asked, and ends with the process that started it. */
import process from 'node:process';
import type { Reply } from './child.ts';
import { Failed, type Failure } from './failure.ts';

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';

const failureOf = (error: unknown): Failure =>
  error instanceof Failed ? error.failure : { code: 'ENDED', detail: firstLine(error) };

const reply = (message: Reply): void => void process.send?.(message);

/** Answers one request by what `work` gives, or fails with. */
export function replyWith(work: () => unknown): void {
  void (async () => work())().then(
    (value) => reply({ value }),
    (error: unknown) => reply({ failure: failureOf(error) }),
  );
}

/** `end` is called before the process ends. */
export function endWithParent(end: () => void): void {
  // Ctrl-C reaches every process of a terminal; requests that are still answered may need a signature.
  process.on('SIGINT', () => undefined).on('SIGTERM', () => undefined);
  process.on('disconnect', () => {
    end();
    process.exit();
  });
}

/** Where the package was left out, as an optional one may be, that is a failure to be told as any other. */
export async function binding<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    throw new Failed({ code: 'NO_BINDING', detail: firstLine(error) });
  }
}
