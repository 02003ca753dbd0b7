/** One account: reading it, deleting it, and whom that touches. */
import { ACCOUNT } from '@signet/contract/areas/account-record';
import {
  whyNotDeleteAccount,
  whyNotEditAccount,
  whyNotEditServiceEnd,
  whyNotEditSignIn,
  whyNotLinkAccount,
  whyNotReassignAccount,
  whyNotSwitchAccount,
  whyNotUnlinkAccount,
} from '@signet/contract/areas/account-rules';
import { hasFeatures } from '@signet/contract/areas/feature-rules';
import type { Account, AccountEffects } from '@signet/contract/areas/accounts';
import { methodsOn, methodStatesOf, type MethodStates } from '@signet/contract/areas/sign-in-method-rules';
import { payloadDate } from '@signet/contract/dates';
import { notFound, type Reason } from '@signet/contract/problem';
import { memberNames, type MemberName } from '@signet/contract/record';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { enabledFeatureIds, switchedFeatures, type SwitchedFeature } from '../../account-features/state-store.ts';
import { answered } from '../../db/columns.ts';
import { bringAlong } from '../../db/followers.ts';
import { deleteWhatBelongsTo, endedSide, peopleOfNoOther, revokedWith, type Ended } from '../../db/deletion.ts';
import { LONG_STATEMENT, PREPARED, type Db } from '../../db/open.ts';
import { deleteRecord, type Deleted, type RecordKind } from '../../db/record.ts';
import { watchInvitedOf } from '../../enrollments/invited-store.ts';
import { giveBackAll, hasLicenseOf } from '../../license-ledger/account-store.ts';
import { discount } from '../../license-ledger/counted.ts';
import { countMembers } from '../../license-ledger/uncounted-store.ts';
import { watchPeopleOf, type EndedEvent } from '../../people/ended-account-store.ts';
import { peopleLeaving } from '../../people/leaving-store.ts';
import { savedByName } from '../../db/version.ts';
import type { Runtime } from '../../runtime.ts';
import { visibleAccounts } from '../../sight.ts';
import { METHOD_STATES } from '../../sign-in/method-store.ts';
import { endStrandedSessions, strandedWithout } from '../../sign-in/sessions/session-store.ts';
import { accountColumns, answeredAccount, type SelectedAccount } from './store.ts';

const COLUMNS = memberNames(ACCOUNT);
/** The account's clients by name, as the contract spells them; whoever sees the account sees them. */
const OAUTH_CLIENTS = sql`coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name,
    'status', case when o.enabled then 'ENABLED' else 'DISABLED' end,
    'createdDate', to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'), 'clientId', o.client_id,
    'accountId', o.account_id, 'dtaClient', o.dta_client) order by o.name collate "und-x-icu", o.id)
  from oauth_client o where o.account_id = a.id), '[]')`;
type SelectedRecord = SelectedAccount<MemberName<typeof ACCOUNT>> &
  Pick<Account, 'customers' | 'updated_by_name' | 'has_dsm_license' | 'oauth_clients'> & {
    features: SwitchedFeature[];
    mfa_enabled: boolean;
  } & MethodStates;

/** One account as the viewer sees it; with `lock` it stays as it is until the transaction ends. Throws 404. */
export async function readAccount(
  viewer: Viewer,
  db: Db,
  id: string,
  now: Date,
  { lock = false } = {},
): Promise<Account> {
  const { rows } = await sql<SelectedRecord>`${PREPARED}
    select ${accountColumns(COLUMNS, payloadDate(now))}, ${METHOD_STATES}, a.mfa_enabled,
      ${savedByName(viewer, 'a')} as updated_by_name,
      (select count(*)::int from account c where c.partner_account_id = a.id and c.deleted_at is null) as customers,
      ${switchedFeatures('a', payloadDate(now))} as features,
      ${OAUTH_CLIENTS} as oauth_clients,
      ${hasLicenseOf('document_signing_manager')} as has_dsm_license
    from account a
    where a.id = ${id} and a.deleted_at is null and ${visibleAccounts(viewer)}
      ${lock ? sql`for update of a` : sql``}`.execute(db);
  if (!rows[0]) throw notFound();
  return toRecord(viewer, rows[0]);
}

function toRecord(
  viewer: Viewer,
  { features, mfa_enabled, standard, saml, oidc, certificate, ...selected }: SelectedRecord,
): Account {
  const one = answeredAccount(answered(selected));
  const whyNotSignIn = whyNotEditSignIn(viewer, one);
  const whyNotUnlink = whyNotUnlinkAccount(viewer, one);
  const method = (signInMethod: Account['sign_in_methods'][number]['signInMethod'], on: boolean, mfa = false) => ({
    signInMethod,
    status: on ? ('enabled' as const) : ('disabled' as const),
    mfaStatus: mfa ? ('enabled' as const) : ('disabled' as const),
    clientAuthCertLoginEnabled: certificate,
  });
  return {
    ...one,
    can_account_be_unlinked: whyNotUnlink === null,
    mfa_enabled,
    can_edit_mfa: whyNotSignIn === null,
    clientAuthCertLoginEnabled: certificate,
    auth_config: methodsOn({ standard, saml, oidc, certificate }).map((type) => ({ type })),
    // The second factor follows a password; a provider and a certificate vouch for themselves.
    sign_in_methods: [
      method('standard', standard, mfa_enabled),
      method('singleSignOnSaml', saml),
      method('singleSignOnOidc', oidc),
    ],
    enabled_feature_ids: hasFeatures(one) ? enabledFeatureIds(features) : [],
    why_not: {
      edit: whyNotEditAccount(viewer, one),
      end_date: whyNotEditServiceEnd(viewer, one),
      switch: whyNotSwitchAccount(viewer, one),
      delete: whyNotDeleteAccount(viewer, one),
      reassign: whyNotReassignAccount(viewer, one),
      link: whyNotLinkAccount(viewer, one),
      unlink: whyNotUnlink,
      sign_in: whyNotSignIn,
    },
  };
}

/** An account by the names of its columns. */
const stored = (account: Account) => {
  const { service_period, switched_on, ...columns } = account;
  const { standard, saml, oidc, certificate } = methodStatesOf(account);
  return {
    ...columns,
    active: switched_on,
    standard_sign_in: standard,
    saml_sign_in: saml,
    oidc_sign_in: oidc,
    certificate_sign_in: certificate,
    service_from: service_period.from,
    service_to: service_period.to,
  };
};

export const ACCOUNT_KIND: RecordKind<'account', string, Account> = {
  table: 'account',
  columns: ACCOUNT,
  read: (viewer, db, id, { now, lock }) => readAccount(viewer, db, id, now, { lock }),
  stored,
  name: (one) => one.name,
  account: (one) => one.id,
  uniqueIndexes: {
    account_friendly_identifier: { field: 'friendly_identifier', status: 'IDENTIFIER_EXISTS' },
    account_federated: { field: 'federated_account_id', status: 'FEDERATED_ID_EXISTS' },
  },
};

/** Why this may not be done to the account, as it says itself. */
export const whyNot =
  (act: keyof Account['why_not']) =>
  ({ why_not }: Account): Reason | null =>
    why_not[act] as Reason | null;

/**
 * Marks it deleted, gives its licenses back, does to what belongs to it what db/references.ts says, and ends the
 * sessions of people who have no other account in service. Its name stays in the audit log, its identifier stays taken.
 * Its own event says how many certificates and invitations ended, and whom it had invited for its seats hears of it;
 * `told` are the events of its people. Throws 404 and the reason of the rule.
 */
export async function deleteAccount(
  runtime: Runtime,
  viewer: Viewer,
  tx: Db,
  id: string,
  now: Date,
): Promise<Deleted<Account> & { told: EndedEvent[] }> {
  const told: EndedEvent[] = [];
  const ended: Ended = {};
  const deleted = await deleteRecord(ACCOUNT_KIND, viewer, tx, id, {
    now,
    whyNot: whyNot('delete'),
    async remove(account) {
      const eventsOfPeople = await watchPeopleOf(tx, id);
      const tellInvited = await watchInvitedOf(runtime, tx, id, now);
      await giveBackAll(tx, account, { id: viewer.userId, name: viewer.name }, now);
      await discount(tx, { kind: 'account', id }, now);
      Object.assign(ended, await deleteWhatBelongsTo(tx, id, now, viewer.userId));
      await countMembers(tx, id, now);
      await bringAlong(tx, id, null);
      await tx
        .updateTable('account')
        .set({ deleted_at: now, active: false, updated_at: now, updated_by: viewer.userId })
        .where('id', '=', id)
        .execute();
      await endStrandedSessions(tx, id, now);
      told.push(...(await eventsOfPeople()));
      await tellInvited();
    },
  });
  return { ...deleted, event: { ...deleted.event, ...endedSide(ended) }, told };
}

/**
 * Whom it touches when the account is switched off, deleted or given to another partner; of a very large one that may
 * take as long as these acts. Throws 404.
 */
export const accountEffects = (viewer: Viewer, db: Db, id: string, now: Date): Promise<AccountEffects> =>
  db.transaction().execute(async (tx) => {
    await readAccount(viewer, tx, id, now);
    await LONG_STATEMENT.execute(tx);
    return countEffects(tx, id, now);
  });

async function countEffects(tx: Db, id: string, now: Date): Promise<AccountEffects> {
  const { rows } = await sql<AccountEffects>`
    with people as (
      select u.id from user_account m join app_user u on u.id = m.user_id
      where m.account_id = ${id} and u.deleted_at is null),
    of_no_other as (
      select u.id from app_user u where u.id in (select id from people) and ${peopleOfNoOther(id)})
    select (select count(*)::int from people) as people,
      (select count(*)::int from of_no_other) as people_of_no_other,
      ${peopleLeaving(sql`(${id}::uuid)`)} as people_leaving,
      (select count(*)::int from session s join app_user u on u.id = s.user_id
        where u.id in (select id from people) and s.ended_at is null and s.expires_at > ${now}
          and ${strandedWithout(sql`(${id}::uuid)`, payloadDate(now))}) as sessions,
      (select count(*)::int from organization o where o.account_id = ${id}) as organizations,
      ${revokedWith(sql`(${id}::uuid)`, sql`(select id from of_no_other)`)} as certificates,
      (select count(*)::int from account c
        where c.partner_account_id = ${id} and c.deleted_at is null) as customers`.execute(tx);
  if (!rows[0]) throw notFound();
  return rows[0];
}
