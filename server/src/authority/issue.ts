/** How the platform comes to a certificate: lint, write down, sign, complete. */
import { AsnConvert } from '@peculiar/asn1-schema';
import { Name } from '@peculiar/asn1-x509';
import { Problem } from '@signet/contract/problem';
import type { Db } from '../db/open.ts';
import { newId } from '../ids.ts';
import type { Runtime } from '../runtime.ts';
import { lint, newSerial, record, sign, type Intention } from '../x509/certificate.ts';
import { makeName, readName, type NameComponents } from '../x509/distinguished-name.ts';
import type { AlternativeNames } from '../x509/extensions.ts';
import type { KeyType } from '@signet/contract/key-types';
import { wholeSeconds } from '../x509/whole-seconds.ts';
import { openAuthority, type OpenAuthority } from './authority-store.ts';
import { completeIntention, writeIntention, type Belonging } from './intention-store.ts';
import { periodOfDays } from './period.ts';
import type { StoredProfile } from './profile-store.ts';

/** What is to be certified. `publicKey` is a SubjectPublicKeyInfo, DER, of whose private key there was proof. */
export type Order = {
  /** What the certificate will be known by, where the caller counts it before. */
  id?: string;
  profile: StoredProfile;
  subject: NameComponents & { common_name: string };
  names?: AlternativeNames;
  publicKey: Uint8Array;
  keyType: KeyType;
  /** The last moment, where it shall be sooner than the profile says. */
  notAfter?: Date;
  belongsTo?: Belonging;
  /** Who asked for it; null for the platform itself. */
  by: string | null;
};

export type IssuedCertificate = { id: string; certificate: Buffer; validFrom: Date; validTo: Date };

/** When it begins and ends: as long as the profile says, and no longer than its authority. */
function periodOf({ profile, notAfter }: Order, { issuer }: OpenAuthority, now: Date) {
  const { notBefore, notAfter: byProfile } = periodOfDays(profile.days, now);
  const ends = [byProfile, issuer.notAfter, notAfter];
  const last = Math.min(...ends.flatMap((end) => (end ? [end.getTime()] : [])));
  return { notBefore, notAfter: wholeSeconds(new Date(last)) };
}

/**
 * Issues one certificate by an authority. What is intended is committed beside the transaction, on a connection of its
 * own, before the key is used; that it was carried out, and whose it is, in the transaction. Where that fails, a job
 * revokes what was intended. Throws NotIssuable for what breaks a rule, KeyUnavailable, and
 * CERTIFICATE_AUTHORITY_UNAVAILABLE where the authority signs no certificates any more, since somebody has ended it
 * meanwhile.
 */
export async function issue(
  runtime: Pick<Runtime, 'aside' | 'keys' | 'pkiUrl'>,
  tx: Db,
  authorityId: string,
  order: Order,
  now: Date,
): Promise<IssuedCertificate> {
  const authority = await openAuthority(runtime, tx, authorityId);
  // A retired or revoked one still needs somebody who answers for it; one that is being made signs itself.
  if (authority.state !== 'active' && order.profile.certType === 'end_entity' && !order.profile.unrevocable)
    throw new Problem('CERTIFICATE_AUTHORITY_UNAVAILABLE');
  return issueBy(runtime, tx, authority, order, now);
}

/** As {@link issue}, by an authority that is open. */
export async function issueBy(
  { aside }: Pick<Runtime, 'aside'>,
  tx: Db,
  { id: authorityId, issuer, signer, ...rest }: OpenAuthority,
  order: Order,
  now: Date,
): Promise<IssuedCertificate> {
  const { profile, subject, names = {}, publicKey, keyType } = order;
  const period = periodOf(order, { id: authorityId, issuer, signer, ...rest }, now);
  const intention: Intention = { serial: newSerial(), profile, subject, names, publicKey, ...period };
  const id = order.id ?? newId();
  const linted = await lint(intention, issuer);
  const recorded = await record(linted, ({ content }) =>
    writeIntention(aside, {
      id,
      authorityId,
      intention,
      content,
      certType: profile.certType,
      profileId: profile.id,
      keyType,
      subjectText: readName(makeName(subject)).text,
      issuerText: readName(AsnConvert.parse(issuer.name, Name)).text,
      email: names.emails?.[0] ?? subject.email ?? '',
      by: order.by,
      now,
    }),
  );
  const certificate = Buffer.from(await sign(recorded, signer));
  await completeIntention(tx, id, certificate, order.belongsTo ?? {}, now);
  return { id, certificate, validFrom: period.notBefore, validTo: period.notAfter };
}
