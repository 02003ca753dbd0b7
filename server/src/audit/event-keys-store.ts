/**
 * How events are found in the order of time, however many there are: by keys, each of which an index has before the
 * time (0025-audit-list.sql). A page is made of the newest events of each key. Why so:
 * docs/decisions/040-the-audit-list.md.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/open.ts';

/** What is low in number of an event: all four are equal of the events of a kind. */
export type Kind = { action: string; resource_type: string; result: string; actor_via: string };

/** An account whose events may be read, from a moment on where that is not from the beginning. */
export type Span = { id: string; since: Date | null };

/** The keys that are walked: the rows of `from`, with the condition on the event `e` that each stands for. */
export type Keys = { count: number; from: RawBuilder<unknown>; match: RawBuilder<boolean> };

/** The one key of which every event is. */
export const EVERY: Keys = { count: 1, from: sql`(select)`, match: sql<boolean>`true` };

export const ofResource = (id: string): Keys => ({ ...EVERY, match: sql<boolean>`e.resource_id = ${id}` });

/** A key for each kind. */
export function ofKinds(kinds: readonly Kind[]): Keys {
  const column = (name: keyof Kind) => sql`${kinds.map((kind) => kind[name])}::text[]`;
  return {
    count: kinds.length,
    from: sql`(select * from unnest(${column('action')}, ${column('resource_type')}, ${column('result')},
      ${column('actor_via')}) as kind (action, resource_type, result, actor_via))`,
    match: sql<boolean>`e.action = key.action and e.resource_type = key.resource_type
      and e.result = key.result and e.actor_via = key.actor_via`,
  };
}

/** The keys of an actor: `keys` with what that person did alone. */
export const ofActor = (id: string, keys: Keys): Keys => ({
  ...keys,
  match: sql<boolean>`e.actor_id = ${id} and ${keys.match}`,
});

/** A key for each of the accounts and each of `keys`. */
export const ofAccounts = (spans: readonly Span[], keys: Keys): Keys => ({
  count: spans.length * keys.count,
  from: sql`(select * from ${keys.from} one cross join unnest(${spans.map(({ id }) => id)}::uuid[],
    ${spans.map(({ since }) => since)}::timestamptz[]) as span (account_id, since))`,
  match: sql<boolean>`e.account_id = key.account_id and (key.since is null or e.at > key.since) and ${keys.match}`,
});

/**
 * The kinds of which there are events: of an actor, of an account, or of all. One step in the index for each, found by
 * the next greater one.
 */
export async function kindsOf(db: Db, prefix: { actor?: string; account?: string }): Promise<Kind[]> {
  const columns = sql`e.action, e.resource_type, e.result, e.actor_via`;
  const within = sql.join(
    [
      sql`true`,
      ...(prefix.account === undefined ? [] : [sql`e.account_id = ${prefix.account}`]),
      ...(prefix.actor === undefined ? [] : [sql`e.actor_id = ${prefix.actor}`]),
    ],
    sql` and `,
  );
  const { rows } = await sql<Kind>`with recursive kind as (
      (select ${columns} from audit_event e where ${within} order by ${columns} limit 1)
      union all
      select following.* from kind cross join lateral (
        select ${columns} from audit_event e
        where ${within} and (${columns}) > (kind.action, kind.resource_type, kind.result, kind.actor_via)
        order by ${columns} limit 1) following
    ) select * from kind`.execute(db);
  return rows;
}
