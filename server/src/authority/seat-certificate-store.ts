/** Certificates for seats: what is certified is said by seat, template and profile, and never by the request. */
import type { SeatType } from '@signet/contract/areas/seat-record';
import { whyNotPrincipalName } from '@signet/contract/areas/certificate-template-rules';
import { commonNameOf } from '@signet/contract/areas/seat-rules';
import type { KeyType } from '@signet/contract/key-types';
import { fieldProblem, Problem, refuseField, type Reason } from '@signet/contract/problem';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/open.ts';
import { requireConfirmed } from '../db/unconfirmed.ts';
import { newId } from '../ids.ts';
import { countInPlaceOf } from '../license-ledger/counted.ts';
import type { Runtime } from '../runtime.ts';
import { nameBound, whyNotComponents, type NameComponents } from '../x509/distinguished-name.ts';
import { namesOfHost, plainAddress, type AlternativeNames } from '../x509/extensions.ts';
import { signerBy } from './authority-store.ts';
import { issue, type IssuedCertificate } from './issue.ts';
import { profileToIssue, type StoredProfile } from './profile-store.ts';
import { orRefused } from './refusals.ts';
import { requireSafeKey } from './same-key-store.ts';
import type { StoredAttestation } from './tables.ts';

export type CertifiedSeat = { id: string; account_id: string; type: SeatType; name: string; identifier: string };
export type SeatTemplate = {
  id: string;
  account_id: string | null;
  profile_id: string;
  /** Who signs by it; null where nobody can. */
  authority_id: string | null;
  seat_types: string[];
  organization: string;
  organizational_unit: string;
  locality: string;
  state: string;
  country: string;
  requires_attestation: boolean;
  principal_names: boolean;
  /** Email domains that were verified for the account that asks, in small letters. */
  verified_domains: string[];
  /** Whether the authority that would sign is that account's own, and not one that it shares with others. */
  own_authority: boolean;
};
/** What of the subject was given for one certificate, where the template says nothing. */
export type GivenSubject = Partial<
  Record<'organizational_unit' | 'street_address' | 'postal_code' | 'locality' | 'state' | 'country', string>
>;

/**
 * A template by which an account's seats get certificates, with its profile; `visible` says who asks, `t` is the
 * template and `p` its profile. Null where there is none, or one of the two is archived.
 */
export async function templateToIssue(
  db: Db,
  { id, accountId }: { id: string; accountId: string },
  now: Date,
  visible: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<{ template: SeatTemplate; profile: StoredProfile } | null> {
  const { rows } = await sql<Omit<SeatTemplate, 'own_authority'>>`
    select t.id, t.account_id, t.profile_id, t.authority_id, t.seat_types, t.organization, t.organizational_unit,
      t.locality, t.state, t.country, t.requires_attestation, t.principal_names,
      array(select d.name from account_email_domain d where d.account_id = ${accountId} and d.verified_at is not null)
        as verified_domains
    from certificate_template t join certificate_profile p on p.id = t.profile_id
    where t.id = ${id} and t.archived_at is null and p.archived_at is null and p.cert_type = 'end_entity'
      and (t.account_id is null or t.account_id = ${accountId}) and ${visible}`.execute(db);
  const row = rows[0];
  const profile = row && (await profileToIssue(db, row.profile_id));
  if (!row || !profile) return null;
  const signer = await signerBy(db, row.authority_id, accountId, now);
  const own_authority = signer !== null && signer.account_id === accountId;
  return { template: { ...row, authority_id: signer?.id ?? null, own_authority }, profile };
}

/** Whom a certificate of the seat names. What the template says is the same in each. */
export function subjectOfSeat(
  seat: Pick<CertifiedSeat, 'type' | 'name' | 'identifier'>,
  template: SeatTemplate,
  given: GivenSubject = {},
): NameComponents & { common_name: string } {
  const { organization, organizational_unit, locality, state, country } = template;
  const said = Object.entries({ organization, organizational_unit, locality, state, country });
  const subject = Object.fromEntries([...Object.entries(given), ...said.filter(([, value]) => value !== '')]);
  const filled = Object.fromEntries(Object.entries(subject).filter(([, value]) => value !== ''));
  return {
    ...filled,
    ...(seat.type === 'organization' ? { organization: seat.name } : {}),
    common_name: commonNameOf(seat),
  };
}

/** Other names, by which programs know it (RFC 5280, 4.2.1.6). */
export function namesOfSeat(
  { type, identifier }: Pick<CertifiedSeat, 'type' | 'identifier'>,
  { principal_names }: Pick<SeatTemplate, 'principal_names'>,
): AlternativeNames {
  if (type === 'server') return namesOfHost(identifier.toLowerCase());
  if (type !== 'user') return {};
  const address = plainAddress(identifier);
  return {
    ...(address === null ? {} : { emails: [address] }),
    ...(principal_names ? { principalNames: [identifier] } : {}),
  };
}

/** Why a name can't stand in a certificate, by the first of its components that can't. */
function whyNotSubject(subject: NameComponents): Reason | null {
  const wrong = whyNotComponents(subject);
  return wrong && { status: 'SEAT_NOT_CERTIFIABLE', params: { fault: wrong.fault, max: nameBound(wrong.component) } };
}

/** Why the names of a seat can't stand in a certificate by this template. */
export function whyNotCertifySeat(
  seat: Pick<CertifiedSeat, 'type' | 'name' | 'identifier'>,
  template: SeatTemplate,
  given: GivenSubject = {},
): Reason | null {
  const uncertifiable = whyNotSubject(subjectOfSeat(seat, template, given));
  if (uncertifiable) return uncertifiable;
  const { emails, principalNames = [] } = namesOfSeat(seat, template);
  // Mail programs know a person by the address: without it they would take the certificate for somebody else's.
  if (seat.type === 'user' && !emails) return { status: 'SEAT_NOT_CERTIFIABLE', params: { fault: 'address' } };
  const [wrong] = principalNames.flatMap((name) => whyNotPrincipalName(name, template) ?? []);
  return wrong ?? null;
}

export type SeatOrder = {
  seat: CertifiedSeat;
  template: SeatTemplate;
  profile: StoredProfile;
  given?: GivenSubject;
  publicKey: Uint8Array;
  keyType: KeyType;
  /** What a token says of the key, where it says something. */
  attestation?: StoredAttestation;
  notAfter?: Date;
  /** Certificates whose place in the license it takes. */
  inPlaceOf?: readonly string[];
  by: string | null;
};

/**
 * Issues a certificate for a seat and counts it against the license of its account. Throws SEAT_NOT_CERTIFIABLE,
 * PRINCIPAL_DOMAIN_NOT_VERIFIED or MIGRATION_UNCONFIRMED under `seat_id`, ATTESTATION_REQUIRED under `attestation`,
 * KEY_COMPROMISED and KEY_ON_HOLD under `csr`, LICENSE_USED_UP, NOT_CERTIFIABLE, and CERTIFICATE_AUTHORITY_UNAVAILABLE
 * where no authority can sign.
 */
export async function certifySeat(
  runtime: Pick<Runtime, 'aside' | 'keys' | 'pkiUrl' | 'log'>,
  tx: Db,
  { seat, template, profile, given, publicKey, keyType, attestation, notAfter, inPlaceOf = [], by }: SeatOrder,
  now: Date,
): Promise<IssuedCertificate> {
  if (template.requires_attestation && !attestation)
    throw fieldProblem('attestation', { status: 'ATTESTATION_REQUIRED' });
  await requireConfirmed(tx, seat.account_id, 'seat_id');
  await requireSafeKey(tx, publicKey);
  refuseField('seat_id', whyNotCertifySeat(seat, template, given));
  if (template.authority_id === null) throw new Problem('CERTIFICATE_AUTHORITY_UNAVAILABLE');
  // Before anything is signed: what is signed and then refused would have to be revoked.
  const id = newId();
  await countInPlaceOf(tx, { kind: 'certificate', id, account: seat.account_id }, inPlaceOf, now);
  const authorityId = await signerNow(tx, { seat, template, given }, now);
  const order = {
    id,
    profile,
    subject: subjectOfSeat(seat, template, given),
    names: namesOfSeat(seat, template),
    publicKey,
    keyType,
    belongsTo: { accountId: seat.account_id },
    by,
    ...(notAfter ? { notAfter } : {}),
  };
  const issued = await orRefused(runtime, 'seat_id', () => issue(runtime, tx, authorityId, order, now));
  await tx
    .updateTable('certificate')
    .set({ seat_id: seat.id, template_id: template.id })
    .where('id', '=', id)
    .execute();
  if (attestation) await keepAttestation(tx, id, attestation);
  return issued;
}

/**
 * Who signs once the certificate is counted, which waits for whoever retires or renews an authority of the account:
 * others may sign by then, and not all names. Throws as {@link certifySeat} does.
 */
async function signerNow(
  tx: Db,
  { seat, template, given }: Pick<SeatOrder, 'seat' | 'template' | 'given'>,
  now: Date,
): Promise<string> {
  const signer = await signerBy(tx, template.authority_id, seat.account_id, now);
  if (signer === null) throw new Problem('CERTIFICATE_AUTHORITY_UNAVAILABLE');
  const own_authority = signer.account_id === seat.account_id;
  refuseField('seat_id', whyNotCertifySeat(seat, { ...template, own_authority }, given));
  return signer.id;
}

/** Keeps with a certificate what a token has said of its key. */
export async function keepAttestation(tx: Db, certificateId: string, attestation: StoredAttestation): Promise<void> {
  await tx
    .updateTable('certificate')
    .set({ key_attestation: JSON.stringify(attestation) })
    .where('id', '=', certificateId)
    .execute();
}
