import { openCheckpoint, type Checkpoint } from './checkpoint.ts';
import { EVENTS_FORMAT } from './events-export.ts';
import { formatVerifierKey, parseVerifierKey, type NoteVerifier } from './note.ts';
import { verifyInclusion } from './proof.ts';
import { isCount, NotAnExport, readEvent, readHash, readLine, type Line, type Trusted } from './verify-export.ts';

/**
 * Whether every chosen event that has its place is proved. `proved`: what they say and that they are in the log;
 * `withheld`: only that they are in it; `waiting`: nothing yet.
 */
export type EventsVerdict =
  | { verified: true; proved: number; withheld: number; waiting: number; tree_size: number; key: NoteVerifier }
  | { verified: false; line: number; sentence: string };

/** Whether a file is one of chosen events, by its first line. */
export async function isOfEvents(lines: AsyncIterable<string>): Promise<boolean> {
  for await (const text of lines) return readLine(text)?.['format'] === EVENTS_FORMAT;
  return false;
}

type Head = { key: NoteVerifier; checkpoint: Checkpoint | null };
type Kind = 'proved' | 'withheld' | 'waiting';

/**
 * Verifies chosen events with nothing but the lines of their file. Throws {@link NotAnExport} where there is nothing to
 * verify, or where a checkpoint taken home is of another size than the file's.
 */
export async function verifyEvents(
  lines: AsyncIterable<string> | Iterable<string>,
  trusted: Trusted = {},
): Promise<EventsVerdict> {
  const counts: Record<Kind, number> = { proved: 0, withheld: 0, waiting: 0 };
  let head: Head | null = null;
  let ended = false;
  let number = 0;
  for await (const text of lines) {
    number += 1;
    const line = readLine(text);
    const refuse = (sentence: string): EventsVerdict => ({ verified: false, line: number, sentence });
    if (!line || ended) return refuse(`Line ${number} was changed: it is not what such a file has there.`);
    if (!head) {
      const opened = readHead(line, trusted);
      if (typeof opened === 'string') return refuse(opened);
      head = opened;
    } else if ('events' in line) {
      const all = counts.proved + counts.withheld + counts.waiting;
      if (line['events'] !== all)
        return refuse(`The file says that it has ${JSON.stringify(line['events'])} events; it has ${all}.`);
      ended = true;
    } else {
      const kind = kindOf(line, head.checkpoint);
      if (kind === null) return refuse(`Line ${number}: event ${idOf(line)} is not what was recorded.`);
      counts[kind] += 1;
    }
  }
  if (!head) throw new NotAnExport('The file is empty.');
  if (!ended) return { verified: false, line: number, sentence: 'The end of the file is missing.' };
  return { verified: true, ...counts, tree_size: head.checkpoint?.size ?? 0, key: head.key };
}

/** The key and the checkpoint of the first line, or what is wrong with them. */
function readHead(line: Line, trusted: Trusted): Head | string {
  const key = parseVerifierKey(String(line['public_key']));
  if (line['format'] !== EVENTS_FORMAT || !key || key.name !== line['origin'])
    throw new NotAnExport('The header of the file names no key of its log.');
  const name = formatVerifierKey(key);
  if (trusted.key && formatVerifierKey(trusted.key) !== name)
    return `The file is signed with the key ${name}, not with the expected ${formatVerifierKey(trusted.key)}.`;
  const { checkpoint: note } = line;
  if (note === null) return { key, checkpoint: null };
  const opened = typeof note === 'string' ? openCheckpoint(note, key) : null;
  if (!opened?.ok) return 'The checkpoint of the file is not as it was signed.';
  for (const taken of trusted.checkpoints ?? []) {
    const home = openCheckpoint(taken, key);
    if (!home.ok) return `The checkpoint taken home was not signed with the key of this file, ${name}.`;
    if (home.checkpoint.size !== opened.checkpoint.size)
      throw new NotAnExport(
        'The checkpoint taken home is of another size: that takes the whole log (npm run audit:export).',
      );
    if (!home.checkpoint.root.equals(opened.checkpoint.root))
      return 'The checkpoint taken home is of another log than this file: one of them was made up.';
  }
  return { key, checkpoint: opened.checkpoint };
}

const idOf = (line: Line): string => {
  const event = line['event'];
  return typeof event === 'object' && event !== null && 'id' in event ? String(event.id) : 'without an id';
};

/** What is proved of a line's event; null where it contradicts its proof. */
function kindOf({ event, index, proof, withheld, leaf }: Line, checkpoint: Checkpoint | null): Kind | null {
  const content = readEvent(event);
  if (!content) return null;
  if (index === null) return proof === null ? 'waiting' : null;
  const hashes = Array.isArray(proof) ? proof.map(readHash) : [null];
  const hash = withheld === undefined ? content.content : readHash(leaf);
  const path = hashes.filter((one) => one !== null && one !== undefined);
  if (!checkpoint || !isCount(index) || !hash || path.length !== hashes.length) return null;
  if (!verifyInclusion(hash, index, checkpoint.size, path, checkpoint.root)) return null;
  return withheld === undefined ? 'proved' : 'withheld';
}
