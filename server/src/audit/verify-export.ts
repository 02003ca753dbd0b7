import { openCheckpoint } from './checkpoint.ts';
import type { Checkpoint } from './checkpoint.ts';
import { EXPORT_FORMAT } from './export.ts';
import type { Finding } from './findings.ts';
import { canonicalJson } from './leaf.ts';
import { leafHash } from './merkle.ts';
import { formatVerifierKey, fromBase64, parseVerifierKey } from './note.ts';
import type { NoteVerifier } from './note.ts';
import { replay } from './replay.ts';
import type { Replay, Verdict } from './replay.ts';

/** The file is not an export of an audit log, so that nothing can be said about one. */
export class NotAnExport extends Error {}

/** What the verifier knows from elsewhere: the log's key, and a checkpoint taken home earlier (the note as text). */
export type Trusted = { key?: NoteVerifier | null; checkpoint?: string | null };

/** The verdict, and the key that it stands on. */
export type ExportVerdict = Verdict & { key: NoteVerifier };

/**
 * Verifies an exported log with nothing but its lines. Every line must be canonical JSON, so that
 * no reader can be shown something else than what was hashed. Throws {@link NotAnExport}.
 */
export async function verifyExport(
  lines: AsyncIterable<string> | Iterable<string>,
  trusted: Trusted = {},
): Promise<ExportVerdict> {
  let log: Replay | null = null;
  let key: NoteVerifier | null = null;
  let line = 0;
  for await (const text of lines) {
    line += 1;
    if (!log || !key) {
      key = readHeader(text);
      const home = openHome(trusted, key);
      if ('reason' in home) return { verified: false, ...home, key };
      log = replay(key, home.checkpoint);
      continue;
    }
    if (!take(log, text)) return { ...unreadable(log, line), key };
  }
  if (!log || !key) throw new NotAnExport('The file is empty.');
  return { ...proving(log.end(), key), key };
}

function readHeader(text: string): NoteVerifier {
  const header = readLine(text);
  if (header?.['format'] !== EXPORT_FORMAT)
    throw new NotAnExport(`The first line is not the header of an audit log export (${EXPORT_FORMAT}).`);
  const key = parseVerifierKey(String(header['public_key']));
  if (!key || key.name !== header['origin']) throw new NotAnExport('The header of the export names no key of its log.');
  return key;
}

function openHome({ key, checkpoint }: Trusted, exportKey: NoteVerifier): Finding | { checkpoint: Checkpoint | null } {
  const swapped = (sentence: string): Finding => ({ reason: 'swapped-key', index: null, id: null, sentence });
  if (key && formatVerifierKey(key) !== formatVerifierKey(exportKey)) {
    return swapped(
      `The export is signed with the key ${formatVerifierKey(exportKey)}, ` +
        `not with the expected ${formatVerifierKey(key)}.`,
    );
  }
  if (!checkpoint) return { checkpoint: null };
  const opened = openCheckpoint(checkpoint, exportKey);
  if (opened.ok) return opened;
  if (opened.why === 'unknown-key')
    return swapped(
      `The checkpoint taken home was not signed with the key of this export, ${formatVerifierKey(exportKey)}.`,
    );
  return {
    reason: 'bad-checkpoint',
    index: null,
    id: null,
    sentence: 'The checkpoint taken home is not as it was signed.',
  };
}

/** Gives one line to the replay; false when it is not a line of an export. */
function take(log: Replay, text: string): boolean {
  const line = readLine(text);
  if (!line) return false;
  if (typeof line['checkpoint'] === 'string') {
    log.checkpoint(line['checkpoint']);
    return true;
  }
  const { index, leaf, event } = line;
  if (typeof index !== 'number' || !Number.isSafeInteger(index) || index < 0 || event === undefined) return false;
  const hash = typeof leaf === 'string' ? fromBase64(leaf) : null;
  if (leaf !== null && hash?.length !== 32) return false;
  if (event === null) {
    log.place({ index, id: null, leaf: hash, content: null });
    return true;
  }
  if (typeof event !== 'object' || !('id' in event)) return false;
  log.place({ index, id: String(event.id), leaf: hash, content: leafHash(Buffer.from(canonicalJson(event))) });
  return true;
}

function readLine(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return canonicalJson(value) === text ? Object.fromEntries(Object.entries(value)) : null;
  } catch {
    return null;
  }
}

/** A line that says nothing ends the reading; a fault that stands before it is still the first one. */
function unreadable(log: Replay, line: number): Verdict {
  const before = log.end();
  if (!before.verified && before.reason !== 'bad-checkpoint') return before;
  return {
    verified: false,
    reason: 'changed',
    index: null,
    id: null,
    sentence: `Line ${line} of the export was changed: it is not what an export writes.`,
  };
}

/** An export in which no checkpoint is left proves nothing, not even that the log is empty. */
function proving(verdict: Verdict, key: NoteVerifier): Verdict {
  if (!verdict.verified || verdict.checkpoint) return verdict;
  const sentence = `The export holds no checkpoint signed with the key ${formatVerifierKey(key)}: nothing is proved.`;
  return { verified: false, reason: 'bad-checkpoint', index: null, id: null, sentence };
}
