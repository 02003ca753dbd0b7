/** What somebody enters by a set-up link, with the rules of the page where administrators do. */
import type { OidcCreate } from '@signet/contract/areas/account-oidc';
import type { SamlSave } from '@signet/contract/areas/account-saml';
import type { SignInSetup } from '@signet/contract/areas/sign-in-setup';
import type { Account } from '@signet/contract/areas/accounts';
import { methodStatesOf } from '@signet/contract/areas/sign-in-method-rules';
import { storedDateTime } from '@signet/contract/dates';
import { fieldProblem, Problem } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import type { Db } from '../../db/open.ts';
import type { ProviderMetadata } from '../../db/provider-metadata.ts';
import type { ChangeEvent } from '../../db/record.ts';
import type { AuditDetail } from '../../http/handler.ts';
import type { Runtime } from '../../runtime.ts';
import { certificatesOf, whyNoneCounts } from '../../sign-in/saml/kept-certificate.ts';
import { readFreshMetadata } from '../../sign-in/saml/metadata.ts';
import { serviceProviderOf } from '../../sign-in/saml/service-provider.ts';
import { redirectUri } from '../../sign-in/oidc/client.ts';
import { pemOf } from '../../x509/pem.ts';
import { createOidc, readOidc, updateOidc } from './oidc-store.ts';
import { editableAccount, readSaml, saveSaml } from './saml-store.ts';
import { findLink, requireSettable, viewerOfLink, type AskedLink } from './setup-link-store.ts';

/** What a call by a link comes with. */
export type LinkCall = {
  db: Db;
  now: Date;
  runtime: Pick<Runtime, 'publicUrl' | 'seal' | 'clientAuthUrl'>;
  body: { id: string; secret: string };
  audit: (detail: AuditDetail) => void;
};
/** A link that opens something, whose account it is, and what it may see. */
type Opened = { link: AskedLink; viewer: Viewer; account: Account };

/**
 * The link of a call that is open for one of these purposes; with `lock` both it and the account stay as they are.
 * Tells the log which link was refused. Throws SETUP_LINK_ENDED, whatever the reason: who holds a link learns no more
 * of the account.
 */
export async function requireSetupLink(
  { db, now, body, audit }: LinkCall,
  purposes: readonly AskedLink['purpose'][],
  lock = false,
): Promise<Opened> {
  const link = await findLink(db, { ...body, now, lock });
  const refused = (): Problem => {
    audit({ resource_id: link?.id ?? null, account_id: link?.account_id ?? null });
    return new Problem('SETUP_LINK_ENDED');
  };
  if (!link || link.used_at || link.revoked_at || link.expires_at <= now || !link.in_service) throw refused();
  if (!purposes.includes(link.purpose)) throw refused();
  const viewer = await viewerOfLink(db, link, now);
  if (!viewer) throw refused();
  const account = await editableAccount(viewer, db, link.account_id, now, lock);
  try {
    await requireSettable(db, account, link.purpose);
  } catch (thrown) {
    throw thrown instanceof Problem ? refused() : thrown;
  }
  return { link, viewer, account };
}

/** What the page of a link shows. Throws SETUP_LINK_ENDED. */
export async function openSetupLink(call: LinkCall): Promise<SignInSetup> {
  const { link, account } = await requireSetupLink(call, ['saml', 'oidc', 'saml_certificates']);
  const saml = link.purpose !== 'oidc';
  return {
    purpose: link.purpose,
    account_name: account.display_name,
    expires_at: storedDateTime(link.expires_at),
    service_provider_config: saml ? serviceProviderOf(call.runtime, account.id) : null,
    redirect_uri: saml ? null : redirectUri(call.runtime, account.id),
  };
}

/** Uses up a link that is locked: of two calls at once the other one has waited, and finds it used. */
async function useUp(tx: Db, link: AskedLink, now: Date): Promise<void> {
  await tx.updateTable('sign_in_setup_link').set({ used_at: now }).where('id', '=', link.id).execute();
}

/** Tells the log of both: the link that was used, and what was entered by it. Nobody is the actor. */
function tell(
  { audit }: LinkCall,
  { link, viewer, account }: Opened,
  resource: 'SAML2_CONFIG' | 'SSO_OIDC',
  created: boolean,
  changed: ChangeEvent | 'nothing',
): void {
  const by = { message: 'BY_SETUP_LINK' } as const;
  const whose = { link_of: viewer.name };
  const used = { resource_id: link.id, resource_name: account.display_name, account_id: account.id };
  audit({ ...used, ...by, after: { purpose: link.purpose, ...whose } });
  if (changed === 'nothing') return;
  const as = { action: created ? 'CREATE' : 'UPDATE', resource, result: 'success' } as const;
  audit({ ...changed, ...by, after: { ...changed.after, ...whose }, as });
}

type GivenSaml = { metadata: string; metadata_url: string | null; attributes: SamlSave['attributes'] };

/**
 * Enters a SAML provider, switched off, or adds the new certificates of the one that is there as retired ones, which
 * are not believed until an administrator says so. `field` is where the metadata stand in the request. Throws
 * SETUP_LINK_ENDED and what is wrong under its field.
 */
export async function setUpSaml(
  call: LinkCall,
  { metadata, metadata_url, attributes }: GivenSaml,
  field: 'metadata' | 'metadata_url',
): Promise<void> {
  const { db: tx, now, runtime } = call;
  const opened = await requireSetupLink(call, ['saml', 'saml_certificates'], true);
  const { link, viewer, account } = opened;
  if (attributes && link.purpose !== 'saml') throw fieldProblem('attributes', { status: 'INVALID_INPUT' });
  const place = { accountId: account.id, now, runtime };
  const stored = await readSaml(viewer, tx, place);
  const given =
    link.purpose === 'saml'
      ? { metadata: { metadata }, metadata_url }
      : renewed(stored.identity_provider_config, metadata, field, now);
  await useUp(tx, link, now);
  const { created, changed } = await underField(field, () =>
    saveSaml(
      viewer,
      tx,
      {
        auth_type: 'SAML 2.0',
        account_id: account.id,
        ...(stored.id === null ? {} : { edit: true, federation_id: stored.id }),
        identity_provider_config: given,
        status: methodStatesOf(account).saml ? 'ENABLED' : 'DISABLED',
        attributes,
      },
      { ...place, version: stored.version ?? undefined },
    ),
  );
  // Nobody who has a user has saved it.
  if (changed !== 'nothing')
    await tx.updateTable('saml_config').set({ updated_by: null }).where('account_id', '=', account.id).execute();
  tell(call, opened, 'SAML2_CONFIG', created, changed);
}

type Stored = Awaited<ReturnType<typeof readSaml>>['identity_provider_config'];

/** The provider as it is, with the certificates of its new metadata beside its own. */
function renewed(stored: Stored, metadata: string, field: 'metadata' | 'metadata_url', now: Date) {
  if (!stored) throw new Problem('SETUP_LINK_ENDED');
  const read = readFreshMetadata(metadata, now);
  if ('fault' in read) throw fieldProblem(field, { status: read.fault });
  if (read.entityId !== stored.entity_id) throw fieldProblem(field, { status: 'SETUP_OTHER_PROVIDER' });
  const known = new Set(stored.certificates.map(({ thumb_print }) => thumb_print));
  const fresh = certificatesOf(read.certificates).filter(({ thumb_print }) => !known.has(thumb_print));
  if (certificatesOf(read.certificates).length === 0)
    throw fieldProblem(field, { status: whyNoneCounts(read.certificates) });
  if (fresh.length === 0) throw fieldProblem(field, { status: 'SETUP_NO_NEW_CERTIFICATE' });
  const valid = fresh.filter(({ valid_to }) => valid_to > now);
  if (valid.length === 0) throw fieldProblem(field, { status: 'CERTIFICATE_EXPIRED' });
  return {
    metadata: stored.metadata,
    metadata_url: stored.metadata_url,
    certificates: [
      ...stored.certificates.map(({ certificate, state }) => ({ certificate, state })),
      ...valid.map((one) => ({ certificate: pemOf('CERTIFICATE', one.certificate), state: 'retired' as const })),
    ],
  };
}

/** What is wrong with metadata stands under the field that it came by: the page of a link has no others. */
async function underField<T>(field: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (thrown) {
    const [reason] = thrown instanceof Problem ? Object.values(thrown.fields ?? {}) : [];
    throw reason ? fieldProblem(field, reason) : thrown;
  }
}

/** Enters an OpenID Connect provider, switched off. Throws SETUP_LINK_ENDED and what is wrong under its field. */
export async function setUpOidc(
  call: LinkCall,
  values: Omit<OidcCreate, 'enabled'>,
  asked: { metadata: ProviderMetadata },
): Promise<void> {
  const { db: tx, now, runtime } = call;
  const opened = await requireSetupLink(call, ['oidc'], true);
  const { link, viewer, account } = opened;
  const place = { accountId: account.id, now, runtime };
  const { config } = await readOidc(viewer, tx, place);
  await useUp(tx, link, now);
  const off = { ...values, enabled: false };
  const { event } = config
    ? await updateOidc(viewer, tx, off, asked, { ...place, version: config.version })
    : await createOidc(viewer, tx, off, asked, place);
  // Nobody who has a user has saved it.
  await tx.updateTable('oidc_config').set({ updated_by: null }).where('account_id', '=', account.id).execute();
  tell(call, opened, 'SSO_OIDC', config === null, event);
}
