/** Handlers of an account's SAML identity provider. */
import type { accountSaml } from '@signet/contract/areas/account-saml';
import { fieldProblem } from '@signet/contract/problem';
import type { AuditDetail, HandlersOf } from '../../http/handler.ts';
import { fetchMetadata } from '../../sign-in/saml/fetch-metadata.ts';
import { readFreshMetadata } from '../../sign-in/saml/metadata.ts';
import { checkedCertificate, offeredCertificates } from './saml-certificates.ts';
import { changeKeys } from './saml-keys.ts';
import { samlNotices } from './saml-notice-store.ts';
import { answerOffer } from './saml-offer-store.ts';
import { deleteSaml, editableAccount, readSaml, samlMetadata, saveSaml, type SamlChange } from './saml-store.ts';

type Audit = Parameters<HandlersOf<typeof accountSaml>['saveSaml']>[0]['audit'];

const AN_UPDATE = { as: { action: 'UPDATE', resource: 'SAML2_CONFIG', result: 'success' } } as const;

/** Tells the log of both: the configuration, and the account whose history shows how its people sign in. */
function tell(
  audit: Audit,
  { changed, events }: Pick<SamlChange, 'changed' | 'events'>,
  how: Partial<AuditDetail> = {},
): void {
  audit(changed === 'nothing' ? changed : { ...changed, ...how });
  for (const event of events) audit({ ...event, as: { action: 'UPDATE', resource: 'ACCOUNT', result: 'success' } });
}

export const samlRoutes: HandlersOf<typeof accountSaml> = {
  readSaml: ({ viewer, db, params, now, runtime }) => readSaml(viewer, db, { accountId: params.id, now, runtime }),

  async saveSaml({ viewer, db, body, now, runtime, audit, answerWith }) {
    const place = { accountId: body.account_id, now, runtime };
    const saved = await saveSaml(viewer, db, body, place);
    tell(audit, saved, saved.created ? {} : AN_UPDATE);
    if (!saved.created) answerWith(200);
    return saved.after;
  },

  async updateSaml({ viewer, db, params, query, body, now, runtime, audit }) {
    const place = { accountId: params.id, now, runtime, version: query.version };
    const saved = await saveSaml(viewer, db, { ...body, edit: true }, place);
    tell(audit, saved);
    return saved.after;
  },

  async removeSaml({ viewer, db, params, now, runtime, audit }) {
    tell(audit, await deleteSaml(viewer, db, { accountId: params.id, now, runtime }));
  },

  async samlMetadata({ viewer, db, params, now, runtime }) {
    const xml = await samlMetadata(viewer, db, { accountId: params.id, now, runtime });
    return { type: 'application/samlmetadata+xml', octets: Buffer.from(xml), fileName: 'signet-saml-metadata.xml' };
  },

  async makeSamlKey({ viewer, db, params, now, runtime, audit }) {
    const { event, after } = await changeKeys(viewer, db, { accountId: params.id, now, runtime }, { act: 'make' });
    audit(event);
    return after;
  },

  async switchSamlKey({ viewer, db, params, now, runtime, audit }) {
    const act = { act: 'switch', id: params.keyId } as const;
    const { event, after } = await changeKeys(viewer, db, { accountId: params.id, now, runtime }, act);
    audit(event);
    return after;
  },

  async removeSamlKey({ viewer, db, params, now, runtime, audit }) {
    const act = { act: 'forget', id: params.keyId } as const;
    audit((await changeKeys(viewer, db, { accountId: params.id, now, runtime }, act)).event);
  },

  async answerSamlOffer({ viewer, db, params, body, now, runtime, audit }) {
    const answered = await answerOffer(viewer, db, body, { accountId: params.id, now, runtime });
    tell(audit, answered);
    return answered.after;
  },

  samlNotices: ({ viewer, db, query, now }) => samlNotices(viewer, db, query.account_id ?? null, now),

  async checkSaml({ viewer, db, params, body, now, runtime }) {
    await editableAccount(viewer, db, params.id, now);
    const field = 'metadata' in body ? 'metadata' : 'metadata_url';
    const given =
      'metadata' in body ? body : await fetchMetadata(body.metadata_url, runtime.config.OWN_NETWORK_PROVIDERS);
    if ('fault' in given) throw fieldProblem(field, { status: given.fault });
    const { metadata } = given;
    const read = readFreshMetadata(metadata, now);
    if ('fault' in read) throw fieldProblem(field, { status: read.fault });
    const { entityId, signOnAddress, certificates } = read;
    return async () => ({
      metadata,
      entity_id: entityId,
      sign_on_address: signOnAddress,
      certificates: offeredCertificates(certificates, now),
    });
  },

  async checkSamlCertificate({ viewer, db, params, body, now }) {
    await editableAccount(viewer, db, params.id, now);
    return checkedCertificate(body.certificate, now);
  },
};
