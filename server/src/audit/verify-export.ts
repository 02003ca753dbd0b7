import { openCheckpoint } from './checkpoint.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { Written } from './event-mac.ts';
import { EXPORT_FORMAT, FIRST_EXPORT_FORMAT } from './export.ts';
import type { Finding } from './findings.ts';
import { keptUnderAnotherKey } from './findings.ts';
import { canonicalJson } from './leaf.ts';
import { leafHash } from './merkle.ts';
import { formatVerifierKey, fromBase64, parseVerifierKey } from './note.ts';
import type { NoteVerifier } from './note.ts';
import { replay } from './replay.ts';
import type { Replay, Verdict } from './replay.ts';

/** The file is not an export of an audit log, so that nothing can be said about one. */
export class NotAnExport extends Error {}

/** What the verifier knows from elsewhere: the log's key, and checkpoints taken home earlier (the notes as text). */
export type Trusted = { key?: NoteVerifier | null; checkpoints?: readonly string[] };

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
      const header = readHeader(text);
      key = header.key;
      const homes = openHomes(trusted, header);
      if ('reason' in homes) return { verified: false, ...homes, key };
      log = replay(key, homes);
      continue;
    }
    if (!take(log, text)) return { ...unreadable(log, line), key };
  }
  if (!log || !key) throw new NotAnExport('The file is empty.');
  return { ...proving(log.end(), key), key };
}

type Header = { key: NoteVerifier; kept: string | null };

function readHeader(text: string): Header {
  const header = readLine(text);
  if (header?.['format'] !== EXPORT_FORMAT && header?.['format'] !== FIRST_EXPORT_FORMAT)
    throw new NotAnExport(`The first line is not the header of an audit log export (${EXPORT_FORMAT}).`);
  const key = parseVerifierKey(String(header['public_key']));
  if (!key || key.name !== header['origin']) throw new NotAnExport('The header of the export names no key of its log.');
  return { key, kept: typeof header['kept'] === 'string' ? header['kept'] : null };
}

const finding = (reason: Finding['reason'], sentence: string): Finding => ({ reason, index: null, id: null, sentence });

/** The checkpoints that the log must contain: those taken home, and the one that its own machine keeps. */
function openHomes(trusted: Trusted, { key: exportKey, kept }: Header): Finding | { homes: Checkpoint[] } {
  const name = formatVerifierKey(exportKey);
  if (trusted.key && formatVerifierKey(trusted.key) !== name)
    return finding(
      'swapped-key',
      `The export is signed with the key ${name}, not with the expected ${formatVerifierKey(trusted.key)}.`,
    );
  const homes: Checkpoint[] = [];
  for (const note of trusted.checkpoints ?? []) {
    const opened = openCheckpoint(note, exportKey);
    if (opened.ok) homes.push(opened.checkpoint);
    else
      return opened.why === 'unknown-key'
        ? finding('swapped-key', `The checkpoint taken home was not signed with the key of this export, ${name}.`)
        : finding('bad-checkpoint', 'The checkpoint taken home is not as it was signed.');
  }
  if (kept === null) return { homes };
  const opened = openCheckpoint(kept, exportKey);
  return opened.ok ? { homes: [...homes, opened.checkpoint] } : keptUnderAnotherKey(name);
}

/** Gives one line to the replay; false when it is not a line of an export. */
function take(log: Replay, text: string): boolean {
  const line = readLine(text);
  if (!line) return false;
  if (typeof line['checkpoint'] === 'string') return takeCheckpoint(log, line['checkpoint'], line['size']);
  return 'written' in line ? takeUnsigned(log, line) : takePlace(log, line);
}

function takeCheckpoint(log: Replay, note: string, size: unknown): boolean {
  if (size === undefined) log.checkpoint(note);
  else if (isCount(size)) log.checkpoint(note, size);
  else return false;
  return true;
}

function takePlace(log: Replay, { index, leaf: leafText, event, hash: hashText, nodes: nodeTexts }: Line): boolean {
  if (!isCount(index) || event === undefined) return false;
  const leaf = readHash(leafText);
  const hash = hashText === undefined ? leaf : readHash(hashText);
  // The first form of exports has neither nodes nor events that wait.
  const nodes = nodeTexts === undefined ? [] : Array.isArray(nodeTexts) ? nodeTexts.map(readHash) : [undefined];
  if (leaf === undefined || hash === undefined || nodes.includes(undefined)) return false;
  const known = nodeTexts === undefined ? {} : { nodes: nodes.map((node) => node ?? null) };
  if (event === null) {
    log.place({ index, id: null, leaf, content: null, ...known });
    return true;
  }
  const content = readEvent(event);
  if (!content) return false;
  log.place({ index, leaf, hash, ...content, ...known });
  return true;
}

function takeUnsigned(log: Replay, { event, hash: hashText, index, refused, written }: Line): boolean {
  const hash = readHash(hashText);
  const content = readEvent(event);
  if (!hash || !content || !(index === null || isCount(index)) || typeof refused !== 'boolean' || !isWritten(written))
    return false;
  log.unsigned({ ...content, hash, index, refused, written });
  return true;
}

export type Line = Record<string, unknown>;

/** An event as a line has it: its id, and the hash of what it says. */
export function readEvent(event: unknown): { id: string; content: Buffer } | null {
  if (typeof event !== 'object' || event === null || !('id' in event)) return null;
  return { id: String(event.id), content: leafHash(Buffer.from(canonicalJson(event))) };
}

/** A hash in base64, null where there is none; undefined for anything else. */
export function readHash(text: unknown): Buffer | null | undefined {
  if (text === null) return null;
  const bytes = typeof text === 'string' ? fromBase64(text) : null;
  return bytes?.length === 32 ? bytes : undefined;
}

export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isWritten = (value: unknown): value is Written => value === 'hash' || value === 'content' || value === 'neither';

/** A line of canonical JSON that is an object; null for anything else. */
export function readLine(text: string): Line | null {
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
  const endsEarly = before.verified || before.reason === 'bad-checkpoint' || before.reason === 'cut-off';
  if (!endsEarly) return before;
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
