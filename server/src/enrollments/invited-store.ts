/** Whom an account has invited for its seats, and who hears that the link opens nothing once the account is deleted. */
import { LIMITS } from '@signet/contract/limits';
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { isUnconfirmed } from '../db/unconfirmed.ts';
import type { Runtime } from '../runtime.ts';
import { sendCancellation, type Canceled } from './letter.ts';

/**
 * Reads them before the account is deleted, whose row the caller holds; the answer tells them once it is. Those who
 * were invited last come first: of very many not all are told, since each mail is written in the caller's transaction.
 */
export async function watchInvitedOf(
  runtime: Runtime,
  tx: Db,
  accountId: string,
  now: Date,
): Promise<() => Promise<void>> {
  // A link that had expired is missed by nobody; a certificate that was made by it is. Links of an account that came,
  // and that nobody has confirmed, lead to where it came from, and go on there.
  const { rows } = await sql<Canceled>`
    select e.name, e.email, e.locale, e.user_id, e.renews, a.name as account_name
    from enrollment e join account a on a.id = e.account_id
    where e.account_id = ${accountId} and e.user_id is null and not ${isUnconfirmed('a')}
      and (e.stage = 'invited' and e.expires_at > ${now} or e.stage = 'generated')
    order by e.sent_at desc, e.id limit ${LIMITS.invitedToldMax}`.execute(tx);
  return async () => {
    for (const one of rows) await sendCancellation(tx, runtime, one, now);
  };
}
