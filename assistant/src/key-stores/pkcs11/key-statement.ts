/**
 * What a token says of a key that was made in it: a certificate for the key, signed by a key of its maker. YubiKeys
 * keep it among the certificates, under the id of the key, and it is none of the person's.
 * https://developers.yubico.com/PIV/Introduction/PIV_attestation.html
 */
import type { X509Certificate } from 'node:crypto';

/** Object identifier 1.3.6.1.4.1.41482.3.3, the firmware, as it stands in a certificate. */
const FIRMWARE = Buffer.from('060a2b0601040182c40a0303', 'hex');
/** YubiKeys attest since 4.3.0. Of three numbers their module tells the second and the third as one: 5.4.3 is 5.43. */
const SINCE = { major: 4, minor: 30 };

export const isKeyStatement = (certificate: Uint8Array): boolean => Buffer.from(certificate).includes(FIRMWARE);

/** With a new key ykcs11 puts a certificate into its place that is good for no time at all. */
export const isPlaceholder = ({ subject, issuer, validFrom, validTo }: X509Certificate): boolean =>
  subject === issuer && validFrom === validTo;

/** Whether a YubiKey of this firmware, as its module tells it, says anything of its keys. */
export const canAttest = ({ major, minor }: { major: number; minor: number }): boolean =>
  major > SINCE.major || (major === SINCE.major && minor >= SINCE.minor);

/** A statement, the token's own certificate, and what may stand between them and the maker. */
const MOST = 5;

/**
 * What is said of the key among the certificates of a token: the statement, then who has signed it, as far as that is
 * there. Empty where nothing is said; whoever reads it verifies it.
 */
export function attestationOf(publicKey: Buffer, certificates: readonly X509Certificate[]): X509Certificate[] {
  const isFor = (one: X509Certificate): boolean =>
    isKeyStatement(one.raw) && one.publicKey.export({ format: 'der', type: 'spki' }).equals(publicKey);
  const path = certificates.filter(isFor).slice(0, 1);
  for (let last = path[0]; last && path.length < MOST; last = path.at(-1)) {
    const signed = last;
    const above = certificates.find((one) => !path.includes(one) && signed.verify(one.publicKey));
    if (!above) break;
    path.push(above);
  }
  return path;
}
