/** Certificates of an identity provider that are saved: from its metadata, and as files. */
import type { SamlCertificate, SamlSave } from '@signet/contract/areas/account-saml';
import { whyNotSamlCertificate } from '@signet/contract/areas/saml-certificate-rules';
import type { SamlCertificateState } from '@signet/contract/areas/saml-names';
import { storedDateTime } from '@signet/contract/dates';
import { LIMITS } from '@signet/contract/limits';
import { fieldProblem, refuseField, type ProblemStatus } from '@signet/contract/problem';
import type { Provider, ProviderCertificate } from '../../sign-in/saml/config-store.ts';
import { certificatesOf, kept, whyNoneCounts, withinMost } from '../../sign-in/saml/kept-certificate.ts';
import type { ProviderMetadata } from '../../sign-in/saml/metadata.ts';
import { readFile, type FileFault } from '../../x509/file.ts';
import { toParsedCertificate } from '../../x509/parsed-certificate.ts';
import { pemOf } from '../../x509/pem.ts';
import { readCertificate, type ReadCertificate } from '../../x509/read-certificate.ts';

const FIELD = 'identity_provider_config.certificates';
const BASE64 = /^[A-Za-z0-9+/\s]+={0,2}$/;

type Given = NonNullable<SamlSave['identity_provider_config']['certificates']>;

/** Why a file is refused, where more can be said than that it is none. */
const OF_FILE: Partial<Record<FileFault, ProblemStatus>> = {
  private_key: 'CERTIFICATE_PRIVATE_KEY',
  too_large: 'CERTIFICATE_FILE_TOO_LARGE',
  size: 'CERTIFICATE_FILE_TOO_LARGE',
};

/** The one certificate of a text, or why there is none: also where it is a private key, which is not kept. */
function certificateFrom(text: string): ReadCertificate | { status: ProblemStatus } {
  const file = readFile('certificate', Buffer.from(text, BASE64.test(text.trimEnd()) ? 'base64' : 'utf8'));
  if ('fault' in file) return { status: OF_FILE[file.fault] ?? 'INVALID_CERTIFICATE' };
  if (file.blocks.length !== 1) return { status: 'INVALID_CERTIFICATE' };
  const read = readCertificate(file.blocks[0] ?? new Uint8Array());
  return 'fault' in read ? { status: 'INVALID_CERTIFICATE' } : read;
}

/** A certificate as the API has it. */
function answeredBy(read: ReadCertificate, one: Pick<ProviderCertificate, 'state' | 'last_used_at'>, now: Date) {
  return {
    certificate: pemOf('CERTIFICATE', read.der),
    common_name: read.subject.components.common_name ?? read.subject.text,
    expiration_date: storedDateTime(read.validTo),
    thumb_print: read.fingerprints.sha256,
    valid_from: storedDateTime(read.validFrom),
    state: one.state,
    last_used_at: one.last_used_at && storedDateTime(one.last_used_at),
    parsed: toParsedCertificate(read, now),
  };
}

/** Those that are kept, as the API has them. What can be kept can be read. */
export const answeredCertificates = (all: readonly ProviderCertificate[], now: Date): SamlCertificate[] =>
  all.flatMap((one) => {
    const read = readCertificate(one.certificate);
    return 'fault' in read ? [] : [answeredBy(read, one, now)];
  });

/** Those of metadata (DER), also such as don't count, so that somebody sees why. */
export const offeredCertificates = (metadata: readonly Uint8Array[], now: Date): SamlCertificate[] =>
  metadata.flatMap((der) => {
    const read = readCertificate(der);
    return 'fault' in read ? [] : [answeredBy(read, { state: 'current', last_used_at: null }, now)];
  });

/** What is in a text, before it is saved. Throws under `certificate` why it would not be taken. */
export function checkedCertificate(text: string, now: Date): SamlCertificate {
  const read = certificateFrom(text);
  if ('status' in read) throw fieldProblem('certificate', read);
  refuseField('certificate', whyNot(read, now));
  return answeredBy(read, { state: 'next', last_used_at: null }, now);
}

const whyNot = ({ validTo, key }: ReadCertificate, now: Date) =>
  whyNotSamlCertificate(
    { expiration_date: storedDateTime(validTo), fault: 'fault' in key ? key.fault : null },
    storedDateTime(now),
  );
const refused = (status: ProblemStatus) => fieldProblem(FIELD, { status });

/** One that is known, as somebody wants it to be. */
const inState = (known: ProviderCertificate, state: SamlCertificateState): ProviderCertificate => ({
  ...known,
  state,
  dropped_at: state === known.state ? known.dropped_at : null,
});

/** The certificate of a save. What is known already may have ended since. */
function savedFrom(
  { certificate, state }: Given[number],
  before: ReadonlyMap<string, ProviderCertificate>,
  now: Date,
): ProviderCertificate {
  const read = certificateFrom(certificate);
  if ('status' in read) throw refused(read.status);
  const known = before.get(read.fingerprints.sha256);
  const reason = whyNot(read, now);
  if (!known && reason) throw refused(reason.status);
  return known ? inState(known, state ?? known.state) : kept(read, state ?? 'current');
}

type Stored = Pick<Provider, 'entityId' | 'certificates'>;

/** What stays where no list is given: of another provider nothing that counts, while what is retired stays refused. */
const staying = (stored: Stored, entityId: string): ProviderCertificate[] =>
  stored.certificates.filter(({ state }) => stored.entityId === entityId || state === 'retired');

/**
 * All certificates once `given` is saved: those, or the stored ones where none are given, and those of the metadata
 * that are new and count. What the metadata names and somebody has taken away is retired: of `given` whatever was
 * stored and is missing, and of metadata that `isKept` whatever is not stored any more. Throws under the certificates
 * what is wrong: one twice, one that is none, a new one that has ended or is weak, and none left that counts.
 */
export function certificatesAfter(
  given: Given | undefined,
  metadata: Pick<ProviderMetadata, 'entityId' | 'certificates'>,
  stored: Stored | null,
  { isKept, now }: { isKept: boolean; now: Date },
): ProviderCertificate[] {
  const before = new Map(stored?.certificates.map((one) => [one.thumb_print, one]));
  const after = new Map<string, ProviderCertificate>();
  if (given === undefined && stored)
    for (const one of staying(stored, metadata.entityId)) after.set(one.thumb_print, one);
  for (const entry of given ?? []) {
    const one = savedFrom(entry, before, now);
    if (after.has(one.thumb_print)) throw refused('CERTIFICATE_DUPLICATE');
    after.set(one.thumb_print, one);
  }
  const offered = certificatesOf(metadata.certificates).filter(({ thumb_print }) => !after.has(thumb_print));
  for (const one of offered.filter(({ valid_to }) => valid_to > now)) {
    const known = given && before.get(one.thumb_print);
    after.set(one.thumb_print, known || isKept ? { ...(known ?? one), state: 'retired', dropped_at: null } : one);
  }
  if (![...after.values()].some(({ state }) => state !== 'retired'))
    throw refused(
      after.size === 0 || offered.some(({ thumb_print }) => !after.has(thumb_print))
        ? whyNoneCounts(metadata.certificates)
        : 'CERTIFICATE_NEEDED',
    );
  const all = withinMost([...after.values()]);
  if (all.length > LIMITS.samlCertificatesMax)
    throw fieldProblem(FIELD, {
      status: 'INVALID_INPUT',
      params: { allowed: 'items', max: LIMITS.samlCertificatesMax },
    });
  return all;
}
