import { fromBase64, openNote, signNote } from './note.ts';
import type { NoteSigner, NoteVerifier } from './note.ts';

/** What a log says about itself at one moment (https://c2sp.org/tlog-checkpoint): its name, its size, its tree head. */
export type Checkpoint = { origin: string; size: number; root: Buffer };

/** A checkpoint that its note proves, or why the note proves nothing. */
export type OpenedCheckpoint =
  | { ok: true; checkpoint: Checkpoint }
  | { ok: false; why: 'malformed' | 'unknown-key' | 'bad-signature' };

/** The signed note of a tree head; the origin is the signer's name, as the format recommends. */
export function signCheckpoint(head: { size: number; root: Buffer }, signer: NoteSigner): string {
  return signNote(`${signer.name}\n${head.size}\n${head.root.toString('base64')}\n`, signer);
}

/** The checkpoint of a note that the verifier's key signed for the log of the same name. */
export function openCheckpoint(note: string, verifier: NoteVerifier): OpenedCheckpoint {
  const opened = openNote(note, verifier);
  if (!opened.ok) return opened;
  const checkpoint = parseCheckpoint(opened.text);
  // A log signs for itself alone: a key that speaks for another origin proves nothing about this one.
  if (checkpoint?.origin !== verifier.name) return { ok: false, why: 'malformed' };
  return { ok: true, checkpoint };
}

/**
 * Reads the text of a checkpoint without looking at any signature; null when it is not one.
 * Believe it only after {@link openCheckpoint}.
 */
export function parseCheckpoint(text: string): Checkpoint | null {
  if (!text.endsWith('\n')) return null;
  const [origin, size, root, ...extensions] = text.slice(0, -1).split('\n');
  const bytes = fromBase64(root ?? '');
  if (!origin || !size || !/^(0|[1-9][0-9]*)$/.test(size) || bytes?.length !== 32 || extensions.includes(''))
    return null;
  const count = Number(size);
  return Number.isSafeInteger(count) ? { origin, size: count, root: bytes } : null;
}
