/** What PKCS #11 takes and gives where a certificate has another form. */

type Hash = 'sha256' | 'sha384' | 'sha512';

/** DigestInfo (RFC 8017, 9.2, note 1) up to the digest. */
const DIGEST_INFO: Record<Hash, string> = {
  sha256: '3031300d060960864801650304020105000420',
  sha384: '3041300d060960864801650304020205000430',
  sha512: '3051300d060960864801650304020305000440',
};

/** What CKM_RSA_PKCS signs. */
export const digestInfo = (hash: Hash, digest: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(DIGEST_INFO[hash], 'hex'), digest]);

/** r and s as CKM_ECDSA answers them, each as long as the curve's order, as the SEQUENCE of RFC 3279, 2.2.3. */
export function ecdsaSequence(raw: Uint8Array): Buffer {
  const half = raw.length / 2;
  const content = Buffer.concat([integer(raw.subarray(0, half)), integer(raw.subarray(half))]);
  // Two integers of 49 bytes with their heads at most: the length is below 128.
  return Buffer.concat([Buffer.from([0x30, content.length]), content]);
}

/** A positive INTEGER in the fewest octets (X.690, 8.3). */
function integer(unsigned: Uint8Array): Buffer {
  const first = unsigned.findIndex((octet) => octet !== 0);
  const significant = first === -1 ? Uint8Array.of(0) : unsigned.subarray(first);
  const sign = (significant[0] ?? 0) >= 0x80 ? [0] : [];
  return Buffer.from([0x02, significant.length + sign.length, ...sign, ...significant]);
}
