/** Whether an invited person activates signing, as the flags and their roles have it now (S-258). */
import { activatesSigning } from '@signet/contract/areas/activation-rules';
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { flagStatesOf } from '../features/flag-store.ts';
import type { Person } from './person-store.ts';

/** What is activated: signing by whom, and for which account; null for people of none. */
export type Activation = { name: string; account_name: string | null };
type Invited = Pick<Person, 'id' | 'name' | 'primary_account_id'>;

/** What the person activates as they answer their invitation; null where there is nothing to activate. */
export async function activationOf(db: Db, person: Invited): Promise<Activation | null> {
  const { id: userId, name, primary_account_id: primaryAccountId } = person;
  const flags = await flagStatesOf(db, { userId, primaryAccountId }, 'infinity');
  const { rows } = await sql<{ apps: string[]; account_name: string | null }>`
    select array(select distinct r.app_code from user_role g join role r on r.id = g.role_id
        where g.user_id = ${userId} and r.deleted_at is null) as apps,
      (select a.display_name from account a where a.id = ${primaryAccountId}) as account_name`.execute(db);
  const { apps = [], account_name = null } = rows[0] ?? {};
  return activatesSigning(apps, flags) ? { name, account_name } : null;
}
