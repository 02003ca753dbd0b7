/**
 * One place of the log as it is found. `leaf` is the hash kept beside the event when it was
 * sequenced, `content` the hash of what the event says now; `id` is null where no event stands.
 */
export type Place = { index: number; id: string | null; leaf: Buffer | null; content: Buffer | null };

/**
 * What can be wrong with a log. `changed`, `deleted`, `inserted`, `reordered` name a place;
 * `cut-off`: places at the end are gone; `root-mismatch`: places do not add up to a signed head,
 * hashes included; `bad-checkpoint`: a head is not signed by the log's key, or the end has none;
 * `swapped-key`: another key than the expected one; `damaged-tree`: every event is as signed, but
 * the hashes kept beside them are not.
 */
export type Fault =
  | 'changed'
  | 'deleted'
  | 'inserted'
  | 'reordered'
  | 'cut-off'
  | 'root-mismatch'
  | 'bad-checkpoint'
  | 'swapped-key'
  | 'damaged-tree';

/**
 * The first thing that is wrong, in one sentence. `index` is the place from 0, `id` the event there, where they are
 * known.
 */
export type Finding = { reason: Fault; index: number | null; id: string | null; sentence: string };

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
  const finding = (reason: Fault, rest: string): Finding => ({ reason, index, id, sentence: `${row} ${rest}` });
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
  const finding = (reason: Fault, index: number, sentence: string): Finding => ({ reason, index, id: null, sentence });
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

/** The finding about a row that claims a place which no checkpoint has signed. */
export function beyondSigned(size: number): Finding {
  return {
    reason: 'inserted',
    index: size,
    id: null,
    sentence: `A row was put beyond the ${size} rows that are signed.`,
  };
}

/** The finding about a log that is not the one of which a checkpoint was kept elsewhere. */
export function rewritten(size: number): Finding {
  const sentence =
    `Of rows 0 to ${size - 1} at least one was rewritten: the checkpoint kept elsewhere at ${size} rows is ` +
    'of others.';
  return { reason: 'root-mismatch', index: 0, id: null, sentence };
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
