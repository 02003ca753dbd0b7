/** The link by which somebody makes a certificate to sign in with: sent by an administrator, spent by the issuing. */
import { LIMITS } from '@signet/contract/limits';
import type { Locale } from '@signet/contract/locales';
import { Problem } from '@signet/contract/problem';
import { fingerprintOf } from '../../authority/intention-store.ts';
import { endOfCertificate, issuedWith, issueForPerson } from '../../authority/person-certificate-store.ts';
import { requestFrom } from '../../authority/request.ts';
import type { Db } from '../../db/open.ts';
import { queueMail } from '../../mail/queue.ts';
import type { Runtime } from '../../runtime.ts';
import { pemOf } from '../../x509/pem.ts';
import { answerInvitation } from '../answer-invitation.ts';
import { asActor, tellingRefusals, type SignInCall } from '../call.ts';
import { keepMade, madeByCode, makeCode, ownerOfCode, requireRoomForCode } from '../codes/code-store.ts';
import { holderOf } from '../codes/holder.ts';
import { tellOfCertificate } from './made-mail.ts';
import { methodStates } from '../method-store.ts';
import type { Reachable } from '../passwords/reset.ts';
import { findPerson, holdAccountOf, type Person } from '../person-store.ts';

/**
 * Mails the link; a new one makes the older ones worthless. Throws CERTIFICATE_SIGN_IN_OFF, and TOO_MANY_REQUESTS where
 * the links of an hour are used up.
 */
export async function sendCertificatePickup(
  tx: Db,
  runtime: Runtime,
  person: Reachable,
  locale: Locale,
  now: Date,
): Promise<void> {
  if (!(await methodStates(tx, person.id)).certificate) throw new Problem('CERTIFICATE_SIGN_IN_OFF');
  await requireRoomForCode(tx, person.id, 'certificate', now);
  const hours = LIMITS.certificatePickupHours;
  const code = await makeCode(tx, {
    userId: person.id,
    purpose: 'certificate',
    ttlSeconds: hours * 3600,
    sentTo: person.email,
    now,
  });
  await queueMail(tx, runtime, {
    to: person.email,
    locale,
    kind: 'certificate-pickup',
    userId: person.id,
    // In the fragment, which a browser keeps to itself: no log of a proxy has it.
    link: `${runtime.publicUrl}/account/certificate-pickup#${person.id}/${code}`,
    params: { name: person.name, user_name: person.user_name, hours },
  });
}

/** For whom the link is, without spending it. Throws CODE_INVALID wherever {@link pickUpCertificate} would. */
export async function holderOfPickup(
  { db, now }: Pick<SignInCall, 'db' | 'now'>,
  userId: string,
  code: string,
): Promise<Person> {
  const person = await findPerson(db, userId, now);
  const owner = await ownerOfCode(db, code, 'certificate', now);
  if (!person?.active || owner?.userId !== person.id || !(await mayHaveOne(db, person)))
    throw new Problem('CODE_INVALID');
  return person;
}

/**
 * Issues the certificate for the key of a request and spends the link, both or neither; asked again with the same key,
 * as after a lost answer, within the time of the link, it is the same certificate. Answers PEM, the authorities
 * from the nearest upwards. Throws CODE_INVALID for every link that makes none, whatever the reason; what is wrong with
 * the request under `csr`; CERTIFICATE_AUTHORITY_UNAVAILABLE; CERTIFICATES_TOO_MANY.
 */
export async function pickUpCertificate(
  call: SignInCall,
  { user_id, code, csr }: { user_id: string; code: string; csr: string },
): Promise<{ certificate: string; chain: string[] }> {
  const { db, runtime, now, audit } = call;
  // Of two calls with one key the second waits for the first, and finds what that has made.
  await holdAccountOf(db, user_id);
  await findPerson(db, user_id, now, { lock: true });
  const before = await pickedUpBefore(call, { user_id, code, csr });
  if (before) {
    audit('nothing');
    return answerOf(before.certificate, (await issuedWith(db, before.id)).chain);
  }
  // Until there is a certificate, what is told of is the person.
  const told: SignInCall['audit'] = (detail) => audit(detail === 'nothing' ? detail : { ...detail, resource: 'USER' });
  const person = await holderOf({ ...call, audit: told }, user_id, code, 'certificate');
  const { id, certificate, validTo } = await tellingRefusals({ audit: told }, asActor(person), async () => {
    if (!(await mayHaveOne(db, person))) throw new Problem('CODE_INVALID');
    const { publicKey, keyType } = requestFrom(csr);
    const whom = { ...person, account_id: person.primary_account_id };
    const order = { publicKey, keyType, notAfter: endOfCertificate(now), name: '', by: person.id };
    return issueForPerson(runtime, db, whom, order, now);
  });
  await keepMade(db, code, id);
  const { serial, chain } = await issuedWith(db, id);
  audit({
    ...asActor(person),
    resource_id: id,
    resource_name: `${person.user_name}/${person.name}`,
    after: { user_id: person.id, serial: serial.toString('hex'), valid_to: validTo },
  });
  await answerInvitation(call, person);
  // Whoever has the link can use it: its person hears of it.
  await tellOfCertificate(db, runtime, { owner: person, way: 'link', serial: serial.toString('hex'), validTo });
  return answerOf(certificate, chain);
}

const answerOf = (certificate: Buffer, chain: readonly Buffer[]) => ({
  certificate: pemOf('CERTIFICATE', certificate),
  chain: chain.map((one) => pemOf('CERTIFICATE', one)),
});

/** What the link has made for the very key of the request, where its person may have it still. */
async function pickedUpBefore(
  { db, now }: SignInCall,
  { user_id: userId, code, csr }: { user_id: string; code: string; csr: string },
) {
  const made = await madeByCode(db, { userId, code }, now);
  if (!made || made.keySha256 !== fingerprintOf(requestFrom(csr).publicKey)) return null;
  const person = await findPerson(db, userId, now);
  return person?.active && (await mayHaveOne(db, person)) ? made : null;
}

const mayHaveOne = async (db: Db, { id }: Person): Promise<boolean> => (await methodStates(db, id)).certificate;
