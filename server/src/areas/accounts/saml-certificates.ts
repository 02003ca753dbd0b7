/** Certificates of an identity provider that are saved: from its metadata, and as files. */
import type { SamlSave } from '@signet/contract/areas/account-saml';
import { fieldProblem } from '@signet/contract/problem';
import type { ProviderCertificate } from '../../sign-in/saml/config-store.ts';
import { certificatesOf, kept } from '../../sign-in/saml/kept-certificate.ts';
import { readFile } from '../../x509/file.ts';
import { readCertificate, type ReadCertificate } from '../../x509/read-certificate.ts';

const FIELD = 'identity_provider_config.certificates';
const BASE64 = /^[A-Za-z0-9+/\s]+={0,2}$/;

type Given = NonNullable<SamlSave['identity_provider_config']['certificates']>;

/** The one certificate of a text. Throws INVALID_CERTIFICATE, or that it is a private key, which is not kept. */
function certificateFrom(text: string): ReadCertificate {
  const file = readFile('certificate', Buffer.from(text, BASE64.test(text.trimEnd()) ? 'base64' : 'utf8'));
  if ('fault' in file && file.fault === 'private_key') throw refused('CERTIFICATE_PRIVATE_KEY');
  if ('fault' in file || file.blocks.length !== 1) throw refused('INVALID_CERTIFICATE');
  const read = readCertificate(file.blocks[0] ?? new Uint8Array());
  if ('fault' in read || 'fault' in read.key) throw refused('INVALID_CERTIFICATE');
  return read;
}

const refused = (
  status:
    | 'INVALID_CERTIFICATE'
    | 'CERTIFICATE_PRIVATE_KEY'
    | 'CERTIFICATE_DUPLICATE'
    | 'CERTIFICATE_EXPIRED'
    | 'CERTIFICATE_NEEDED',
) => fieldProblem(FIELD, { status });

/**
 * All certificates once `given` is saved: those, or the stored ones where none are given, and those of the metadata
 * that are new and have not ended. Throws under the certificates what is wrong: one twice, one that is none, a new one
 * that has ended, and none left that counts.
 */
export function certificatesAfter(
  given: Given | undefined,
  metadata: readonly Uint8Array[],
  stored: readonly ProviderCertificate[],
  now: Date,
): ProviderCertificate[] {
  const before = new Map(stored.map((one) => [one.thumb_print, one]));
  const after = new Map<string, ProviderCertificate>();
  if (given === undefined) for (const one of stored) after.set(one.thumb_print, one);
  for (const { certificate, state } of given ?? []) {
    const one = kept(certificateFrom(certificate), state);
    const known = before.get(one.thumb_print);
    if (after.has(one.thumb_print)) throw refused('CERTIFICATE_DUPLICATE');
    if (!known && one.valid_to <= now) throw refused('CERTIFICATE_EXPIRED');
    after.set(
      one.thumb_print,
      known ? { ...known, state, dropped_at: state === known.state ? known.dropped_at : null } : one,
    );
  }
  const offered = certificatesOf(metadata).filter(({ thumb_print }) => !after.has(thumb_print));
  for (const one of offered) if (one.valid_to > now) after.set(one.thumb_print, one);
  if (![...after.values()].some(({ state }) => state !== 'retired'))
    throw refused(offered.length > 0 ? 'CERTIFICATE_EXPIRED' : 'CERTIFICATE_NEEDED');
  return [...after.values()];
}
