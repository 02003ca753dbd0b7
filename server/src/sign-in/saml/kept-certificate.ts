import { LIMITS } from '@signet/contract/limits';
import type { SamlCertificateState } from '@signet/contract/areas/saml-names';
import { storableText } from '../../storable-text.ts';
import { readCertificate, type ReadCertificate } from '../../x509/read-certificate.ts';
import type { ProviderCertificate } from './config-store.ts';

/** A certificate as it is kept. */
export function kept(read: ReadCertificate, state: SamlCertificateState): ProviderCertificate {
  return {
    thumb_print: read.fingerprints.sha256,
    certificate: Buffer.from(read.der),
    common_name: storableText(read.subject.components.common_name ?? read.subject.text),
    valid_from: read.validFrom,
    valid_to: read.validTo,
    state,
    last_used_at: null,
    dropped_at: null,
  };
}

/** Those of metadata (DER) as they would be kept. One whose key is weak is believed by nobody. */
export const certificatesOf = (metadata: readonly Uint8Array[]): ProviderCertificate[] =>
  metadata.flatMap((der) => {
    const read = readCertificate(der);
    return 'fault' in read || 'fault' in read.key ? [] : [kept(read, 'current')];
  });

/** Why none of metadata is left that counts. */
export function whyNoneCounts(
  metadata: readonly Uint8Array[],
): 'CERTIFICATE_NEEDED' | 'CERTIFICATE_WEAK_KEY' | 'CERTIFICATE_EXPIRED' {
  if (metadata.length === 0) return 'CERTIFICATE_NEEDED';
  return certificatesOf(metadata).length === 0 ? 'CERTIFICATE_WEAK_KEY' : 'CERTIFICATE_EXPIRED';
}

/** As many as may be kept: those that are retired and end first make room for those that count. */
export function withinMost(all: readonly ProviderCertificate[]): ProviderCertificate[] {
  const living = all.filter(({ state }) => state !== 'retired');
  const room = Math.max(0, LIMITS.samlCertificatesMax - living.length);
  const retired = all
    .filter(({ state }) => state === 'retired')
    .toSorted((one, other) => other.valid_to.getTime() - one.valid_to.getTime());
  return [...living, ...retired.slice(0, room)];
}
