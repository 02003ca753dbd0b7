import type { AuditFault } from '@signet/contract/areas/audit-log';
import type { Written } from './event-mac.ts';

/**
 * One place of the log as it is found. `leaf` is the tree's own copy of the hash, made when the event was sequenced,
 * `hash` the one that the writer stored with the event, where it is known and differs from it; `content` the hash of
 * what the event says now. `nodes` are the stored inner nodes that this leaf completes, lowest first, where they are
 * known. `id` is null where no event stands.
 */
export type Place = {
  index: number;
  id: string | null;
  leaf: Buffer | null;
  content: Buffer | null;
  hash?: Buffer | null;
  nodes?: readonly (Buffer | null)[];
};

/**
 * An event that no signed head covers: it waits for its place, was refused one, or claims one (`index`). `hash` is the
 * one stored with it, `content` that of what it says now, `written` which of them the platform's MAC proves.
 */
export type Unsigned = {
  id: string;
  index: number | null;
  hash: Buffer;
  content: Buffer | null;
  written: Written;
  refused: boolean;
};

/**
 * The first thing that is wrong, in one sentence. `index` is the place from 0, `id` the event there, where they are
 * known.
 */
export type Finding = { reason: AuditFault; index: number | null; id: string | null; sentence: string };

/** A place that is not what was signed, and what later places tell about it. */
export type Suspect = Place & {
  kind: 'other' | 'absent' | 'extra';
  /** Where the event that belongs here was found later on. */
  foundAt: number | null;
  /** Where the event that stands here belongs. */
  belongsAt: number | null;
  /** Whether any event comes after it. */
  followed: boolean;
};

/** Begins to suspect a place. */
export function suspectOf(place: Place, kind: Suspect['kind']): Suspect {
  return { ...place, kind, foundAt: null, belongsAt: null, followed: false };
}

/** Takes from a later place what it tells about a suspect. */
export function follow(suspect: Suspect, place: Place): void {
  suspect.followed ||= place.id !== null;
  const isMissingOne = suspect.kind === 'absent' && place.index === suspect.index;
  if (isMissingOne || (suspect.leaf && place.content?.equals(suspect.leaf))) suspect.foundAt ??= place.index;
  if (suspect.content && place.leaf?.equals(suspect.content)) suspect.belongsAt ??= place.index;
}

/** The finding about a place that is certainly wrong. */
export function wrongPlace(suspect: Suspect): Finding {
  const { index, id, kind, foundAt, belongsAt } = suspect;
  const row = `Row ${index}${id ? ` (event ${id})` : ''}`;
  const finding = (reason: AuditFault, rest: string): Finding => ({ reason, index, id, sentence: `${row} ${rest}` });
  if (kind === 'extra') return finding('inserted', 'was inserted: the signed log has no such row at this place.');
  if (kind === 'absent') {
    if (foundAt !== null) return finding('reordered', 'was moved: its event stands at another place.');
    if (suspect.followed) return finding('deleted', 'was deleted: nothing stands where the signed log has an event.');
    return finding('cut-off', 'and all after it were cut off: the signed log goes on.');
  }
  if (foundAt !== null && belongsAt !== null) {
    return finding(
      'reordered',
      `was moved: it belongs at row ${belongsAt}, and the event signed here stands at row ${foundAt}.`,
    );
  }
  if (belongsAt !== null)
    return finding('deleted', `stands where another was deleted: it belongs at row ${belongsAt}.`);
  if (foundAt !== null) return finding('inserted', `was inserted: the event signed here stands at row ${foundAt}.`);
  return finding('changed', 'was changed: its content is not what was recorded.');
}

/**
 * A run of rows from the last proved one to a signed head that they do not add up to, though each
 * agrees with its own hash and number. `found` is how many rows stand before the head of `to` rows,
 * `followed` whether more rows come after it.
 */
export type Run = { from: number; to: number; found: number; followed: boolean };

/** The finding about a run of rows of which at least one is wrong. */
export function wrongRun({ from, to, found, followed }: Run): Finding {
  const finding = (reason: AuditFault, index: number, sentence: string): Finding => ({
    reason,
    index,
    id: null,
    sentence,
  });
  const last = Math.max(to, found) - 1;
  const rows = from === last ? `Row ${from}` : `Of rows ${from} to ${last} at least one`;
  if (found === to)
    return finding(
      'root-mismatch',
      from,
      `${rows} was changed together with its hash: the checkpoint signed at ${to} rows is of others.`,
    );
  if (found > to)
    return finding('inserted', from, `${rows} was inserted: the checkpoint after them was signed at ${to} rows.`);
  if (followed)
    return finding(
      'deleted',
      from,
      `${rows} was deleted and the rest renumbered: the checkpoint after them was signed at ${to} rows.`,
    );
  if (found <= from)
    return finding('cut-off', found, `Row ${found} and all after it were cut off: the log was signed at ${to} rows.`);
  return finding(
    'cut-off',
    found,
    `Row ${found} and all after it were cut off, or one from row ${from} on was deleted and the rest ` +
      `renumbered: the log was signed at ${to} rows.`,
  );
}

/** The finding about a row that stands where no checkpoint has signed one. */
export function beyondSigned(index: number, id: string | null, signed: number): Finding {
  const row = `row ${index}${id === null ? '' : ` (event ${id})`}`;
  const sentence =
    signed === 0
      ? `No checkpoint that the log's key signed is stored, though ${row} has its place in the log.`
      : `R${row.slice(1)} stands beyond the ${signed} rows that are signed: no checkpoint covers it.`;
  return { reason: 'bad-checkpoint', index, id, sentence };
}

/** What is wrong with an event that no signed head covers, of which there are `signed` rows; null where it waits. */
export function wrongUnsigned(
  { id, index, hash, content, written, refused }: Unsigned,
  signed: number,
): Finding | null {
  const finding = (reason: AuditFault, rest: string): Finding => ({
    reason,
    index,
    id,
    sentence: `Event ${id} ${rest}`,
  });
  if (written === 'neither')
    return finding('forged', 'was written by no process of this platform: it does not carry the MAC of its key.');
  if (written === 'hash' && !content?.equals(hash))
    return finding('changed', 'was changed before it had its place in the log: its content is not what was recorded.');
  if (index !== null) return beyondSigned(index, id, signed);
  if (refused)
    return finding('changed', 'was kept out of the log: it is marked as refused, though this platform wrote it.');
  if (written === 'content')
    return finding('damaged-tree', 'is as it was recorded, but the hash kept beside it is not.');
  return null;
}

/** The finding about a log of which a head was kept that another key has signed. */
export function keptUnderAnotherKey(key: string): Finding {
  const sentence = `The checkpoint kept elsewhere is not signed by the key ${key}: it is that of another log.`;
  return { reason: 'swapped-key', index: null, id: null, sentence };
}

/**
 * The finding about a log that is not the one of which a checkpoint was kept elsewhere. `from` is how many rows an
 * older one of them still proves.
 */
export function rewritten(from: number, size: number): Finding {
  const sentence =
    `Of rows ${from} to ${size - 1} at least one was rewritten: the checkpoint kept elsewhere at ${size} rows is ` +
    'of others.';
  return { reason: 'root-mismatch', index: from, id: null, sentence };
}

/** The finding about a log that ends before the checkpoint that was kept elsewhere. */
export function cutOff(found: number, signed: number): Finding {
  return {
    reason: 'cut-off',
    index: found,
    id: null,
    sentence: `Row ${found} and all after it were cut off: the checkpoint kept elsewhere covers ${signed} rows.`,
  };
}

/** The finding about a head that proves nothing. */
export function badCheckpoint(
  size: number,
  why: 'malformed' | 'unknown-key' | 'bad-signature' | 'misfiled' | 'absent',
  key: string,
): Finding {
  const because = {
    malformed: 'is not a checkpoint of this log',
    'unknown-key': `is not signed by the key ${key}`,
    'bad-signature': `carries a forged signature of the key ${key}`,
    misfiled: 'was signed for another number of rows',
    absent: `is missing: nothing that the key ${key} signed covers the end of the log`,
  }[why];
  return { reason: 'bad-checkpoint', index: null, id: null, sentence: `The checkpoint at ${size} rows ${because}.` };
}

/** The finding about a hash kept beside an event that is itself as signed. */
export function damagedHash({ index, id }: Place): Finding {
  return {
    reason: 'damaged-tree',
    index,
    id,
    sentence: `Row ${index} is as it was signed, but the hash kept beside it is not.`,
  };
}

/** The finding about an inner node of the stored tree, in a log whose rows are as they were signed. */
export function damagedNode(level: number, index: number): Finding {
  return {
    reason: 'damaged-tree',
    index: index * 2 ** level,
    id: null,
    sentence: `Node ${index} at level ${level} of the stored tree is not what was signed: no proof can be made of it.`,
  };
}

/** The finding about an event that is as it was signed, in a tree that does not lead to the signed head. */
export function noPath(index: number, id: string, signed: number): Finding {
  const row = `row ${index} (event ${id})`;
  const sentence = `The stored tree does not lead from ${row} to the head signed at ${signed} rows.`;
  return { reason: 'root-mismatch', index, id, sentence };
}
