/**
 * Tokens that end soon: whoever can replace them is told by mail, 30, 7 and 1 day before, once each. Each reminder is a
 * transaction of one token under the lock of its row, so that it is sent once, whatever is cut off and however many
 * processes look.
 */
import { payloadDate } from '@signet/contract/dates';
import { LIMITS } from '@signet/contract/limits';
import { sql } from 'kysely';
import { hasOpenAccount } from '../../db/in-service.ts';
import type { Db } from '../../db/open.ts';
import { isUnconfirmed } from '../../db/unconfirmed.ts';
import { mailAddressee, type Addressee } from '../../mail/addressee.ts';
import type { Runtime } from '../../runtime.ts';
import { addresseesOf, reminderStepOf, type Belongs } from '../credential-people-store.ts';

type Ending = Belongs & { id: string; name: string; end_date: string; last_four: string; owner_name: string };

/** Sends the reminders that are due today; answers how many. Safe to run at any time, in several processes at once. */
export async function remindOfTokens(runtime: Runtime): Promise<number> {
  let reminded = 0;
  for (let last = await remindOfNext(runtime, null); last; last = await remindOfNext(runtime, last)) reminded += 1;
  return reminded;
}

/** The next one after `last`: what was looked at once is not looked at for each of those that follow. */
async function remindOfNext(runtime: Runtime, last: Ending | null): Promise<Ending | null> {
  const now = runtime.clock.now();
  const today = payloadDate(now);
  const step = reminderStepOf(sql<number>`t.end_date - ${today}::date`);
  return runtime.db.transaction().execute(async (tx) => {
    const { rows } = await sql<Ending>`
      select t.id, t.name, t.end_date, t.last_four, t.created_by, u.id as owner_id, u.name as owner_name,
        u.service_user, u.primary_account_id as account_id
      from api_token t join app_user u on u.id = t.user_id left join account a on a.id = u.primary_account_id
      where t.enabled and u.active and u.deleted_at is null and not ${isUnconfirmed('a')}
        and ${hasOpenAccount(today)}
        and t.end_date between ${today}::date and ${today}::date + ${Math.max(...LIMITS.credentialReminderDays)}::int
        and ${last ? sql`(t.end_date, t.id) > (${last.end_date}::date, ${last.id})` : sql`true`}
        and (t.reminded_end is distinct from t.end_date or t.reminded_days > ${step})
      order by t.end_date, t.id limit 1 for no key update of t skip locked`.execute(tx);
    const token = rows[0];
    if (!token) return null;
    await sql`update api_token t set reminded_end = t.end_date, reminded_days = ${step}
      where t.id = ${token.id}`.execute(tx);
    for (const person of await addresseesOf(tx, token, now)) await remind(runtime, tx, token, person, today);
    return token;
  });
}

const remind = (runtime: Runtime, tx: Db, token: Ending, person: Addressee, today: string): Promise<void> =>
  mailAddressee(tx, runtime, person, {
    kind: 'token-ending',
    page: token.service_user ? `access/service-user/${token.owner_id}#api-tokens` : 'profile/api-tokens',
    today,
    day: token.end_date,
    params: () => ({
      token: token.name,
      end: token.last_four,
      owner: token.owner_name,
      own: token.service_user ? 'no' : 'yes',
    }),
  });
