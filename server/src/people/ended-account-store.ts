/**
 * What the audit log is told of the people of an account that is deleted: each who is deleted with it has an event, and
 * each account that somebody belongs to first from then on learns that.
 */
import { sql, type RawBuilder } from 'kysely';
import { peopleOfNoOther } from '../db/deletion.ts';
import type { Db } from '../db/open.ts';
import type { ChangeEvent } from '../db/record.ts';
import { accountsToTell, standingsOfAll } from './standing-store.ts';

/** An event of one of them; that of the call itself is of another kind. */
export type EndedEvent = ChangeEvent & {
  as: { action: 'UPDATE' | 'DELETE'; resource: 'USER' | 'SERVICE_USER'; result: 'success' };
};

type Known = { id: string; called: string; service_user: boolean };
type Deleted = Known & { name: string; email: string | null; access_scope: string };

const CALLED = sql`case when u.service_user then u.name else u.user_name end as called`;

const kindOf = <A extends EndedEvent['as']['action']>(action: A, { service_user }: Known) =>
  ({ action, resource: service_user ? 'SERVICE_USER' : 'USER', result: 'success' }) as const;

/** Reads them before the account is deleted, whose row the caller holds; the answer is called once it is. */
export async function watchPeopleOf(tx: Db, accountId: string): Promise<() => Promise<EndedEvent[]>> {
  const ofNoOther = peopleOfNoOther(accountId);
  const read = async <T>(columns: RawBuilder<unknown>, which: RawBuilder<boolean>): Promise<T[]> =>
    (
      await sql<T>`
      select u.id, ${CALLED}, u.service_user ${columns} from app_user u where ${which} order by u.id`.execute(tx)
    ).rows;
  const deleted = await read<Deleted>(sql`, u.name, u.email, u.access_scope`, ofNoOther);
  const staying = await read<Known>(
    sql``,
    sql`u.primary_account_id = ${accountId} and u.deleted_at is null and not ${ofNoOther}`,
  );
  const ids = staying.map(({ id }) => id);
  const was = await standingsOfAll(tx, ids);
  return async () => {
    const is = await standingsOfAll(tx, ids);
    const who = ({ id, called }: Known) => ({ resource_id: id, resource_name: called, account_id: accountId });
    return [
      ...deleted.map((one) => {
        const { called: user_name, name, email, access_scope } = one;
        return { ...who(one), before: { user_name, name, email, access_scope }, as: kindOf('DELETE', one) };
      }),
      ...staying.flatMap((one) =>
        accountsToTell(who(one), { was: was(one.id), is: is(one.id), nameBefore: one.called }).map((event) => ({
          ...event,
          as: kindOf('UPDATE', one),
        })),
      ),
    ];
  };
}
