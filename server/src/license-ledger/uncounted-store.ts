/**
 * Counts what exists and is not counted: what was there before its feature was, or came with other accounts than its
 * own. Here nothing is refused, for it is there; a pool may then be used beyond its limit, until enough is given back.
 */
import type { EnrollmentStage } from '@signet/contract/areas/enrollment-rules';
import { sql, type RawBuilder } from 'kysely';
import { authorityStands } from '../db/authority-stands.ts';
import type { Db } from '../db/open.ts';
import { COUNTED, type CountedKind } from './counted.ts';
import { lockPools, readPools } from './pool-store.ts';
import { endAllUnshown } from './unshown-store.ts';
import { nearestOf } from './use-store.ts';
import { writeSlots } from './write-store.ts';

/** The job that counts; it takes no payload. */
export const COUNT_JOB = 'licenses.count';
/** After what people wait for. */
const PRIORITY = 20;
/** How many things are counted in one transaction. */
const BATCH = 1_000;

/** Stages of a renewal at which the certificate that it renews has handed its place on to the new one. */
const HANDED_ON: readonly EnrollmentStage[] = ['generated', 'redeemed'];
/** SQL for whether a renewal at this stage has the place of the certificate that it renews. */
export const hasItsPlace = (stage: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${stage} = any(${[...HANDED_ON]}::text[])`;

/** `until`: the column that says when a thing ends, after which it counts no more. */
type Source = { table: string; account: string; where: RawBuilder<boolean>; until?: string };

/** Where the things of a kind stand: whose each is, and which of the rows count; `t` is the alias of the table. */
const SOURCES: Record<CountedKind, Source> = {
  account: {
    table: 'account',
    account: 'partner_account_id',
    where: sql<boolean>`t.deleted_at is null and not t.system_account`,
  },
  administrator: {
    table: 'app_user',
    account: 'primary_account_id',
    where: sql<boolean>`t.deleted_at is null and not t.service_user and t.access_scope <> 'end_user'`,
  },
  service_user: {
    table: 'app_user',
    account: 'primary_account_id',
    where: sql<boolean>`t.deleted_at is null and t.service_user`,
  },
  // The platform's own come with it.
  certificate_authority: {
    table: 'certificate_authority',
    account: 'account_id',
    where: sql<boolean>`t.state = 'active' and t.account_id is not null`,
  },
  seat: { table: 'seat', account: 'account_id', where: sql<boolean>`t.owner_account_id is not null` },
  certificate: {
    table: 'certificate',
    account: 'account_id',
    // One on hold may be good again, and goes on counting; of one that came with its account that is told elsewhere.
    where: sql<boolean>`t.seat_id is not null and t.owner_account_id is not null and ${authorityStands('t')}
      and (t.state = 'issued' or t.revocation_reason = 'certificateHold' and t.authority_id is not null)
      and not exists (select from enrollment e where e.renews = t.id and ${hasItsPlace(sql`e.stage`)})`,
    until: 'valid_to',
  },
};
const KINDS: readonly CountedKind[] = [
  'account',
  'administrator',
  'service_user',
  'certificate_authority',
  'seat',
  'certificate',
];

/** Lets the job count, once what is done here is committed; the next start asks again. */
export async function enqueueCount(db: Db): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${COUNT_JOB}, '{}'::json, job_key => ${COUNT_JOB}, priority => ${PRIORITY})`.execute(db);
}

/**
 * Counts all that is not counted, in batches, and no longer what is used in a generation that is not shown; answers how
 * many things it has counted. May run twice at once.
 */
export async function countUncounted(db: Db, now: Date): Promise<number> {
  await endAllUnshown(db, now);
  return countAll((asked) => db.transaction().execute((tx) => countBatch(tx, asked)), KINDS, sql<boolean>`true`, now);
}

/** Counts the members of an account who are counted nowhere, as those whose first account is another one by now. */
export async function countMembers(tx: Db, accountId: string, now: Date): Promise<void> {
  const members = sql<boolean>`t.id in (select m.user_id from user_account m where m.account_id = ${accountId})`;
  await countAll((asked) => countBatch(tx, asked), ['administrator', 'service_user'], members, now);
}

/** How many of these things of a kind are still to be counted; `ids` is SQL for theirs. */
export async function uncountedOf(db: Db, kind: CountedKind, ids: RawBuilder<unknown>, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(SOURCES[kind].table)} t
    where t.id in ${ids} and ${countsNow(kind, now)} and not exists (
      select from license_use u
      where u.subject_kind = ${kind} and u.subject_id = t.id and u.released_at is null)`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Which rows of a kind count; `t` is the alias of the table. */
function countsNow(kind: CountedKind, now: Date): RawBuilder<boolean> {
  const { where, until } = SOURCES[kind];
  return until === undefined ? where : sql<boolean>`${where} and t.${sql.ref(until)} >= ${now}`;
}

/** Batch after batch, until nothing is left to look at. */
async function countAll(
  run: (asked: Asked) => Promise<Batch>,
  kinds: readonly CountedKind[],
  which: RawBuilder<boolean>,
  now: Date,
): Promise<number> {
  let total = 0;
  for (const kind of kinds) {
    for (const feature of COUNTED[kind].features) {
      let batch: Batch = { counted: 0, last: null };
      do {
        const rest = batch.last === null ? which : sql<boolean>`${which} and t.id > ${batch.last}`;
        batch = await run({ kind, feature, which: rest, now });
        total += batch.counted;
      } while (batch.last !== null);
    }
  }
  return total;
}

/** `last` is the id of the last thing that was looked at; null where there was none. */
type Batch = { counted: number; last: string | null };
type Asked = { kind: CountedKind; feature: string; which: RawBuilder<boolean>; now: Date };

async function countBatch(tx: Db, { kind, feature, which, now }: Asked): Promise<Batch> {
  const { table, account } = SOURCES[kind];
  const where = countsNow(kind, now);
  const { app } = COUNTED[kind];
  const nearest = nearestOf(app, feature, sql.ref(`t.${account}`));
  const { rows } = await sql<{ id: string; pool: string | null }>`
    select t.id, (${nearest}) as pool from ${sql.table(table)} t
    where ${where} and ${which} and not exists (
      select from license_use u join license_pool p on p.id = u.pool_id
      where u.subject_kind = ${kind} and u.subject_id = t.id and u.released_at is null
        and p.app_code = ${app} and p.feature = ${feature})
    order by t.id limit ${BATCH}`.execute(tx);
  const pools = [...new Set(rows.flatMap(({ pool }) => pool ?? []))];
  const last = rows.at(-1)?.id ?? null;
  if (pools.length === 0) return { counted: 0, last };
  const ofPools = sql<boolean>`p.id = any(${pools}::uuid[])`;
  // What is being deleted at this moment is not counted: it is waited for, before the pools, as whoever deletes does.
  const found = rows.map(({ id }) => id);
  // Their accounts first, which a use names.
  await sql`select from account where id in (
      select t.${sql.ref(account)} from ${sql.table(table)} t where t.id = any(${found}::uuid[]))
    order by id for key share`.execute(tx);
  const { rows: held } = await sql<{ id: string }>`select t.id from ${sql.table(table)} t
    where t.id = any(${found}::uuid[]) and ${where} order by t.id for share of t`.execute(tx);
  await lockPools(tx, ofPools);
  // What another one counted meanwhile, or what got another pool, stays for the next time.
  const ids = held.map(({ id }) => id);
  const { rows: counted } = await sql<{ pool_id: string }>`
    insert into license_use (id, pool_id, slot, account_id, subject_kind, subject_id, quantity, used_at)
    select gen_random_uuid(), near.id, 0, t.${sql.ref(account)}, ${kind}, t.id, 1, least(t.created_at, ${now})
    from ${sql.table(table)} t cross join lateral (${nearest}) near(id)
    where t.id = any(${ids}::uuid[]) and ${where} and near.id = any(${pools}::uuid[])
    on conflict (subject_kind, subject_id, pool_id) where released_at is null do nothing
    returning pool_id`.execute(tx);
  const changed = (await readPools(tx, ofPools)).map((pool) => {
    const more = counted.filter(({ pool_id }) => pool_id === pool.id).length;
    return { ...pool, slots: pool.slots.length === 0 ? [more] : pool.slots.with(0, (pool.slots[0] ?? 0) + more) };
  });
  await writeSlots(tx, changed);
  return { counted: counted.length, last };
}
