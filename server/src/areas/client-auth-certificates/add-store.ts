/** How somebody comes to a certificate: by a request, by a file, or by a key that is made here. */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { whyNotCertificateEnd } from '@signet/contract/areas/client-auth-certificate-rules';
import type { NewClientAuthCertificate } from '@signet/contract/areas/client-auth-certificates';
import { payloadDate } from '@signet/contract/dates';
import type { KeyType } from '@signet/contract/key-types';
import { fieldProblem, refuseField } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { fingerprintOf, plainSerial } from '../../authority/intention-store.ts';
import { endOfCertificate, issuedWith, issueForPerson, requireRoom } from '../../authority/person-certificate-store.ts';
import { requestFrom } from '../../authority/request.ts';
import { issuedBefore, requireSafeKey } from '../../authority/same-key-store.ts';
import type { Db } from '../../db/open.ts';
import { refuse, type ChangeEvent } from '../../db/record.ts';
import { violatedIndex } from '../../db/violation.ts';
import { newId } from '../../ids.ts';
import { readCredentialOwner, type AskedOwner, type CredentialOwner } from '../../people/owner-store.ts';
import type { Runtime } from '../../runtime.ts';
import { tellOfCertificate } from '../../sign-in/certificates/made-mail.ts';
import { storableText } from '../../storable-text.ts';
import { makePkcs12 } from '../../x509/pkcs12.ts';
import { newPrivateKey } from '../../x509/signer.ts';
import { eventOf, readClientCertificate, type CertificateOf } from './store.ts';
import { certificateFrom } from './uploaded.ts';

/** What is stored beside a certificate for lists and search, in characters; all of it stays in the certificate. */
const NAME_MAX = 255;
const NAMES_MAX = 2_000;

/** `isNew`: it was not issued for the same request before, whose answer was lost. */
type Added = { id: string; pkcs12: Buffer | null; isNew: boolean };

/**
 * Adds a certificate to a person. `pkcs12` is there where the key was made here: this once. The same request once more
 * at once, as after a lost answer, is the same certificate, and no event. Throws 404 for somebody whom the viewer does
 * not see, why it may not, and what is wrong under its field.
 */
export async function addCertificate(
  runtime: Runtime,
  viewer: Viewer,
  tx: Db,
  asked: AskedOwner,
  body: NewClientAuthCertificate,
  now: Date,
): Promise<{ after: CertificateOf; event: ChangeEvent | 'nothing'; pkcs12: Buffer | null }> {
  const owner = await readCredentialOwner(viewer, tx, asked, { lock: true });
  refuse(owner.why_not_manage);
  const { id, pkcs12, isNew } = await add(runtime, viewer, tx, owner, body, now);
  const after = await readClientCertificate(viewer, tx, { ...asked, certId: id }, { now });
  if (!isNew) return { after, event: 'nothing', pkcs12 };
  // Nobody is told of their own, and a service user can't be.
  if (owner.id !== viewer.userId && !owner.service_user) {
    const way = body.certificate === undefined ? 'issued' : 'uploaded';
    const validTo = new Date(`${after.valid_to.replace(' ', 'T')}Z`);
    await tellOfCertificate(tx, runtime, { owner, way, by: viewer.name, serial: after.serial, validTo });
  }
  return { after, event: eventOf({ after }), pkcs12 };
}

async function add(
  runtime: Runtime,
  viewer: Viewer,
  tx: Db,
  owner: CredentialOwner,
  { name = '', end_date, csr, certificate, passphrase, key_type = 'rsa_2048' }: NewClientAuthCertificate,
  now: Date,
): Promise<Added> {
  const by = viewer.userId;
  if (certificate !== undefined)
    return { id: await upload(tx, owner, { text: certificate, name, by }, now), pkcs12: null, isNew: true };
  const order = { name, by, notAfter: endOf(end_date, now) };
  if (passphrase !== undefined) return makeKeyFor(runtime, tx, owner, { ...order, keyType: key_type, passphrase }, now);
  const { publicKey, keyType } = requestFrom(csr ?? '');
  const before = await issuedBefore(tx, { ...order, publicKey, userId: owner.id }, now);
  if (before !== null) return { id: before, pkcs12: null, isNew: false };
  const { id } = await issueForPerson(runtime, tx, owner, { ...order, publicKey, keyType }, now);
  return { id, pkcs12: null, isNew: true };
}

/** The last second of a day, or of a year from today. Throws under `end_date`. */
function endOf(day: string | undefined, now: Date): Date {
  refuseField('end_date', day === undefined ? null : whyNotCertificateEnd(day, payloadDate(now)));
  return endOfCertificate(now, day);
}

type Order = { name: string; by: string; notAfter: Date; keyType: KeyType; passphrase: string };

/** The key is in the answer, under the passphrase, and nowhere else. */
async function makeKeyFor(
  runtime: Runtime,
  tx: Db,
  owner: CredentialOwner,
  { passphrase, ...order }: Order,
  now: Date,
): Promise<Added> {
  const privateKey = await newPrivateKey(order.keyType);
  try {
    const key = createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' });
    const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
    const { id, certificate } = await issueForPerson(runtime, tx, owner, { ...order, publicKey: spki }, now);
    const { chain } = await issuedWith(tx, id);
    const file = { privateKey, chain: [certificate, ...chain], name: order.name || owner.name, passphrase };
    return { id, pkcs12: await makePkcs12(file), isNew: true };
  } finally {
    privateKey.fill(0);
  }
}

/**
 * Keeps a certificate of another authority. It is known by its fingerprint alone: nobody else can have it, and it is as
 * good as whoever brought it says.
 */
async function upload(
  tx: Db,
  owner: CredentialOwner,
  { text, name, by }: { text: string; name: string; by: string },
  now: Date,
): Promise<string> {
  const read = certificateFrom(text, now);
  const fingerprint = fingerprintOf(read.der);
  const known = await tx
    .selectFrom('certificate')
    .select('id')
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst();
  if (known) throw fieldProblem('certificate', { status: 'CERTIFICATE_KNOWN' });
  // Anybody can give an authority the name of one of ours, and not its key.
  const named = await sql`select from certificate_authority
    where subject = ${Buffer.from(read.issuerName)} and state <> 'intended' limit 1`.execute(tx);
  if (named.rows.length > 0) throw fieldProblem('certificate', { status: 'CERTIFICATE_FALSE_ISSUER' });
  await requireSafeKey(tx, read.publicKey, 'certificate');
  if (read.validTo > now) await requireRoom(tx, owner, now);
  const id = newId();
  const { subject, issuer, key, purposes } = read;
  try {
    await tx
      .insertInto('certificate')
      .values({
        id,
        serial: plainSerial(Buffer.from(read.serial, 'hex')),
        state: 'issued',
        cert_type: 'end_entity',
        purposes: [...(purposes ?? [])],
        account_id: owner.account_id,
        user_id: owner.id,
        name,
        common_name: storableText(subject.components.common_name ?? '', NAME_MAX),
        subject_text: storableText(subject.text, NAMES_MAX),
        issuer_text: storableText(issuer.text, NAMES_MAX),
        email: storableText(subject.components.email ?? '', NAME_MAX),
        key_type: 'type' in key ? key.type : '',
        key_sha256: fingerprintOf(read.publicKey),
        valid_from: read.validFrom,
        valid_to: read.validTo,
        certificate: Buffer.from(read.der),
        fingerprint,
        created_at: now,
        created_by: by,
        updated_at: now,
        updated_by: by,
      })
      .execute();
  } catch (error) {
    if (violatedIndex(error) !== 'certificate_fingerprint') throw error;
    throw fieldProblem('certificate', { status: 'CERTIFICATE_KNOWN' });
  }
  return id;
}
