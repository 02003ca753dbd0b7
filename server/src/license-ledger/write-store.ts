/** Writes what was changed in the books, all of it in the caller's transaction. */
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { Book } from './book.ts';
import { sharedOut } from './slots.ts';

/** Who moved it; null is the platform itself. */
export type MovedBy = { id: string; name: string } | null;
/** What the moves of a book have in common. `operationId`: the update that they are part of. */
export type Writing = { operationId: string; by: MovedBy; now: Date };

/**
 * Writes pools, slots, uses, moves and entries of a book. Its moves are never earlier than those that their pools
 * had before: a clock that goes back must not put them out of order. Answers when they were made.
 */
export async function writeBook(tx: Db, book: Book, { operationId, by, now }: Writing): Promise<Date> {
  const pools = [...book.changed].map((id) => book.pools.get(id)).filter((pool) => pool !== undefined);
  const at = new Date(Math.max(now.getTime(), ...pools.map(({ changed_at }) => changed_at?.getTime() ?? 0)));
  if (pools.length === 0) return at;
  const rows = pools.map(({ id, owner_pool_id, unlimited, licensed, held, version }) => ({
    id,
    owner_pool_id,
    unlimited,
    licensed,
    held,
    version,
  }));
  await sql`update license_pool p set owner_pool_id = x.owner_pool_id, unlimited = x.unlimited,
      licensed = x.licensed, held = x.held, version = x.version
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as x(id uuid, owner_pool_id uuid, unlimited boolean, licensed boolean, held bigint, version bigint)
    where p.id = x.id`.execute(tx);
  await writeSlots(tx, pools);
  await writeUses(tx, book, at);
  if (book.moves.length === 0) return at;
  const actor = { actor_id: by?.id ?? null, actor_name: by?.name ?? null };
  await tx
    .insertInto('license_move')
    .values(
      book.moves.map(({ limit_before, limit_after, used_before, used_after, ...move }) => ({
        ...move,
        operation_id: operationId,
        at,
        limit_before: String(limit_before),
        limit_after: String(limit_after),
        used_before: String(used_before),
        used_after: String(used_after),
        ...actor,
      })),
    )
    .execute();
  if (book.entries.length > 0)
    await sql`insert into license_entry
        (move_id, pool_id, version, delta, held_before, held_after, handed_on, at)
      select x.move_id, x.pool_id, x.version, x.delta, x.held_before, x.held_after, x.handed_on, ${at}
      from jsonb_to_recordset(${JSON.stringify(book.entries)}::jsonb)
        as x(move_id uuid, pool_id uuid, version bigint, delta bigint, held_before bigint, held_after bigint,
          handed_on bigint)`.execute(tx);
  return at;
}

/** The slots of pools as they are shared out now. What is merged is written anew: no slot is ever above its share. */
export async function writeSlots(
  tx: Db,
  pools: readonly { id: string; kind: string; held: number; unlimited: boolean; slots: readonly number[] }[],
): Promise<void> {
  const shared = pools
    .filter(({ kind }) => kind !== 'issuer')
    .map(({ id, held, unlimited, slots }) => ({
      id,
      unlimited,
      before: slots.length,
      now: sharedOut(held, unlimited, slots),
    }));
  const merged = shared.filter(({ before, now }) => now.length < before || now.some(({ share, used }) => used > share));
  if (merged.length > 0)
    await sql`delete from license_slot where pool_id = any(${merged.map(({ id }) => id)}::uuid[])`.execute(tx);
  const rows = shared.flatMap(({ id, unlimited, now }) =>
    now.map(({ share, used }, slot) => ({ pool_id: id, slot, unlimited, share, used })),
  );
  if (rows.length > 0)
    await sql`insert into license_slot as s (pool_id, slot, unlimited, share, used)
      select x.pool_id, x.slot, x.unlimited, x.share, x.used from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as x(pool_id uuid, slot smallint, unlimited boolean, share bigint, used bigint)
      on conflict (pool_id, slot) do update
        set unlimited = excluded.unlimited, share = excluded.share, used = excluded.used`.execute(tx);
}

/**
 * Writes the uses that another pool counts from now on, as new uses of it, and ends those of emptied pools. In this
 * order: what a reset has just taken over ends as well.
 */
async function writeUses(tx: Db, { emptied, takenOver }: Book, at: Date): Promise<void> {
  if (takenOver.length > 0)
    await sql`with taken as (
        update license_use u set released_at = ${at}
        from jsonb_to_recordset(${JSON.stringify(takenOver)}::jsonb) as x(account_id uuid, "from" uuid, "to" uuid)
        where u.account_id = x.account_id and u.pool_id = x."from" and u.released_at is null
        returning x."to" as pool_id, u.account_id, u.subject_kind, u.subject_id, u.quantity)
      insert into license_use (id, pool_id, slot, account_id, subject_kind, subject_id, quantity, used_at)
      select gen_random_uuid(), pool_id, 0, account_id, subject_kind, subject_id, quantity, ${at}
      from taken`.execute(tx);
  if (emptied.size > 0)
    await sql`update license_use set released_at = ${at}
      where pool_id = any(${[...emptied]}::uuid[]) and released_at is null`.execute(tx);
}
