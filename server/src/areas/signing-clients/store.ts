import { SIGNING_CLIENT } from '@signet/contract/areas/signing-client-record';
import { whyNotManageSigningClients } from '@signet/contract/areas/signing-client-rules';
import type { SigningClient, signingClientInput, SigningClientList } from '@signet/contract/areas/signing-clients';
import { LIMITS } from '@signet/contract/limits';
import { fieldProblem, notFound, Problem } from '@signet/contract/problem';
import { memberNames, type MemberName } from '@signet/contract/record';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { z } from 'zod';
import { answered, selected, type Selected } from '../../db/columns.ts';
import { inAccount } from '../../db/concerning.ts';
import type { Db } from '../../db/open.ts';
import {
  changeRecord,
  createRecord,
  deleteRecord,
  refuse,
  type Changed,
  type Created,
  type Deleted,
  type RecordKind,
} from '../../db/record.ts';
import { savedByName } from '../../db/version.ts';
import { newId } from '../../ids.ts';
import { hasLicenseOf } from '../../license-ledger/account-store.ts';
import { visibleAccounts } from '../../sight.ts';

type Input = z.output<typeof signingClientInput>;
/** One signing client as an address names it; the provider is the one that it was made with. */
export type SigningClientPlace = { id: string; clientId: string; configId: string };

type Account = { name: string; has_dsm_license: boolean };
type Told = 'name' | 'oauthClientId' | 'oauthClientAccountId' | 'account_id' | 'account_name' | 'updated_by_name';
type Row = Selected<typeof SIGNING_CLIENT, MemberName<typeof SIGNING_CLIENT>> &
  Pick<SigningClient, Told> &
  Pick<Account, 'has_dsm_license'> & { enabled: boolean; provider_enabled: boolean; createdDate: Date };

const columnsFor = (viewer: Viewer) => sql`${selected('s', memberNames(SIGNING_CLIENT))},
  s.oauth_client_id as "oauthClientId", s.oauth_client_account_id as "oauthClientAccountId", s.enabled,
  s.created_at as "createdDate", s.account_id, p.name, p.enabled as provider_enabled, a.name as account_name,
  ${hasLicenseOf('document_signing_manager')} as has_dsm_license, ${savedByName(viewer, 's')} as updated_by_name`;
const FROM = sql`signing_client s join account a on a.id = s.account_id
  join oauth_client p on p.id = s.oauth_client_id`;
const inSight = (viewer: Viewer) => sql<boolean>`(a.deleted_at is null and ${visibleAccounts(viewer)})`;
const statusOf = (enabled: boolean) => (enabled ? ('ENABLED' as const) : ('DISABLED' as const));

const answer =
  (viewer: Viewer) =>
  ({ enabled, provider_enabled, has_dsm_license, ...row }: Row): SigningClient => ({
    ...answered(row),
    status: statusOf(enabled),
    provider_status: statusOf(provider_enabled),
    why_not_manage: whyNotManageSigningClients(viewer, { has_dsm_license }),
  });

/** The account; with `lock` its signing clients are counted one by one. Throws 404. */
async function accountOf(viewer: Viewer, db: Db, id: string, { lock = false } = {}): Promise<Account> {
  const { rows } = await sql<Account>`
    select a.name, ${hasLicenseOf('document_signing_manager')} as has_dsm_license from account a
    where a.id = ${id} and ${inSight(viewer)} ${lock ? sql`for no key update of a` : sql``}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/**
 * The providers that can be chosen, as `isSigningProvider` has it. Whoever sees an account knows their names: they are
 * what the platform offers to all.
 */
const PROVIDERS = sql`oauth_client p join account own on own.id = p.account_id and own.system_account
  where p.enabled and not p.dta_client`;

/** The signing clients of an account by name, and what can be chosen for another one. Throws 404. */
export async function listSigningClients(viewer: Viewer, db: Db, accountId: string): Promise<SigningClientList> {
  const account = await accountOf(viewer, db, accountId);
  const { rows: providers } = await sql<{ id: string; name: string }>`
    select p.id, p.name from ${PROVIDERS} order by p.name collate "und-x-icu", p.id`.execute(db);
  const { rows } = await sql<Row>`select ${columnsFor(viewer)} from ${FROM}
    where s.account_id = ${accountId} and ${inSight(viewer)}
    order by p.name collate "und-x-icu", s.oauth_client_account_id, s.id limit ${LIMITS.signingClientsMax}`.execute(db);
  return {
    items: rows.map(answer(viewer)),
    total: rows.length,
    providers,
    account_name: account.name,
    why_not_manage: whyNotManageSigningClients(viewer, account),
  };
}

/** Throws 404; with `lock` it stays as it is until the transaction ends. */
export async function readSigningClient(
  viewer: Viewer,
  db: Db,
  { id, clientId, configId }: SigningClientPlace,
  { lock = false } = {},
): Promise<SigningClient> {
  const { rows } = await sql<Row>`select ${columnsFor(viewer)} from ${FROM}
    where s.id = ${configId} and s.account_id = ${id} and s.oauth_client_id = ${clientId} and ${inSight(viewer)}
    ${lock ? sql`for update of s` : sql``}`.execute(db);
  if (!rows[0]) throw notFound();
  return answer(viewer)(rows[0]);
}

const KIND: RecordKind<'signing_client', SigningClientPlace, SigningClient> = {
  table: 'signing_client',
  columns: SIGNING_CLIENT,
  read: readSigningClient,
  stored: (one) => ({
    ...one,
    oauth_client_id: one.oauthClientId,
    oauth_client_account_id: one.oauthClientAccountId,
    enabled: one.status === 'ENABLED',
  }),
  name: (one) => `${one.name}/${one.oauthClientAccountId}`,
  account: (one) => one.account_id,
  uniqueIndexes: { signing_client_service: { field: 'oauth_client_account_id', status: 'SIGNING_CLIENT_EXISTS' } },
};

/**
 * Makes one. Throws 404 for an account out of sight, under `clientId` for what is no provider that can be chosen any
 * more, the reason of the rule, SIGNING_CLIENT_LIMIT, and a service id that is there already under its field.
 */
export async function createSigningClient(
  viewer: Viewer,
  tx: Db,
  { id: accountId, clientId }: Omit<SigningClientPlace, 'configId'>,
  values: Input,
  now: Date,
): Promise<Created<SigningClient>> {
  const account = await accountOf(viewer, tx, accountId, { lock: true });
  refuse(whyNotManageSigningClients(viewer, account), inAccount(accountId));
  // Whoever deletes the provider meanwhile comes before or after.
  const { rows: chosen } = await sql`select from ${PROVIDERS} and p.id = ${clientId} for key share of p`.execute(tx);
  if (chosen.length === 0) throw fieldProblem('clientId', { status: 'NOT_FOUND' });
  const { rows } = await sql<{ clients: number }>`
    select count(*)::int as clients from signing_client where account_id = ${accountId}`.execute(tx);
  if ((rows[0]?.clients ?? 0) >= LIMITS.signingClientsMax)
    throw new Problem('SIGNING_CLIENT_LIMIT', { params: { max: LIMITS.signingClientsMax } });
  const id = newId();
  const key = { id: accountId, clientId, configId: id };
  const row = { ...values, account_id: accountId, oauth_client_id: clientId };
  return createRecord(KIND, viewer, tx, { id, key, values: row, now });
}

/** Saves the service id and the status. Throws 404, the reason of the rule, CHANGED_MEANWHILE, and what is taken. */
export async function updateSigningClient(
  viewer: Viewer,
  tx: Db,
  place: SigningClientPlace,
  values: Input,
  version: number | undefined,
  now: Date,
): Promise<Changed<SigningClient>> {
  refuse(whyNotManageSigningClients(viewer, await accountOf(viewer, tx, place.id)), inAccount(place.id));
  return changeRecord(KIND, viewer, tx, place, { now, version, set: () => values });
}

/** Throws 404. Also where the license is gone by now: what is left over can be cleared away. */
export const deleteSigningClient = (
  viewer: Viewer,
  tx: Db,
  place: SigningClientPlace,
  now: Date,
): Promise<Deleted<SigningClient>> => deleteRecord(KIND, viewer, tx, place, { now });
