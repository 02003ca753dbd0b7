/** The OpenID Connect provider of an account: reading, setting up, changing and forgetting it. */
import type { OidcConfig, OidcCreate, OidcEdit, OidcSettings } from '@signet/contract/areas/account-oidc';
import type { Account } from '@signet/contract/areas/accounts';
import { needsSecret, OIDC_CONFIG } from '@signet/contract/areas/oidc-config-record';
import { methodStatesOf } from '@signet/contract/areas/sign-in-method-rules';
import { storedDateTime } from '@signet/contract/dates';
import { fieldProblem, notFound, Problem } from '@signet/contract/problem';
import { memberNames, type MemberName } from '@signet/contract/record';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { answered, selected, type Selected } from '../../db/columns.ts';
import { concerning, inAccount } from '../../db/concerning.ts';
import type { Db } from '../../db/open.ts';
import type { ProviderMetadata } from '../../db/provider-metadata.ts';
import {
  changeRecord,
  createRecord,
  deleteRecord,
  refuse,
  type ChangeEvent,
  type Changed,
  type RecordKind,
} from '../../db/record.ts';
import { changedMeanwhile, savedByName } from '../../db/version.ts';
import { newId } from '../../ids.ts';
import type { Runtime } from '../../runtime.ts';
import { visibleAccounts } from '../../sight.ts';
import { forgetFederatedNames } from '../../sign-in/federation/person-store.ts';
import { redirectUri } from '../../sign-in/oidc/client.ts';
import { secretContext } from '../../sign-in/oidc/config-store.ts';
import { switchMethod } from './change-store.ts';
import { readAccount, whyNot } from './record-store.ts';

type SelectedConfig = Selected<typeof OIDC_CONFIG, MemberName<typeof OIDC_CONFIG>> & {
  updated_by_name: string | null;
  metadata: ProviderMetadata;
  discovered_at: Date;
};

/** The provider of an account that the viewer may see; with `lock` it stays as it is. Null for none. */
async function findConfig(
  viewer: Viewer,
  db: Db,
  accountId: string,
  { lock = false } = {},
): Promise<OidcConfig | null> {
  const { rows } = await sql<SelectedConfig>`
    select ${selected('c', memberNames(OIDC_CONFIG))}, ${savedByName(viewer, 'c')} as updated_by_name,
      n.metadata, n.discovered_at
    from oidc_config c join oidc_connection n on n.config_id = c.id join account a on a.id = c.account_id
    where c.account_id = ${accountId} and a.deleted_at is null and ${visibleAccounts(viewer)}
    ${lock ? sql`for update of c` : sql``}`.execute(db);
  if (!rows[0]) return null;
  const { metadata, discovered_at, ...members } = rows[0];
  const { issuer, authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint = null } = metadata;
  return {
    ...answered(members),
    discovered_at: storedDateTime(discovered_at),
    discovery: { issuer, authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint },
  };
}

const KIND: RecordKind<'oidc_config', string, OidcConfig> = {
  table: 'oidc_config',
  columns: OIDC_CONFIG,
  async read(viewer, db, accountId, { lock }) {
    const one = await findConfig(viewer, db, accountId, { lock });
    if (!one) throw notFound();
    return one;
  },
  name: (one) => one.issuer,
  account: (one) => one.account_id,
};

const about = ({ id, issuer, account_id }: OidcConfig): Omit<ChangeEvent, 'before' | 'after'> => ({
  resource_id: id,
  resource_name: issuer,
  account_id,
});

/** The account whose sign-in the viewer may edit, as it stays until the transaction ends where `lock` says so. */
async function editable(viewer: Viewer, db: Db, id: string, now: Date, lock: boolean): Promise<Account> {
  const account = await readAccount(viewer, db, id, now, { lock });
  refuse(whyNot('sign_in')(account), inAccount(id));
  return account;
}

type Place = { accountId: string; now: Date; runtime: Pick<Runtime, 'publicUrl' | 'seal' | 'clientAuthUrl'> };

/** Throws 404, and FORBIDDEN for whoever may not edit how people of the account sign in. */
export async function readOidc(viewer: Viewer, db: Db, { accountId, now, runtime }: Place): Promise<OidcSettings> {
  const account = await editable(viewer, db, accountId, now, false);
  return {
    enabled: methodStatesOf(account).oidc,
    redirect_uri: redirectUri(runtime, accountId),
    config: await findConfig(viewer, db, accountId),
  };
}

/** What was done, for the log: of the provider, and of the account where signing in by it was switched. */
export type OidcChange = { event: ChangeEvent | 'nothing'; account: ChangeEvent | 'nothing' };

/** The event of the provider says whether it is on, too. */
function changeOf(config: Changed<OidcConfig>, switched: Changed<Account>): OidcChange {
  const [was, is] = [methodStatesOf(switched.before).oidc, methodStatesOf(switched.after).oidc];
  const { event } = config;
  const account = switched.event;
  if (event === 'nothing' && was === is) return { event, account };
  const plain: ChangeEvent = event === 'nothing' ? about(config.after) : event;
  return {
    event: { ...plain, before: { ...plain.before, enabled: was }, after: { ...plain.after, enabled: is } },
    account,
  };
}

/** What a change needs of what the provider has just said; null where it was not asked. */
type Asked = { metadata: ProviderMetadata } | null;

/** Sets the provider up. Throws what `readOidc` throws, and OIDC_CONFIGURED where there is one. */
export async function createOidc(
  viewer: Viewer,
  tx: Db,
  { client_secret, enabled, ...values }: OidcCreate,
  { metadata }: NonNullable<Asked>,
  { accountId, now, runtime }: Place,
): Promise<OidcChange> {
  await editable(viewer, tx, accountId, now, true);
  if (await findConfig(viewer, tx, accountId)) throw new Problem('OIDC_CONFIGURED');
  const id = newId();
  await tx
    .insertInto('oidc_connection')
    .values({
      config_id: id,
      secret_sealed: runtime.seal.seal(Buffer.from(client_secret), secretContext(id)),
      metadata: JSON.stringify(metadata),
      discovered_at: now,
    })
    .execute();
  const row = { ...values, account_id: accountId, secret_set_at: now };
  const { after, event } = await createRecord(KIND, viewer, tx, { id, key: accountId, values: row, now });
  const switched = await switchMethod(viewer, tx, accountId, { method: 'oidc', enabled }, { now, runtime });
  return changeOf({ before: after, after, event }, switched);
}

/** Whether the provider has to be asked before this is saved: another one, or one by which people are to sign in. */
export async function mustAsk(viewer: Viewer, db: Db, edit: OidcEdit, place: Place): Promise<boolean> {
  const { config, enabled } = await readOidc(viewer, db, place);
  if (!config) throw notFound();
  refuseWithoutSecret(config, edit);
  return edit.issuer !== config.issuer || (edit.enabled && !enabled);
}

/** Nobody learns a secret by having it sent to a provider of their own. */
function refuseWithoutSecret(config: OidcConfig, { client_secret, issuer, client_id }: OidcEdit): void {
  if (client_secret === undefined && needsSecret(config, { issuer, client_id }))
    throw fieldProblem('client_secret', { status: 'REQUIRED' });
}

/**
 * Saves what is given and keeps the rest. Another provider, or another claim, has other names for the people. Throws
 * what `readOidc` throws, 404 where there is none, CHANGED_MEANWHILE, and the reasons of whyNotSwitchMethod.
 */
export async function updateOidc(
  viewer: Viewer,
  tx: Db,
  { client_secret, enabled, ...values }: OidcEdit,
  asked: Asked,
  { accountId, now, runtime, version }: Place & { version: number | undefined },
): Promise<OidcChange> {
  await editable(viewer, tx, accountId, now, true);
  const changed = await changeRecord(KIND, viewer, tx, accountId, {
    now,
    version,
    set(before) {
      // No metadata was fetched, as the issuer was the stored one then; somebody else has entered another one since.
      if (!asked && values.issuer !== before.issuer) throw changedMeanwhile(before);
      refuseWithoutSecret(before, { ...values, client_secret, enabled });
      return client_secret === undefined ? values : { ...values, secret_set_at: now };
    },
  });
  const { before, after } = changed;
  // A secret entered anew within the second of the one before is a change that the columns do not show.
  const isNewSecret = changed.event === 'nothing' && client_secret !== undefined;
  const secretEvent = { ...about(after), after: { secret_set_at: after.secret_set_at } };
  const connection = {
    ...(client_secret === undefined
      ? {}
      : { secret_sealed: runtime.seal.seal(Buffer.from(client_secret), secretContext(after.id)) }),
    ...(asked ? { metadata: JSON.stringify(asked.metadata), discovered_at: now, keys: null } : {}),
  };
  if (before.issuer !== after.issuer || before.user_claim !== after.user_claim)
    await forgetFederatedNames(tx, accountId, 'oidc', now);
  const switched = await concerning(about(after), () =>
    switchMethod(viewer, tx, accountId, { method: 'oidc', enabled }, { now, runtime }),
  );
  const change = changeOf(isNewSecret ? { ...changed, event: secretEvent } : changed, switched);
  // Whoever has the form open is told of it, as of any other value that stands there.
  if (changed.event === 'nothing' && change.event !== 'nothing')
    await tx
      .updateTable('oidc_config')
      .set({ version: after.version + 1, updated_at: now, updated_by: viewer.userId })
      .where('id', '=', after.id)
      .execute();
  // Also where it was only switched on: it was asked for that.
  if (change.event !== 'nothing' && Object.keys(connection).length > 0)
    await tx.updateTable('oidc_connection').set(connection).where('config_id', '=', after.id).execute();
  return change;
}

/** Forgets the provider, its secret and what it calls people. Throws as `updateOidc` does. */
export async function deleteOidc(viewer: Viewer, tx: Db, { accountId, now, runtime }: Place): Promise<OidcChange> {
  await editable(viewer, tx, accountId, now, true);
  const { before, event } = await deleteRecord(KIND, viewer, tx, accountId, { now });
  const switched = await concerning(about(before), () =>
    switchMethod(viewer, tx, accountId, { method: 'oidc', enabled: false }, { now, runtime }),
  );
  await forgetFederatedNames(tx, accountId, 'oidc', now);
  return { event, account: switched.event };
}
