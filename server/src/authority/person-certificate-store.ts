/** Certificates with which a person, or a service user, signs in: the name is the platform's, the key the person's. */
import { latestEnd } from '@signet/contract/areas/client-auth-certificate-rules';
import { endOfDay, payloadDate } from '@signet/contract/dates';
import { LIMITS } from '@signet/contract/limits';
import type { KeyType } from '@signet/contract/key-types';
import { fieldProblem, Problem } from '@signet/contract/problem';
import { sql } from 'kysely';
import { authorityStands } from '../db/authority-stands.ts';
import type { Db } from '../db/open.ts';
import { requireConfirmed } from '../db/unconfirmed.ts';
import type { Runtime } from '../runtime.ts';
import { fitting, whyNotComponent, type NameComponents } from '../x509/distinguished-name.ts';
import { plainAddress, type AlternativeNames } from '../x509/extensions.ts';
import { authorityFor, chainOf } from './authority-store.ts';
import { issue, type IssuedCertificate } from './issue.ts';
import { builtInProfile } from './profile-store.ts';
import { orRefused } from './refusals.ts';
import { requireSafeKey } from './same-key-store.ts';

/** Whom it is for. */
export type CertifiedPerson = {
  id: string;
  name: string;
  user_name: string;
  email: string;
  account_id: string | null;
};

export type PersonOrder = {
  /** SubjectPublicKeyInfo, DER, of whose private key there was proof. */
  publicKey: Uint8Array;
  keyType: KeyType;
  notAfter: Date;
  /** What the person calls it; may be empty. */
  name: string;
  by: string | null;
};

/** The last second of a day (YYYY-MM-DD, in UTC), or of the last day that a certificate made now may have. */
export const endOfCertificate = (now: Date, day: string = latestEnd(payloadDate(now))): Date =>
  new Date(endOfDay(day, 'UTC').getTime() - 1_000);

/**
 * What a certificate says of a person: their name and that of their account, cut and cleaned as far as needed; the
 * email address stands among the other names (RFC 5280, 4.1.2.6).
 */
export async function namesOfPerson(
  db: Db,
  { name, user_name, email, account_id }: Omit<CertifiedPerson, 'id'>,
): Promise<{ subject: NameComponents & { common_name: string }; names: AlternativeNames }> {
  const organization = fitting('organization', await accountName(db, account_id));
  const common_name = fitting('common_name', name) || fitting('common_name', user_name);
  const subject = { ...(whyNotComponent('organization', organization) ? {} : { organization }), common_name };
  const address = plainAddress(email);
  return { subject, names: address === null ? {} : { emails: [address] } };
}

/**
 * Issues a certificate for client authentication by the authority of the person's account. It names the person,
 * whatever the request wishes. Throws CERTIFICATE_AUTHORITY_UNAVAILABLE, NOT_CERTIFIABLE, CERTIFICATES_TOO_MANY,
 * MIGRATION_UNCONFIRMED, and under `csr` KEY_KIND for a key that the profile does not take, KEY_COMPROMISED and
 * KEY_ON_HOLD.
 */
export async function issueForPerson(
  runtime: Pick<Runtime, 'aside' | 'keys' | 'pkiUrl' | 'log'>,
  tx: Db,
  person: CertifiedPerson,
  { publicKey, keyType, notAfter, name, by }: PersonOrder,
  now: Date,
): Promise<IssuedCertificate> {
  if (person.account_id !== null) await requireConfirmed(tx, person.account_id, null);
  await requireRoom(tx, person, now);
  const profile = await builtInProfile(tx, 'client_auth');
  if (!profile.keyTypes.includes(keyType)) throw fieldProblem('csr', { status: 'KEY_KIND' });
  await requireSafeKey(tx, publicKey);
  const belongsTo = { accountId: person.account_id, userId: person.id };
  const order = { profile, ...(await namesOfPerson(tx, person)), publicKey, keyType, notAfter, belongsTo, by };
  const authorityId = await authorityFor(tx, person.account_id, now);
  if (authorityId === null) throw new Problem('CERTIFICATE_AUTHORITY_UNAVAILABLE');
  const issued = await orRefused(runtime, null, () => issue(runtime, tx, authorityId, order, now));
  if (name !== '') await tx.updateTable('certificate').set({ name }).where('id', '=', issued.id).execute();
  return issued;
}

/**
 * Throws CERTIFICATES_TOO_MANY where somebody has as many certificates as anybody may. The others who add one to the
 * same person wait until the caller's transaction ends.
 */
export async function requireRoom(tx: Db, { id }: Pick<CertifiedPerson, 'id'>, now: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`certificates of ${id}`}, 0))`.execute(tx);
  const max = LIMITS.certificatesPerPersonMax;
  const { rows } = await sql`select from certificate c
    where c.user_id = ${id} and c.state = 'issued' and ${authorityStands('c')} and c.valid_to > ${now}
    limit ${max}`.execute(tx);
  if (rows.length >= max) throw new Problem('CERTIFICATES_TOO_MANY', { params: { max } });
}

/** Of a certificate that was issued here: its serial number, and the authorities above it, DER, the nearest first. */
export async function issuedWith(tx: Db, id: string): Promise<{ serial: Buffer; chain: Buffer[] }> {
  const { authority_id, serial } = await tx
    .selectFrom('certificate')
    .select(['authority_id', 'serial'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { serial, chain: authority_id === null ? [] : await chainOf(tx, authority_id) };
}

/** The name of an account; of none the platform's own. */
async function accountName(tx: Db, accountId: string | null): Promise<string> {
  const own = tx.selectFrom('account').select('name');
  const row = await (
    accountId === null ? own.where('system_account', '=', true) : own.where('id', '=', accountId)
  ).executeTakeFirst();
  return row?.name ?? '';
}
