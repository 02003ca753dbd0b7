/**
 * The keys of one session between a page and the assistant: agreed by ECDH on P-256, bound by HKDF-SHA-256 to all that
 * was said in the handshake. docs/assistant-channel.md describes it for those who write the other side.
 */
import { concat, withLengths } from './octets.ts';
import type { Bytes, PlatformKey, WebPlatform } from './web-platform.ts';

export const CHANNEL_LABEL = 'signet-assistant-channel-1';
export const POINT_BYTES = 65;
export const SESSION_BYTES = 16;
export const NONCE_BYTES = 32;
const KEY_BITS = 256;
const UNCOMPRESSED = 4;
const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const;

/** What of the other side can't be used. Says which part; the sentence holds no secret. */
export class ChannelFault extends Error {}

/** All that both sides have said before the first message, and where. */
export type Handshake = {
  /** Of the page, as its browser names it: `https://console.example`. */
  origin: string;
  session: Bytes;
  pageKey: Bytes;
  assistantKey: Bytes;
  commitment: Bytes;
  assistantNonce: Bytes;
  /** The id of the pairing that both know; empty where there is none yet. */
  pairing: string;
};

export type KeyPair = { privateKey: PlatformKey; point: Bytes };

/** A key for one handshake. Its private half can't be read out. */
export async function newKeyPair({ crypto }: WebPlatform): Promise<KeyPair> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(CURVE, false, ['deriveBits']);
  return { privateKey, point: new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)) };
}

/** The point of the other side. Throws {@link ChannelFault} for one that is compressed or not on the curve. */
async function readPoint({ crypto }: WebPlatform, point: Bytes): Promise<PlatformKey> {
  if (point.length !== POINT_BYTES || point[0] !== UNCOMPRESSED)
    throw new ChannelFault('The public key is not an uncompressed point of P-256.');
  // WebCrypto looks whether the point is on the curve; the group has no points of small order.
  return crypto.subtle.importKey('raw', point, CURVE, false, []).catch(() => {
    throw new ChannelFault('The public key is not a point of P-256.');
  });
}

/** Derives keys by what they are for, each 32 octets. */
export type Derive = (purpose: string, salt?: Bytes) => Promise<Bytes>;

/**
 * The secret of both sides, bound to the handshake. `pairingKey`: what they have kept of their first meeting; without
 * it they can't know each other. Throws {@link ChannelFault} for a point that is none.
 */
export async function agree(
  platform: WebPlatform,
  own: PlatformKey,
  other: Bytes,
  handshake: Handshake,
  pairingKey: Bytes | null,
): Promise<Derive> {
  const { subtle } = platform.crypto;
  const encode = (text: string): Bytes => new platform.TextEncoder().encode(text);
  const point = await readPoint(platform, other);
  const secret = new Uint8Array(await subtle.deriveBits({ name: 'ECDH', public: point }, own, KEY_BITS));
  const base = await subtle.importKey('raw', secret, { name: 'HKDF' }, false, ['deriveBits']);
  secret.fill(0);
  const { origin, session, pageKey, assistantKey, commitment, assistantNonce, pairing } = handshake;
  const said = [session, pageKey, assistantKey, commitment, assistantNonce, encode(pairing)];
  const transcript = withLengths([encode(CHANNEL_LABEL), encode(origin), ...said]);
  const digest = new Uint8Array(await subtle.digest('SHA-256', transcript));
  const known = pairingKey ?? new Uint8Array(KEY_BITS / 8);
  return async (purpose, salt = known) => {
    const info = concat(encode(purpose), digest);
    const bits = await subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, base, KEY_BITS);
    return new Uint8Array(bits);
  };
}

/** What a page is bound to before it knows the assistant's nonce: nobody between the two can choose the number. */
export async function commitmentTo({ crypto }: WebPlatform, nonce: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', nonce));
}

/** The six digits that the page shows and the person types into the assistant. */
export async function pairingNumber(derive: Derive, pageNonce: Bytes): Promise<string> {
  const octets = await derive('number', pageNonce);
  const number = new DataView(octets.buffer).getBigUint64(0) % 1_000_000n;
  return String(number).padStart(6, '0');
}
