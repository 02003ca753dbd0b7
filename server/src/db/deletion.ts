/** Carries out what references.ts says of a deleted account or person. */
import { sql, type RawBuilder } from 'kysely';
import type { Db } from './open.ts';
import {
  heirsOf,
  otherAccountsOf,
  REVOKED_WITH_OWNER,
  TO_ACCOUNT,
  TO_ACCOUNT_UNCHECKED,
  TO_PERSON,
  TO_PERSON_UNCHECKED,
  type Consequence,
  type Counted,
  type References,
} from './references.ts';
import { inSlices } from './slices.ts';

/** The people who belong to an account and to no other; system scope belongs to the platform. */
export const peopleOfNoOther = (accountId: string): RawBuilder<boolean> =>
  peopleOfNoOtherThan(sql`(${accountId}::uuid)`);

/**
 * The people who belong to one of these accounts and to no other; `accounts` is a list or a subquery in parentheses.
 */
export const peopleOfNoOtherThan = (accounts: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(u.deleted_at is null and u.access_scope <> 'system'
    and exists (select from user_account m where m.user_id = u.id and m.account_id in ${accounts})
    and not exists (${otherAccountsOf('u', accounts)}))`;

/**
 * SQL for how many certificates are revoked when accounts are deleted and these people with them; each a subquery in
 * parentheses. Those of whoever is handed on to another account go along.
 */
export const revokedWith = (accounts: RawBuilder<unknown>, people: RawBuilder<unknown>): RawBuilder<number> => sql`
  (select count(*)::int from (
    select id from certificate where account_id in ${accounts} and ${REVOKED_WITH_OWNER.open}
      and not exists (select from app_user u where u.id = certificate.user_id and u.primary_account_id in ${accounts}
        and u.deleted_at is null and u.access_scope <> 'system' and exists (${heirsOf(accounts)}))
    union
    select id from certificate where user_id in ${people} and ${REVOKED_WITH_OWNER.open}) revoked)`;

/** SQL for how many certificates are revoked when these people are deleted; `people` is a subquery in parentheses. */
export const revokedWithPeople = (people: RawBuilder<unknown>): RawBuilder<number> => sql`
  (select count(*)::int from certificate where user_id in ${people} and ${REVOKED_WITH_OWNER.open})`;

/** How many ended with a deletion, of what the audit log tells by the event of whom it belonged to. */
export type Ended = Partial<Record<Counted, number>>;

/** What that event says beside what was deleted: nothing where nothing ended. */
export const endedSide = (ended: Ended): { after?: Ended } => (Object.keys(ended).length > 0 ? { after: ended } : {});

/** Counts so many more; none is not counted. */
function add(ended: Ended, as: Counted, more: number): void {
  if (more > 0) ended[as] = (ended[as] ?? 0) + more;
}

/**
 * Does to all that refers to an account what its deletion does: the people who belong to no other are deleted, whose
 * user names are free again, and every declared column has its consequence. The caller holds the lock of the account's
 * row and marks it deleted. Answers how many ended, also of those people.
 */
export async function deleteWhatBelongsTo(tx: Db, accountId: string, now: Date, deletedBy: string): Promise<Ended> {
  const { rows } = await sql<{ id: string }>`
    select u.id from app_user u where ${peopleOfNoOther(accountId)} for no key update`.execute(tx);
  const ended = await deletePeople(
    tx,
    rows.map(({ id }) => id),
    now,
    deletedBy,
  );
  await carryOut(tx, { ...TO_ACCOUNT, ...TO_ACCOUNT_UNCHECKED }, [accountId], { now, deletedBy, ended });
  return ended;
}

/** People of one statement, of whom each has rows in many tables. */
const PEOPLE = 1_000;

/** Marks people deleted, and does to all that refers to them what that means. Answers how many ended. */
export async function deletePeople(tx: Db, ids: readonly string[], now: Date, deletedBy: string): Promise<Ended> {
  const ended: Ended = {};
  for (let from = 0; from < ids.length; from += PEOPLE) {
    const some = ids.slice(from, from + PEOPLE);
    await carryOut(tx, { ...TO_PERSON, ...TO_PERSON_UNCHECKED }, some, { now, deletedBy, ended });
    await sql`update app_user set deleted_at = ${now}, updated_at = ${now}, updated_by = ${deletedBy}
      where id = any(${some})`.execute(tx);
  }
  return ended;
}

async function carryOut(
  tx: Db,
  references: References,
  ids: readonly string[],
  { now, deletedBy, ended }: { now: Date; deletedBy: string; ended: Ended },
): Promise<void> {
  for (const [column, consequence] of Object.entries(references)) {
    if (consequence.is === 'handed on') await consequence.by(ids, now, deletedBy).execute(tx);
    const [table = '', name = ''] = column.split('.');
    const change = changeOf(table, name, consequence, now);
    if (!change) continue;
    const ofThem = sql<boolean>`${sql.ref(name)} = any(${ids})`;
    if ('told' in consequence && consequence.told) {
      const { as, which } = consequence.told;
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from ${sql.table(table)} where ${ofThem} and ${which}`.execute(tx);
      add(ended, as, rows[0]?.count ?? 0);
    }
    if ('many' in consequence) await inSlices(tx, table, ofThem, change);
    await change(ofThem).execute(tx);
  }
}

/** What a consequence is in SQL, for the rows of a condition; null where nothing is done to them. */
function changeOf(
  table: string,
  name: string,
  consequence: Consequence,
  now: Date,
): ((rows: RawBuilder<boolean>) => RawBuilder<unknown>) | null {
  switch (consequence.is) {
    case 'deleted':
      return (rows) => sql`delete from ${sql.table(table)} where ${rows}`;
    case 'detached':
      return (rows) => sql`update ${sql.table(table)} set ${sql.ref(name)} = null where ${rows}`;
    case 'ended': {
      const { set, open, gone } = consequence;
      const end = (rows: RawBuilder<boolean>): RawBuilder<unknown> =>
        sql`update ${sql.table(table)} set ${set(now)} where ${rows} and ${open}`;
      if (gone)
        return (rows) => sql`with gone as (delete from ${sql.table(table)} where ${rows} and ${gone}) ${end(rows)}`;
      if (!consequence.parts) return end;
      const [parts = '', owner = ''] = consequence.parts.split('.');
      return (rows) => sql`with ended as (${end(rows)} returning id)
        delete from ${sql.table(parts)} where ${sql.ref(owner)} in (select id from ended)`;
    }
    case 'handed on':
    case 'kept':
    case 'followed':
      return null;
  }
}
