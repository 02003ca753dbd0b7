/** Who presents a certificate: its person, once all is well with it. */
import { Problem } from '@signet/contract/problem';
import { chainOf } from '../../authority/authority-store.ts';
import type { Db } from '../../db/open.ts';
import { readCertificate, type ReadCertificate } from '../../x509/read-certificate.ts';
import { asResource, byCertificate, tellingRefusals, type SignInCall } from '../call.ts';
import { findPerson, type Person } from '../person-store.ts';
import { requireMethod } from '../method-store.ts';
import { authoritiesNamed, findCertificate } from './certificate-store.ts';
import { whyNotBelow, whyNotCertificate } from './judge.ts';
import type { Presented } from './presented.ts';

/** A certificate that signs in, and until when. */
export type GoodCertificate = { id: string; validTo: Date };

/**
 * The person who presents a certificate. Throws what is wrong with it, and METHOD_DISABLED where the person's account
 * does not let its people sign in by one. Whether the person may come in is `admit`'s question.
 */
export async function checkCertificate(
  call: Pick<SignInCall, 'db' | 'now' | 'audit'>,
  presented: Presented | null,
): Promise<{ person: Person; certificate: GoodCertificate }> {
  const { db, now } = call;
  if (!presented) throw new Problem('CLIENT_CERTIFICATE_MISSING');
  const read = readCertificate(presented.certificate);
  if ('fault' in read) throw new Problem('CLIENT_CERTIFICATE_UNREADABLE');
  const stored = await findCertificate(db, read.fingerprints.sha256, now);
  if (!stored) throw new Problem(await whyUnknown(db, read, now));
  // A service user's has a user who never signs in.
  const person = stored.user_id === null ? null : await findPerson(db, stored.user_id, now);
  const whom = { ...(person ? asResource(person) : { resource_id: null }), ...byCertificate(stored) };
  return tellingRefusals(call, whom, async (told) => {
    const refusal = whyNotCertificate(stored, now) ?? (await whyNotPath(db, stored.authority_id, read, now));
    if (refusal) throw new Problem(refusal);
    if (!person) throw new Problem('CLIENT_CERTIFICATE_NOBODYS');
    await requireMethod(told, person, 'certificate');
    return { person, certificate: { id: stored.id, validTo: stored.valid_to } };
  });
}

/** One that was uploaded has no authority here: it was compared octet by octet with what somebody vouched for. */
async function whyNotPath(db: Db, authorityId: string | null, leaf: ReadCertificate, now: Date) {
  return authorityId === null ? null : whyNotBelow(leaf, readAll(await chainOf(db, authorityId)), now);
}

/** Another authority's, or one that an authority of ours signed and that is not written down here. */
async function whyUnknown(db: Db, leaf: ReadCertificate, now: Date) {
  const wrong = whyNotBelow(leaf, readAll(await authoritiesNamed(db, leaf.issuerName)), now);
  return wrong === 'CLIENT_CERTIFICATE_WRONG_AUTHORITY' ? wrong : 'CLIENT_CERTIFICATE_UNKNOWN';
}

const readAll = (certificates: readonly Uint8Array[]): ReadCertificate[] =>
  certificates.flatMap((der) => {
    const read = readCertificate(der);
    return 'fault' in read ? [] : [read];
  });
