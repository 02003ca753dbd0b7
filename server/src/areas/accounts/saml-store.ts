/** The SAML identity provider of an account: reading, setting up, changing and forgetting it. */
import { createHash } from 'node:crypto';
import {
  AUTH_TYPE,
  type SamlConfig,
  type SamlKey,
  type SamlSave,
  type SamlTried,
} from '@signet/contract/areas/account-saml';
import type { Account } from '@signet/contract/areas/accounts';
import type { SamlAttributeNames } from '@signet/contract/areas/saml-attributes';
import { methodStatesOf } from '@signet/contract/areas/sign-in-method-rules';
import { storedDateTime } from '@signet/contract/dates';
import { fieldProblem, notFound, Problem } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { concerning, inAccount } from '../../db/concerning.ts';
import type { Db } from '../../db/open.ts';
import { refuse, type ChangeEvent } from '../../db/record.ts';
import { requireVersion } from '../../db/version.ts';
import { forgetFederatedNames } from '../../sign-in/federation/person-store.ts';
import { attributeNamesOf, replaceCertificates, type Provider } from '../../sign-in/saml/config-store.ts';
import { serviceProviderMetadata, type ShownKey } from '../../sign-in/saml/key-store.ts';
import { lastSaid, readFreshMetadata, readMetadata } from '../../sign-in/saml/metadata.ts';
import { ownMetadata, serviceProviderOf } from '../../sign-in/saml/service-provider.ts';
import type { TriedSettings } from '../../sign-in/saml/tried-settings.ts';
import { pemOf } from '../../x509/pem.ts';
import { switchMethod } from './change-store.ts';
import { readAccount, whyNot } from './record-store.ts';
import { answeredCertificates, certificatesAfter } from './saml-certificates.ts';
import { findStored, hasAll, write, type Place, type Stored, type StoredRow } from './saml-row-store.ts';

const NO_NAMES: SamlAttributeNames = { email: null, first_name: null, last_name: null };

const about = (account_id: string, { row }: NonNullable<Stored>) => ({
  resource_id: row.id,
  resource_name: row.entity_id,
  account_id,
});

/** The account whose sign-in the viewer may edit. Throws 404 and FORBIDDEN. */
export async function editableAccount(viewer: Viewer, db: Db, id: string, now: Date, lock = false): Promise<Account> {
  const account = await readAccount(viewer, db, id, now, { lock });
  refuse(whyNot('sign_in')(account), inAccount(id));
  return account;
}

/** Throws 404, and FORBIDDEN for whoever may not edit how people of the account sign in. */
export async function readSaml(viewer: Viewer, db: Db, { accountId, now, runtime }: Place): Promise<SamlConfig> {
  const account = await editableAccount(viewer, db, accountId, now);
  return answered(account, await findStored(viewer, db, accountId), { now, runtime });
}

function answered(account: Account, stored: Stored, { now, runtime }: Pick<Place, 'now' | 'runtime'>): SamlConfig {
  const { standard, saml } = methodStatesOf(account);
  const row = stored?.row ?? null;
  return {
    id: row?.id ?? null,
    name: account.display_name,
    type: 'saml',
    auth_type: AUTH_TYPE,
    account_id: account.id,
    status: saml ? 'ENABLED' : 'DISABLED',
    standard_login: standard,
    disable_standard_login: !standard,
    identity_provider_config: stored && {
      metadata: { metadata: stored.row.metadata },
      metadata_url: stored.row.metadata_url,
      entity_id: stored.row.entity_id,
      sign_on_address: stored.row.sign_on_address,
      certificates: answeredCertificates(stored.certificates, now),
    },
    service_provider_config: serviceProviderOf(runtime, account.id),
    idp_initiated: row?.idp_initiated ?? false,
    attributes: row ? attributeNamesOf(row) : NO_NAMES,
    own_keys: (stored?.keys ?? []).map(answeredKey),
    refresh: row && answeredRefresh(row),
    version: row?.version ?? null,
    updated_at: row && storedDateTime(row.updated_at),
    updated_by_name: row?.updated_by_name ?? null,
  };
}

const answeredKey = ({ id, certificate, state, created_at, valid_to }: ShownKey): SamlKey => ({
  id,
  certificate: pemOf('CERTIFICATE', certificate),
  thumb_print: createHash('sha256').update(certificate).digest('hex'),
  expiration_date: storedDateTime(valid_to),
  created_at: storedDateTime(created_at),
  state,
});

function answeredRefresh(row: StoredRow): SamlConfig['refresh'] {
  if (row.metadata_url === null) return null;
  const offer = row.offered_metadata === null ? null : readMetadata(row.offered_metadata);
  return {
    refreshed_at: row.refreshed_at && storedDateTime(row.refreshed_at),
    fault: row.refresh_fault,
    offered:
      offer && !('fault' in offer) && row.offered_at
        ? {
            entity_id: offer.entityId,
            sign_on_address: offer.signOnAddress,
            offered_at: storedDateTime(row.offered_at),
            declined: row.offer_declined,
          }
        : null,
  };
}

/** What the log keeps: what the provider is, by which certificates it is believed, and whether people sign in by it. */
function snapshot(config: SamlConfig): object | undefined {
  const {
    identity_provider_config: provider,
    status,
    idp_initiated,
    disable_standard_login,
    attributes,
    own_keys,
  } = config;
  if (!provider) return undefined;
  const { entity_id, sign_on_address, metadata_url, certificates } = provider;
  const kept = certificates.map(({ thumb_print, state, expiration_date }) => ({ thumb_print, state, expiration_date }));
  return {
    entity_id,
    sign_on_address,
    metadata_url,
    status,
    idp_initiated,
    disable_standard_login,
    attributes,
    own_keys: own_keys.map(({ thumb_print, state, expiration_date }) => ({ thumb_print, state, expiration_date })),
    certificates: kept,
  };
}

/**
 * `created` where there was none before. `changed` is the event of the configuration, which says of each way whether it
 * is on too; `nothing` where all was so already. `events` are the account's.
 */
export type SamlChange = {
  after: SamlConfig;
  created: boolean;
  events: ChangeEvent[];
  changed: ChangeEvent | 'nothing';
};

/**
 * Sets the provider up or saves the one that is there. Throws what readSaml throws, 404 for an update of
 * nothing, SAML_CONFIGURED for a set-up of what is there, CHANGED_MEANWHILE, what is wrong with metadata and
 * certificates under their fields, and the reasons of whyNotSwitchMethod.
 */
export async function saveSaml(
  viewer: Viewer,
  tx: Db,
  save: SamlSave,
  { accountId, now, runtime, version }: Place & { version?: number | undefined },
): Promise<SamlChange> {
  if (save.account_id !== accountId) throw fieldProblem('account_id', { status: 'OTHER_ACCOUNT' });
  const account = await editableAccount(viewer, tx, accountId, now, true);
  const stored = await findStored(viewer, tx, accountId);
  const isUpdate = save.edit === true || save.federation_id !== undefined;
  if (isUpdate && (!stored || (save.federation_id !== undefined && save.federation_id !== stored.row.id)))
    throw notFound();
  if (stored && !isUpdate) throw new Problem('SAML_CONFIGURED');
  if (stored)
    requireVersion(
      { ...stored.row, updated_at: storedDateTime(stored.row.updated_at) },
      version,
      about(accountId, stored),
    );
  const { metadata: given, metadata_url: address, certificates } = save.identity_provider_config;
  // What is there already may have ended since, and can be saved with other settings all the same.
  const isKept = stored?.row.metadata === given.metadata;
  // Other metadata of which nobody says where it came from did not come from the address of the one before.
  const metadata_url = address ?? (address === undefined && isKept ? stored.row.metadata_url : null);
  const read = isKept ? readMetadata(given.metadata) : readFreshMetadata(given.metadata, now);
  if ('fault' in read) throw fieldProblem('identity_provider_config.metadata.metadata', { status: read.fault });
  const names = { ...(stored ? attributeNamesOf(stored.row) : NO_NAMES), ...save.attributes };
  const before = stored && { entityId: stored.row.entity_id, certificates: stored.certificates };
  // What the last look no longer had does not come back with the text of before.
  const said = isKept ? lastSaid(stored.row) : read;
  if ('fault' in said) throw new Error('Metadata that was read already can be read.');
  const after = certificatesAfter(certificates, said, before, { isKept, now });
  const values = {
    entity_id: read.entityId,
    sign_on_address: read.signOnAddress,
    sign_on_binding: read.signOnBinding,
    metadata: given.metadata,
    metadata_url,
    valid_until: read.validUntil,
    idp_initiated: save.idp_initiated ?? stored?.row.idp_initiated ?? false,
    email_attribute: names.email,
    first_name_attribute: names.first_name,
    last_name_attribute: names.last_name,
  };
  const place = { accountId, now, runtime };
  const isSame = stored !== null && hasAll(stored, values, after);
  if (!isSame) {
    await write(viewer, tx, place, stored?.row ?? null, values);
    await replaceCertificates(tx, accountId, stored?.certificates ?? [], after, now);
  }
  if (stored && stored.row.entity_id !== read.entityId) await forgetFederatedNames(tx, accountId, 'saml', now);
  const of = stored ? about(accountId, stored) : inAccount(accountId);
  const events = await concerning(of, () => switchWays(viewer, tx, save, { ...place, isNew: !stored }));
  if (isSame && events.length === 0)
    return { after: answered(account, stored, place), created: false, events, changed: 'nothing' };
  // Whoever has the form open is told that it was switched, as of any other value that stands there.
  if (isSame) await write(viewer, tx, place, stored.row, values);
  const config = await readSaml(viewer, tx, place);
  return { after: config, created: !stored, events, changed: eventOf(answered(account, stored, place), config) };
}

/** What is tried, as it would be kept. Throws what is wrong with metadata and certificates under their fields. */
export function triedSettings(
  { identity_provider_config: { metadata, certificates }, attributes }: SamlTried,
  stored: Pick<Provider, 'attributeNames' | 'certificates' | 'entityId'> | null,
  now: Date,
): TriedSettings {
  const read = readMetadata(metadata.metadata);
  if ('fault' in read) throw fieldProblem('identity_provider_config.metadata.metadata', { status: read.fault });
  return {
    entityId: read.entityId,
    signOnAddress: read.signOnAddress,
    signOnBinding: read.signOnBinding,
    attributeNames: { ...(stored?.attributeNames ?? NO_NAMES), ...attributes },
    certificates: certificatesAfter(certificates, read, stored, { isKept: false, now }),
  };
}

/** The event of a configuration that was changed. */
export function eventOf(before: SamlConfig, after: SamlConfig): ChangeEvent {
  const [was, is] = [snapshot(before), snapshot(after)];
  return {
    resource_id: after.id ?? before.id ?? after.account_id,
    resource_name: (after.identity_provider_config ?? before.identity_provider_config)?.entity_id ?? after.name,
    account_id: after.account_id,
    ...(was ? { before: was } : {}),
    ...(is ? { after: is } : {}),
  };
}

/**
 * What is left out stays as it is; a new provider is on. SAML first: what is switched off after it must find another
 * way.
 */
async function switchWays(
  viewer: Viewer,
  tx: Db,
  { status, disable_standard_login }: SamlSave,
  { accountId, isNew, now, runtime }: Place & { isNew: boolean },
): Promise<ChangeEvent[]> {
  const isOn = status === undefined ? isNew || null : status === 'ENABLED';
  const saml = isOn === null ? [] : [{ method: 'saml', enabled: isOn } as const];
  const standard =
    disable_standard_login === undefined ? [] : [{ method: 'standard', enabled: !disable_standard_login } as const];
  const wanted = isOn === false ? [...standard, ...saml] : [...saml, ...standard];
  const events: ChangeEvent[] = [];
  for (const one of wanted) {
    const { event } = await switchMethod(viewer, tx, accountId, one, { now, runtime });
    if (event !== 'nothing') events.push(event);
  }
  return events;
}

/** Forgets the provider, its certificates and our keys for it. Throws 404 where there is none, and why it must stay. */
export async function deleteSaml(
  viewer: Viewer,
  tx: Db,
  { accountId, now, runtime }: Place,
): Promise<{ events: ChangeEvent[]; changed: ChangeEvent }> {
  const account = await editableAccount(viewer, tx, accountId, now, true);
  const stored = await findStored(viewer, tx, accountId);
  if (!stored) throw notFound();
  const { event } = await concerning(about(accountId, stored), () =>
    switchMethod(viewer, tx, accountId, { method: 'saml', enabled: false }, { now, runtime }),
  );
  await tx.deleteFrom('saml_config').where('account_id', '=', accountId).execute();
  await forgetFederatedNames(tx, accountId, 'saml', now);
  const before = answered(account, stored, { now, runtime });
  const { after: _none, ...changed } = eventOf(before, before);
  return { events: event === 'nothing' ? [] : [event], changed };
}

/**
 * What the provider is told of this platform. Many a provider takes it before it has metadata of its own to offer:
 * until the first save it names no key, for there is none.
 */
export async function samlMetadata(viewer: Viewer, db: Db, { accountId, now, runtime }: Place): Promise<string> {
  await editableAccount(viewer, db, accountId, now);
  return (await serviceProviderMetadata(db, runtime, accountId)) ?? ownMetadata(runtime, accountId, []);
}
