/** A security key of software, as WebAuthn has it: ES256, no attestation, a counter that can be set back. */
import type { KeyAnswer, KeyRegistration } from '@signet/contract/areas/security-key-shapes';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;
const base64url = (octets: Uint8Array): string => Buffer.from(octets).toString('base64url');

type Asked = { challenge: string };
type Options = { origin?: string; verified?: boolean; rk?: boolean };

/** A new key for `rpId`; `counter` is what it counts next, and may be set, as that of a copy. */
export function newAuthenticator(rpId = 'localhost') {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const self = { id: base64url(id), counter: 1, register, answer };

  const clientData = (type: string, { challenge }: Asked, origin: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  /** Authenticator data (WebAuthn, 6.1). */
  function data(flags: number, more = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(self.counter);
    self.counter += 1;
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), counter, more]);
  }

  function register(asked: Asked, { origin = 'http://localhost:8080', rk = false }: Options = {}): KeyRegistration {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, id, Buffer.from(isoCBOR.encode(coseKey(publicKey)))]);
    const authData = new Uint8Array(data(PRESENT | VERIFIED | HAS_KEY, credential));
    const attestation = new Map<string, string | Uint8Array<ArrayBuffer> | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return {
      id: self.id,
      rawId: self.id,
      type: 'public-key',
      response: {
        attestationObject: base64url(isoCBOR.encode(attestation)),
        clientDataJSON: base64url(clientData('webauthn.create', asked, origin)),
        transports: ['usb'],
      },
      clientExtensionResults: { credProps: { rk } },
    };
  }

  function answer(asked: Asked, { origin = 'http://localhost:8080', verified = false }: Options = {}): KeyAnswer {
    const authenticatorData = data(PRESENT | (verified ? VERIFIED : 0));
    const clientDataJSON = clientData('webauthn.get', asked, origin);
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientDataJSON).digest()]);
    return {
      id: self.id,
      rawId: self.id,
      type: 'public-key',
      response: {
        authenticatorData: base64url(authenticatorData),
        clientDataJSON: base64url(clientDataJSON),
        signature: base64url(sign('sha256', signed, privateKey)),
      },
      clientExtensionResults: {},
    };
  }
  return self;
}

/** A public key in COSE (RFC 9053, 7.1): EC2, ES256, P-256. */
function coseKey(key: KeyObject): Map<number, number | Uint8Array<ArrayBuffer>> {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const octets = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'base64url'));
  return new Map<number, number | Uint8Array<ArrayBuffer>>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, octets(x)],
    [-3, octets(y)],
  ]);
}
