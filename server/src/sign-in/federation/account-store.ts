/** Which account's identity provider a typed name leads to. */
import type { MethodStates } from '@signet/contract/areas/sign-in-method-rules';
import { sql } from 'kysely';
import { PREPARED, type Db } from '../../db/open.ts';
import { METHOD_STATES } from '../method-store.ts';

export type AccountOfName = MethodStates & { id: string };

/**
 * The account whose ways count for a typed user name: that of the person (the platform's own for system scope), else
 * the one to which the domain of a mail address leads. Null for none.
 */
export async function accountOfName(db: Db, userName: string): Promise<AccountOfName | null> {
  const { rows } = await sql<AccountOfName>`${PREPARED}
    (select a.id, ${METHOD_STATES} from app_user u
      join account a on a.id = u.primary_account_id or u.primary_account_id is null and a.system_account
      where lower(u.user_name) = lower(${userName}) and u.deleted_at is null and not u.service_user)
    union all
    (select a.id, ${METHOD_STATES} from account_email_domain d join account a on a.id = d.account_id
      where d.name = lower(substring(${userName}, '@([^@]+)$')) and d.verified_at is not null
        and a.deleted_at is null)
    limit 1`.execute(db);
  return rows[0] ?? null;
}
