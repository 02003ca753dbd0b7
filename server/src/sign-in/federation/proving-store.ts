/** By which identity provider somebody can prove again who they are. */
import { FEDERATED_METHODS, type FederatedMethod } from '@signet/contract/areas/sign-in-method-rules';
import { Problem } from '@signet/contract/problem';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { methodStates } from '../method-store.ts';

/** The providers by which somebody can do so: of ways that are on, and by whom they are known. */
export async function provingProviders(db: Db, userId: string): Promise<FederatedMethod[]> {
  const { rows } = await sql<Record<FederatedMethod, boolean>>`
    select coalesce(saml_username, '') <> '' as saml, coalesce(oidc_username, '') <> '' as oidc
    from app_user where id = ${userId}`.execute(db);
  const states = await methodStates(db, userId);
  return FEDERATED_METHODS.filter((method) => states[method] && rows[0]?.[method]);
}

/** The account whose provider asks somebody: their first one; system scope belongs to the platform's own. */
export async function accountOfPerson(db: Db, userId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select a.id from app_user u
    join account a on a.id = u.primary_account_id or u.primary_account_id is null and a.system_account
    where u.id = ${userId}`.execute(db);
  if (!rows[0]) throw new Problem('METHOD_DISABLED');
  return rows[0].id;
}
