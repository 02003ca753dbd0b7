/**
 * How somebody stands with each of their accounts. What is done to a person is told in the account that they belong to
 * first; an account that they come into or leave is told for itself, and learns nothing of another one.
 */
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { ChangeEvent } from '../db/record.ts';

/** What an account is told of somebody: whether they are in it and belong to it first, and their roles there. */
type Standing = { account_ids: string[]; primary_account_id: string | null; roles: string[] };
/** By the id of the account; none is outside. */
export type Standings = ReadonlyMap<string, Standing>;

const OUTSIDE: Standing = { account_ids: [], primary_account_id: null, roles: [] };
/** Of who is not made yet, or no more. */
export const NOWHERE: Standings = new Map();

/** How one person stands. */
export const standingsOf = async (db: Db, userId: string): Promise<Standings> =>
  (await standingsOfAll(db, [userId]))(userId);

/** How these people stand, by the id of each. A role that another account has made is that account's business. */
export async function standingsOfAll(db: Db, userIds: readonly string[]): Promise<(userId: string) => Standings> {
  const { rows } = await sql<{ user_id: string; id: string; first: boolean; roles: string[] }>`
    select u.id as user_id, a.id, a.id is not distinct from u.primary_account_id as first,
      array(select r.app_code || '/' || r.name from user_role g join role r on r.id = g.role_id
        where g.user_id = u.id and r.deleted_at is null and (r.account_id is null or r.account_id = a.id)
        order by r.app_code, r.name collate "und-x-icu", r.id) as roles
    from app_user u join user_account m on m.user_id = u.id join account a on a.id = m.account_id
    where u.id = any(${[...userIds]}::uuid[]) and a.deleted_at is null order by a.id`.execute(db);
  const standings = Map.groupBy(rows, ({ user_id: userId }) => userId);
  return (userId) =>
    new Map(
      standings
        .get(userId)
        ?.map(({ id, first, roles }) => [id, { account_ids: [id], primary_account_id: first ? id : null, roles }]),
    );
}

type Who = Pick<ChangeEvent, 'resource_id' | 'resource_name' | 'account_id'>;

/**
 * The events of the accounts that somebody has come into or left, or does not belong to first any more, but for that of
 * `who.account_id`, where everything is told. `nameBefore` is how they were called until then.
 */
export function accountsToTell(
  who: Who,
  { was, is, nameBefore }: { was: Standings; is: Standings; nameBefore: string },
): ChangeEvent[] {
  const others = [...new Set([...was.keys(), ...is.keys()])].filter((id) => id !== who.account_id);
  return others.flatMap((id) => {
    const [before, after] = [was.get(id) ?? OUTSIDE, is.get(id) ?? OUTSIDE];
    const isSame =
      before.account_ids.length === after.account_ids.length && before.primary_account_id === after.primary_account_id;
    if (isSame) return [];
    const resource_name = is.has(id) ? who.resource_name : nameBefore;
    return [{ resource_id: who.resource_id, resource_name, account_id: id, before, after }];
  });
}
