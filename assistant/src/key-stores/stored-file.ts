/** Reads what a key store has written for itself. */
import { z } from 'zod';
import { readPrivate } from '../private-files.ts';
import { CommandRefusal } from '../refusal.ts';

/** Somebody else's, cut off, or of another version. Its key store can’t be used, and no other one is in its way. */
export class UnreadableFile extends CommandRefusal {
  readonly file: string;
  readonly reason: string;
  constructor(file: string, reason: string) {
    super('KEY_STORE_NOT_AVAILABLE', {}, `${file}: ${reason}`);
    this.file = file;
    this.reason = reason;
  }
}

/** Null where there is no such file. Throws {@link UnreadableFile}: nothing may be written over that one. */
export function readStored<T>(file: string, schema: z.ZodType<T>): T | null {
  try {
    const text = readPrivate(file);
    return text === null ? null : schema.parse(JSON.parse(text));
  } catch (error) {
    throw new UnreadableFile(file, reasonOf(error));
  }
}

function reasonOf(error: unknown): string {
  const [issue] = error instanceof z.ZodError ? error.issues : [];
  if (issue) return `${issue.path.join('.')}: ${issue.message}`;
  return error instanceof Error ? error.message : String(error);
}
