/** The certificate of an enrollment: made once for one key, whatever is lost on the way. */
import {
  SUBJECT_FIELDS,
  whyNotAnotherKey,
  whyNotEnrollmentEnd,
  whyNotFormValue,
  whyNotKeystoreType,
  type AskableField,
} from '@signet/contract/areas/enrollment-rules';
import type { EnrollmentRequest } from '@signet/contract/areas/enrollment-by-link';
import { payloadDate } from '@signet/contract/dates';
import { fieldProblem, Problem, refuseField } from '@signet/contract/problem';
import { sql } from 'kysely';
import { endCertificate } from '../../authority/end-certificate-store.ts';
import { fingerprintOf } from '../../authority/intention-store.ts';
import type { IssuedCertificate } from '../../authority/issue.ts';
import { endOfCertificate, issuedWith, issueForPerson } from '../../authority/person-certificate-store.ts';
import { attested } from '../../authority/attested.ts';
import { requestFrom } from '../../authority/request.ts';
import { lockKey } from '../../authority/same-key-store.ts';
import { certifySeat, keepAttestation } from '../../authority/seat-certificate-store.ts';
import type { StoredAttestation } from '../../authority/tables.ts';
import { authorityStands } from '../../db/authority-stands.ts';
import type { Db } from '../../db/open.ts';
import { refuse } from '../../db/record.ts';
import { answerInvitation } from '../../sign-in/answer-invitation.ts';
import { proveByLink } from '../../sign-in/person-store.ts';
import { tellOfCertificate } from '../../sign-in/certificates/made-mail.ts';
import { pemOf } from '../../x509/pem.ts';
import type { ReadRequest } from '../../x509/request.ts';
import { kindOfInvitation } from '../../enrollments/letter.ts';
import { givenOf } from './given.ts';
import { renewedBy, requireProof } from './renewal-store.ts';
import {
  askedOf,
  asResource,
  certifiedPerson,
  formOf,
  holderOf,
  lastDayOf,
  requireOpen,
  withEnrollment,
  type FoundEnrollment,
  type Holder,
  type LinkCall,
} from './link-store.ts';

/** What the answer is made of. */
type Made = { id: string; certificate: Buffer; validTo: Date };
export type EnrolledCertificate = { x509_cert: string; chain: string[]; serial: string; end_date: string };

/**
 * Makes the certificate of an enrollment. Asked again with the same key, as after a lost answer, it is the same
 * certificate. Another key gets another one while nothing is redeemed, and the former is revoked in this transaction.
 * Throws 404, what the enrollment opens no more, SUSPENDED, and what is wrong under its field.
 */
export const generateByLink = (
  call: LinkCall,
  id: string,
  { enrollment_code: code, ...body }: EnrollmentRequest,
): Promise<EnrolledCertificate> => withEnrollment(call, { id, code }, (found) => generate(call, found, body));

type Asked = Omit<EnrollmentRequest, 'enrollment_code'>;

async function generate(call: LinkCall, found: FoundEnrollment, body: Asked): Promise<EnrolledCertificate> {
  const { db, now, audit } = call;
  requireOpen(found, now);
  const holder = await holderOf(db, found, now);
  refuseField('keystore_type', whyNotKeystoreType(body.keystore_type, found.keystore_location));
  const request = requestFrom(body.csr);
  const same = await madeBefore(db, found, request, now);
  if (same) {
    audit('nothing');
    return answerOf(db, same);
  }
  requireKind(holder, request);
  const renewed = await renewedBy(db, found, now);
  if (renewed) await requireProof(db, found, renewed, { request, proof: body.proof }, now);
  await requireFreeKey(db, found, request);
  const values = await valuesOf(db, found, holder, body);
  const end = body.end_date ?? lastDayOf(found, holder, now);
  refuseField('end_date', whyNotEnrollmentEnd(end, payloadDate(now), lastDayOf(found, holder, now)));
  refuse(whyNotAnotherKey(found));
  const ended =
    found.certificate_id === null
      ? null
      : await endCertificate(db, found.certificate_id, { reason: 'superseded', by: null }, now);
  // They count once: an old one that is renewed is good until its end, and has given its place away.
  const inPlaceOf = [found.certificate_id, renewed?.id].filter((one) => typeof one === 'string');
  const filled = { ...found, ...values };
  const attestation = body.attestation && attested(call.runtime, body.attestation, request.publicKey, now);
  const made = await certify(call, filled, holder, request, {
    name: body.name ?? '',
    end,
    attestation,
    inPlaceOf,
  });
  await keep(db, filled, { made, body }, now);
  await tell(call, filled, holder, made);
  if (ended) audit(ended);
  if (holder.person) {
    await answerInvitation(call, holder.person);
    // Which the link was mailed to, not what has been filled in.
    const kinds = [kindOfInvitation(found.renews !== null)];
    await proveByLink(db, holder.person.id, { to: found.email, kinds, since: found.sent_at });
  }
  return answerOf(db, made);
}

/** The certificate that was made for the very key of a request, and is good still. */
async function madeBefore(db: Db, found: FoundEnrollment, { publicKey }: ReadRequest, now: Date): Promise<Made | null> {
  if (found.certificate_id === null) return null;
  const row = await db
    .selectFrom('certificate')
    .select(['id', 'certificate', 'valid_to'])
    .where('id', '=', found.certificate_id)
    .where('state', '=', 'issued')
    .where(authorityStands('certificate'))
    .where('valid_to', '>', now)
    .where('key_sha256', '=', fingerprintOf(publicKey))
    .executeTakeFirst();
  return row?.certificate ? { id: row.id, certificate: row.certificate, validTo: row.valid_to } : null;
}

function requireKind({ profile: { keyTypes } }: Holder, { keyType }: ReadRequest): void {
  if (!keyTypes.includes(keyType))
    throw fieldProblem('csr', { status: 'KEY_NOT_ACCEPTED', params: { accepted: keyTypes.join(', ') } });
}

/**
 * Throws KEY_KNOWN for a key of which somebody else has a certificate, or that was revoked: whoever has it could be
 * taken for its holder. Two who come with one key at once wait for each other.
 */
async function requireFreeKey(db: Db, found: FoundEnrollment, { publicKey }: ReadRequest): Promise<void> {
  const key = fingerprintOf(publicKey);
  await lockKey(db, publicKey);
  const { rows } = await sql`select from certificate c
    where c.key_sha256 = ${key} and c.certificate is not null
      and (c.state <> 'issued' or c.seat_id is distinct from ${found.seat_id}::uuid
        or c.user_id is distinct from ${found.user_id}::uuid) limit 1`.execute(db);
  if (rows.length > 0) throw fieldProblem('csr', { status: 'KEY_KNOWN' });
}

/**
 * What the invited person has filled in. All that is asked is needed; what is not asked may be sent as it stands, and
 * not otherwise. Throws what is wrong under its field.
 */
async function valuesOf(
  db: Db,
  found: FoundEnrollment,
  holder: Holder,
  body: Asked,
): Promise<Partial<Record<AskableField, string>>> {
  const asked = askedOf(found, holder);
  const values = new Map<string, unknown>(Object.entries(body));
  for (const [field, stands] of Object.entries(await formOf(db, found, holder))) {
    const sent = values.get(field);
    const isAsked = asked.some((one) => one === field);
    if (!isAsked && sent !== undefined && JSON.stringify(sent) !== JSON.stringify(stands))
      throw fieldProblem(field, { status: 'NOT_ASKED' });
  }
  return Object.fromEntries(
    asked.map((field) => {
      const value = (body[field] ?? found[field]).trim();
      refuseField(field, whyNotFormValue(field, value));
      return [field, value];
    }),
  );
}

/** What goes wrong behind the link, as the invited person is told it: nothing of license, seat or template. */
const OUTSIDE = new Set([
  'LICENSE_USED_UP',
  'SEAT_NOT_CERTIFIABLE',
  'PRINCIPAL_DOMAIN_NOT_VERIFIED',
  'MIGRATION_UNCONFIRMED',
  'NOT_FOUND',
]);

type CertifiedAs = {
  name: string;
  end: string;
  attestation: StoredAttestation | undefined;
  inPlaceOf: readonly string[];
};

async function certify(
  { runtime, db, now }: LinkCall,
  found: FoundEnrollment,
  { seat, template, person, profile }: Holder,
  { publicKey, keyType }: ReadRequest,
  { name, end, attestation, inPlaceOf }: CertifiedAs,
): Promise<IssuedCertificate> {
  const order = { publicKey, keyType, notAfter: endOfCertificate(now, end), by: found.created_by };
  try {
    if (person) {
      const issued = await issueForPerson(runtime, db, certifiedPerson(person), { ...order, name }, now);
      if (attestation) await keepAttestation(db, issued.id, attestation);
      return issued;
    }
    const given = givenOf(found);
    const forSeat = { ...order, seat, template, profile, given, inPlaceOf, ...(attestation ? { attestation } : {}) };
    const issued = await certifySeat(runtime, db, forSeat, now);
    if (name !== '') await db.updateTable('certificate').set({ name }).where('id', '=', issued.id).execute();
    return issued;
  } catch (thrown) {
    if (thrown instanceof Problem && OUTSIDE.has(thrown.reason.status)) throw new Problem('SUSPENDED');
    throw thrown;
  }
}

/** Writes down what was made, and for what. */
async function keep(
  db: Db,
  found: FoundEnrollment,
  { made, body }: { made: Made; body: Pick<EnrollmentRequest, 'keystore_type' | 'enrollment_method'> },
  now: Date,
): Promise<void> {
  const values = Object.fromEntries([...SUBJECT_FIELDS, 'email' as const].map((field) => [field, found[field]]));
  await db
    .updateTable('enrollment')
    .set({
      ...values,
      stage: 'generated',
      certificate_id: made.id,
      keys: found.keys + 1,
      keystore_type: body.keystore_type,
      enrollment_method: body.enrollment_method,
      generated_at: now,
      updated_at: now,
      updated_by: null,
      version: found.version + 1,
    })
    .where('id', '=', found.id)
    .execute();
}

/** Tells the log of both, and its person of a certificate by which one signs in. */
async function tell({ runtime, db, audit }: LinkCall, found: FoundEnrollment, holder: Holder, made: Made) {
  const { serial } = await issuedWith(db, made.id);
  const { seat_id, user_id, template_id, id: enrollment_id } = found;
  audit({
    ...asResource(found),
    resource: holder.person ? 'CLIENT_AUTH_CERT' : 'CERTIFICATE',
    resource_id: made.id,
    after: {
      serial: serial.toString('hex'),
      valid_to: made.validTo,
      seat_id,
      user_id,
      template_id,
      enrollment_id,
      renews: found.renews,
    },
  });
  audit({
    ...asResource(found),
    as: { action: 'UPDATE', resource: 'ENROLLMENT', result: 'success' },
    before: { stage: found.stage, certificate_id: found.certificate_id },
    after: { stage: 'generated', certificate_id: made.id },
  });
  if (holder.person)
    await tellOfCertificate(db, runtime, {
      owner: holder.person,
      way: 'link',
      serial: serial.toString('hex'),
      validTo: made.validTo,
    });
}

async function answerOf(db: Db, { id, certificate, validTo }: Made): Promise<EnrolledCertificate> {
  const { serial, chain } = await issuedWith(db, id);
  return {
    x509_cert: pemOf('CERTIFICATE', certificate),
    chain: chain.map((one) => pemOf('CERTIFICATE', one)),
    serial: serial.toString('hex'),
    end_date: payloadDate(validTo),
  };
}
