/** Whom it shuts out when a way to sign in to an account is switched: asked before anything is saved. */
import { ACCESS, allows } from '@signet/contract/access';
import type { SignInEffects } from '@signet/contract/areas/account-sign-in';
import {
  methodStatesOf,
  reachable,
  type MethodStates,
  type SignInMethod,
} from '@signet/contract/areas/sign-in-method-rules';
import type { Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/open.ts';
import { refuse } from '../../db/record.ts';
import { visiblePeople } from '../../sight.ts';
import { storedCertificate } from '../../sign-in/certificates/certificate-store.ts';
import { holdersOf } from '../../sign-in/viewer-store.ts';
import { ANY_PURPOSE } from '../../x509/path-rules.ts';
import { readAccount, whyNot } from './record-store.ts';

/** What it takes to decide how an account signs in. */
const DECIDE = [...ACCESS.accounts.editSignIn.all];
/** So many of them are named. */
const NAMED = 5;

/** Throws 404, and 403 where the viewer may not decide how the account signs in. */
export async function signInEffects(
  viewer: Viewer,
  db: Db,
  id: string,
  { method, enabled }: { method: SignInMethod; enabled: boolean },
  { now, hasAddress }: { now: Date; hasAddress: boolean },
): Promise<SignInEffects> {
  const account = await readAccount(viewer, db, id, now);
  refuse(whyNot('sign_in')(account));
  const states = methodStatesOf(account);
  const before = reachable(states, hasAddress);
  const after = reachable({ ...states, [method]: enabled }, hasAddress);
  const named = allows(ACCESS.administrators.view, viewer) ? visiblePeople(viewer, 'one') : sql<boolean>`false`;
  const { rows } = await sql<SignInEffects>`
    with shut_out as materialized (
      select u.id, u.name, u.primary_account_id, u.owner_account_id from app_user u
      where ${belongsTo(id, account.system_account)} and u.active and u.verified_at is not null
        and u.deleted_at is null and not u.service_user
        and ${hasWayIn(before, now)} and not ${hasWayIn(after, now)})
    select (select count(*)::int from shut_out) as people,
      (select count(*)::int from shut_out where ${sql.join(
        DECIDE.map((permission) => sql`id in (${holdersOf(permission)})`),
        sql` and `,
      )}) as administrators,
      exists (select from shut_out where id = ${viewer.userId}) as yourself,
      coalesce((select json_agg(json_build_object('id', first.id, 'name', first.name)) from (
        select one.id, one.name from shut_out one where ${named}
        order by one.name collate "und-x-icu", one.id limit ${NAMED}) first), '[]') as first`.execute(db);
  return rows[0] ?? { people: 0, first: [], administrators: 0, yourself: false };
}

/** Whether the ways of this account are those of user `u`, as methodStates of sign-in has it. */
const belongsTo = (id: string, systemAccount: boolean): RawBuilder<boolean> =>
  systemAccount
    ? sql<boolean>`(u.primary_account_id = ${id} or u.primary_account_id is null)`
    : sql<boolean>`u.primary_account_id = ${id}`;

/** Whether user `u` has a way that is on and known to work. */
function hasWayIn(states: MethodStates, now: Date): RawBuilder<boolean> {
  const ways = [
    states.standard && sql`u.password_hash is not null`,
    states.saml && sql`coalesce(u.saml_username, '') <> ''`,
    states.oidc && sql`coalesce(u.oidc_username, '') <> ''`,
    states.certificate && goodCertificate(now),
  ].filter((way) => way !== false);
  return sql<boolean>`(${ways.length === 0 ? sql`false` : sql.join(ways, sql` or `)})`;
}

/** As whyNotCertificate of sign-in judges it, of the certificates of user `u`. */
const goodCertificate = (now: Date) => sql`exists (
  select from (select ${storedCertificate(now)} from certificate c
    where c.user_id = u.id and c.state = 'issued' and c.enabled and c.cert_type = 'end_entity'
      and c.valid_from <= ${now} and c.valid_to >= ${now}) mine
  where mine.authority_good
    and ('client_auth' = any(mine.purposes)
      or mine.authority_id is null and (mine.purposes = '{}' or ${ANY_PURPOSE} = any(mine.purposes))))`;
