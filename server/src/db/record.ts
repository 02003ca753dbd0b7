/**
 * One way to create, to change and to delete a record: read under a lock, the rule, the version, what is the same left
 * alone, written, read again. What each answers has the event of the audit log: a route hands it on with
 * `audit(change.event)`.
 */
import { fieldProblem, Problem, type ProblemAbout, type ProblemStatus, type Reason } from '@signet/contract/problem';
import { auditedNames, type Columns } from '@signet/contract/record';
import type { Viewer } from '@signet/contract/viewer';
import { sql, type Insertable, type Updateable } from 'kysely';
import { concerning } from './concerning.ts';
import type { Db } from './open.ts';
import type { Database } from './schema.ts';
import { isStored, requireVersion } from './version.ts';
import { violatedIndex } from './violation.ts';

type Stamp = 'id' | 'version' | 'created_at' | 'updated_at' | 'updated_by';
/** The tables whose rows carry a version and who saved them last. */
type RecordTable = {
  [T in keyof Database]: Stamp extends keyof Database[T] ? T : never;
}[keyof Database];
type NewValues<T extends RecordTable> = Omit<Insertable<Database[T]>, Stamp>;
type Values<T extends RecordTable> = Omit<Updateable<Database[T]>, Stamp>;

/** What is answered of any record that somebody else may have saved meanwhile. */
type VersionedRecord = { id: string; version: number; updated_at: string; updated_by_name: string | null };

/** What is special about a kind of record. `Key` finds one; `One` is one as the viewer sees it. */
export type RecordKind<T extends RecordTable, Key, One extends VersionedRecord> = {
  table: T;
  columns: Columns;
  /** Reads one; with `lock` it stays as it is until the transaction ends. Throws 404. */
  read: (viewer: Viewer, db: Db, key: Key, how: { lock: boolean; now: Date }) => Promise<One>;
  /** Its columns as they are stored, where the record has them in another shape. */
  stored?: (one: One) => object;
  /** What the audit log calls it, and the account that it concerns. */
  name: (one: One) => string;
  account: (one: One) => string | null;
  /** What is wrong under which field where another record has the value already, by unique index. */
  uniqueIndexes?: Readonly<Record<string, { field: string; status: ProblemStatus }>>;
};

/** What the audit log records of a change; the frame adds who, when and from where. */
export type ChangeEvent = {
  resource_id: string;
  resource_name: string;
  account_id: string | null;
  before?: object;
  after?: object;
};

export type Created<One> = { after: One; event: ChangeEvent };
/** `event` is `nothing` where the record had all the values already. */
export type Changed<One> = { before: One; after: One; event: ChangeEvent | 'nothing' };
export type Deleted<One> = { before: One; event: ChangeEvent };

const storedOf = <T extends RecordTable, Key, One extends VersionedRecord>(
  kind: RecordKind<T, Key, One>,
  one: One,
): object => (kind.stored ? kind.stored(one) : one);

/** What of a record the audit log keeps: the audited columns of its declaration. */
export function auditSnapshot<T extends RecordTable, Key, One extends VersionedRecord>(
  kind: RecordKind<T, Key, One>,
  one: One,
): Record<string, unknown> {
  const stored = new Map(Object.entries(storedOf(kind, one)));
  return Object.fromEntries(
    auditedNames(kind.columns).map((name) => {
      if (!stored.has(name)) throw new Error(`${kind.table}: the audit log keeps ${name}, which nobody read.`);
      return [name, stored.get(name)];
    }),
  );
}

const aboutRecord = <T extends RecordTable, Key, One extends VersionedRecord>(
  kind: RecordKind<T, Key, One>,
  one: One,
): Pick<ChangeEvent, 'resource_id' | 'resource_name' | 'account_id'> => ({
  resource_id: one.id,
  resource_name: kind.name(one),
  account_id: kind.account(one),
});

function eventOf<T extends RecordTable, Key, One extends VersionedRecord>(
  kind: RecordKind<T, Key, One>,
  one: One,
  sides: { before?: One; after?: One },
): ChangeEvent {
  const { before, after } = sides;
  return {
    ...aboutRecord(kind, one),
    ...(before ? { before: auditSnapshot(kind, before) } : {}),
    ...(after ? { after: auditSnapshot(kind, after) } : {}),
  };
}

/** Runs a write; a value that another record has already is refused under its field. */
async function write<T extends RecordTable, Key, One extends VersionedRecord>(
  kind: RecordKind<T, Key, One>,
  work: () => Promise<unknown>,
  fieldOf: (field: string) => string = (field) => field,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const violated = kind.uniqueIndexes?.[violatedIndex(error) ?? ''];
    if (!violated) throw error;
    throw fieldProblem(fieldOf(violated.field), { status: violated.status });
  }
}

/** The columns that have a value, with it: an absent one keeps what is there. */
const presentValues = (values: object): [string, unknown][] =>
  Object.entries(values).filter(([, value]) => value !== undefined);

/** Throws the reason of a rule, where it has one; `about` says of which record, where the viewer has seen one. */
export function refuse(reason: Reason | null, about?: ProblemAbout): void {
  if (!reason) return;
  const problem = new Problem(reason.status, reason.params ? { params: reason.params } : {});
  problem.about = about;
  throw problem;
}

export type NewRecord<T extends RecordTable, Key> = {
  id: string;
  key: Key;
  values: NewValues<T>;
  now: Date;
  /** Where a field of the kind stands in the request, where that is another place. */
  fieldOf?: (field: string) => string;
};

/** Inserts a record under the id, and reads it. Throws what is taken under its field. */
export async function createRecord<T extends RecordTable, Key, One extends VersionedRecord>(
  kind: RecordKind<T, Key, One>,
  viewer: Viewer,
  tx: Db,
  { id, key, values, now, fieldOf }: NewRecord<T, Key>,
): Promise<Created<One>> {
  const row = presentValues({ ...values, id, created_at: now, updated_at: now, updated_by: viewer.userId });
  const insert = sql`insert into ${sql.table(kind.table)} (${sql.join(row.map(([name]) => sql.ref(name)))})
    values (${sql.join(row.map(([, value]) => value))})`;
  await write(kind, () => insert.execute(tx), fieldOf);
  const after = await kind.read(viewer, tx, key, { lock: false, now });
  return { after, event: eventOf(kind, after, { after }) };
}

export type RecordChange<T extends RecordTable, One> = {
  now: Date;
  /** The version that was read, where the caller says it: another one is refused. */
  version?: number | undefined;
  /** Why it may not be changed, where it may not. */
  whyNot?: (before: One) => Reason | null;
  /** The values it gets; throws what is wrong under its field. */
  set: (before: One) => Values<T> | Promise<Values<T>>;
  /** Further columns that are written whenever a value is another one. */
  alsoSet?: Values<T>;
};

/**
 * Changes a record. `event` is `nothing` where it has all these values already. Throws 404, the reason of the rule,
 * CHANGED_MEANWHILE, and what is wrong or taken under its field.
 */
export async function changeRecord<T extends RecordTable, Key, One extends VersionedRecord>(
  kind: RecordKind<T, Key, One>,
  viewer: Viewer,
  tx: Db,
  key: Key,
  { now, version, whyNot, set, alsoSet }: RecordChange<T, One>,
): Promise<Changed<One>> {
  const before = await kind.read(viewer, tx, key, { lock: true, now });
  return concerning(aboutRecord(kind, before), async () => {
    refuse(whyNot?.(before) ?? null);
    requireVersion(before, version);
    const values = await set(before);
    if (isStored(storedOf(kind, before), values)) return { before, after: before, event: 'nothing' };
    const stamps = { version: before.version + 1, updated_at: now, updated_by: viewer.userId };
    const updates = presentValues({ ...values, ...alsoSet, ...stamps });
    const assignments = sql.join(updates.map(([name, value]) => sql`${sql.ref(name)} = ${value}`));
    const update = sql`update ${sql.table(kind.table)} set ${assignments} where id = ${before.id}`;
    await write(kind, () => update.execute(tx));
    const after = await kind.read(viewer, tx, key, { lock: false, now });
    return { before, after, event: eventOf(kind, after, { before, after }) };
  });
}

/**
 * Deletes a record; `remove` does it where more than its row goes, or less. Answers what it was. Throws 404 and the
 * reason of the rule.
 */
export async function deleteRecord<T extends RecordTable, Key, One extends VersionedRecord>(
  kind: RecordKind<T, Key, One>,
  viewer: Viewer,
  tx: Db,
  key: Key,
  { now, whyNot, remove }: Pick<RecordChange<T, One>, 'now' | 'whyNot'> & { remove?: (before: One) => Promise<void> },
): Promise<Deleted<One>> {
  await kind.read(viewer, tx, key, { lock: true, now });
  // Once more: a statement that waited for the lock knows what belongs to the record as of its own beginning.
  const before = await kind.read(viewer, tx, key, { lock: false, now });
  return concerning(aboutRecord(kind, before), async () => {
    refuse(whyNot?.(before) ?? null);
    if (remove) await remove(before);
    else await sql`delete from ${sql.table(kind.table)} where id = ${before.id}`.execute(tx);
    return { before, event: eventOf(kind, before, { before }) };
  });
}
