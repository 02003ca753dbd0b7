/** Keys that this browser makes by WebCrypto. */
import type { KeyType } from '@signet/contract/key-types';

type Kind = { key: RsaHashedKeyGenParams | EcKeyGenParams; signs: { name: string; hash: string } };

const rsa = (modulusLength: number): Kind => ({
  key: { name: 'RSASSA-PKCS1-v1_5', modulusLength, publicExponent: Uint8Array.of(1, 0, 1), hash: 'SHA-256' },
  signs: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
});
const ec = (namedCurve: string, hash: string): Kind => ({
  key: { name: 'ECDSA', namedCurve },
  signs: { name: 'ECDSA', hash },
});

/** How each is made, and by which algorithm it signs (S-208). */
export const KINDS: Record<KeyType, Kind> = {
  rsa_2048: rsa(2048),
  rsa_3072: rsa(3072),
  rsa_4096: rsa(4096),
  ec_p256: ec('P-256', 'SHA-256'),
  ec_p384: ec('P-384', 'SHA-384'),
};

export type MadeKey = { type: KeyType; privateKey: CryptoKey; publicKey: CryptoKey };

/**
 * A new key. It can be handed out, else no PKCS #12 file could be made of it; that it is in the modern form it leaves
 * the browser's cryptography encrypted alone. Of RSA with 4096 bits it takes seconds, during which the page lives on.
 */
export async function makeKey(type: KeyType): Promise<MadeKey> {
  const pair = await crypto.subtle.generateKey(KINDS[type].key, true, ['sign', 'verify']);
  return { type, privateKey: pair.privateKey, publicKey: pair.publicKey };
}

/** Signs by the algorithm of the key. ECDSA as WebCrypto answers it: r and s, each as long as the curve. */
export async function signWith(
  { type, privateKey }: Pick<MadeKey, 'type' | 'privateKey'>,
  data: BufferSource,
): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign(KINDS[type].signs, privateKey, data));
}
