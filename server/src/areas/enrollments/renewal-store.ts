/** An enrollment that renews a certificate: what is asked of the key of that one, and whether it has answered. */
import { createHash, verify, X509Certificate } from 'node:crypto';
import { renewalStatement, whyNotRenew } from '@signet/contract/areas/renewal-rules';
import type { EnrollmentRequest, PublicEnrollment } from '@signet/contract/areas/enrollment-by-link';
import { storedDateTime } from '@signet/contract/dates';
import { LIMITS } from '@signet/contract/limits';
import { fieldProblem, Problem } from '@signet/contract/problem';
import { countInPlaceOf, discount } from '../../license-ledger/counted.ts';
import { authorityStands } from '../../db/authority-stands.ts';
import type { Db } from '../../db/open.ts';
import { refuse } from '../../db/record.ts';
import { newSecret } from '../../secrets.ts';
import { hashCode } from '../../enrollments/letter.ts';
import type { ReadRequest } from '../../x509/request.ts';

/** What of an enrollment says whether it renews, and what was asked of the old key. */
type Renewing = {
  id: string;
  renews: string | null;
  user_id: string | null;
  challenge_hash: string | null;
  challenge_until: Date | null;
};

/** The certificate that an enrollment renews. */
export type Renewed = { id: string; certificate: Buffer; serial: string; validTo: Date; keyType: string };

/**
 * What an enrollment renews; null for one that renews nothing. Throws RENEWAL_OVER where that can't be renewed any
 * more, as while it is switched off: whoever has found a lost computer would have its key make one that is on.
 */
export async function renewedBy(
  db: Db,
  { renews, user_id }: Pick<Renewing, 'renews' | 'user_id'>,
  now: Date,
): Promise<Renewed | null> {
  if (renews === null) return null;
  const { certificate, serial, state, enabled, stands, valid_to, key_type } = await db
    .selectFrom('certificate')
    .select(['certificate', 'serial', 'state', 'enabled', 'valid_to', 'key_type'])
    .select(authorityStands('certificate').as('stands'))
    .where('id', '=', renews)
    .executeTakeFirstOrThrow();
  const isGood = stands && enabled;
  refuse(whyNotRenew({ state: isGood ? state : 'revoked', validTo: valid_to, signsIn: user_id !== null }, now));
  if (!certificate) throw new Problem('RENEWAL_OVER');
  return { id: renews, certificate, serial: serial.toString('hex'), validTo: valid_to, keyType: key_type };
}

/** As the page is told of it. */
export const shownRenewed = (renewed: Renewed | null): PublicEnrollment['renews'] =>
  renewed && {
    fingerprint: createHash('sha256').update(renewed.certificate).digest('hex'),
    serial: renewed.serial,
    valid_to: storedDateTime(renewed.validTo),
  };

/** What the old key has to sign from now on. Throws NOTHING_TO_RENEW. */
export async function challenge(db: Db, found: Renewing, now: Date) {
  if (!(await renewedBy(db, found, now))) throw new Problem('NOTHING_TO_RENEW');
  const asked = newSecret();
  const until = new Date(now.getTime() + LIMITS.renewalChallengeMinutes * 60_000);
  await db
    .updateTable('enrollment')
    .set({ challenge_hash: hashCode(asked), challenge_until: until })
    .where('id', '=', found.id)
    .execute();
  return { challenge: asked, expires_at: storedDateTime(until) };
}

type Proof = NonNullable<EnrollmentRequest['proof']>;

/**
 * Throws PROOF_REQUIRED and PROOF_NOT_ACCEPTED under `proof` unless the key of the renewed certificate has signed what
 * it was asked, for this very request; and KEY_KNOWN where the request is for the old key again. What was asked is
 * used up.
 */
export async function requireProof(
  db: Db,
  found: Renewing,
  { certificate, keyType }: Renewed,
  { request, proof }: { request: ReadRequest; proof: Proof | undefined },
  now: Date,
): Promise<void> {
  const key = new X509Certificate(certificate).publicKey;
  if (key.export({ format: 'der', type: 'spki' }).equals(Buffer.from(request.publicKey)))
    throw fieldProblem('csr', { status: 'KEY_KNOWN' });
  if (!proof) throw fieldProblem('proof', { status: 'PROOF_REQUIRED' });
  const { challenge_hash: asked, challenge_until: until } = found;
  const isAsked = asked !== null && until !== null && until > now && hashCode(proof.challenge) === asked;
  const said = Buffer.from(renewalStatement(proof.challenge, createHash('sha256').update(request.der).digest('hex')));
  const hash = keyType === 'ec_p384' ? 'sha384' : 'sha256';
  const isSigned = verify(hash, said, key, Buffer.from(proof.signature, 'base64'));
  if (!isAsked || !isSigned) throw fieldProblem('proof', { status: 'PROOF_NOT_ACCEPTED' });
  await db
    .updateTable('enrollment')
    .set({ challenge_hash: null, challenge_until: null })
    .where('id', '=', found.id)
    .execute();
}

/**
 * Frees the place in the license of a certificate that was `ended` before its enrollment was redeemed. Where it renewed
 * another one that is still good, that one has the place again.
 */
export async function giveBackPlace(
  db: Db,
  ended: string,
  { renews, account_id: account }: { renews: string | null; account_id: string },
  now: Date,
): Promise<void> {
  if (renews !== null && (await isGoodForSeat(db, renews, now)))
    return countInPlaceOf(db, { kind: 'certificate', id: renews, account }, [ended], now);
  return discount(db, { kind: 'certificate', id: ended }, now);
}

/** One on hold has its place until it is released, or revoked for good. */
async function isGoodForSeat(db: Db, id: string, now: Date): Promise<boolean> {
  const good = await db
    .selectFrom('certificate')
    .select('seat_id')
    .where('id', '=', id)
    .where((row) => row.or([row('state', '=', 'issued'), row('revocation_reason', '=', 'certificateHold')]))
    .where(authorityStands('certificate'))
    .where('valid_to', '>', now)
    .executeTakeFirst();
  return good !== undefined && good.seat_id !== null;
}
