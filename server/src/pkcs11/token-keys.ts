/** Keys in a token of a PKCS #11 module, which they never leave. */
import { createHash, createPublicKey, type JsonWebKey } from 'node:crypto';
import type { KeyType } from '@signet/contract/key-types';
import { readPublicKey } from '../x509/public-key.ts';
import { algorithmOf, isSignedBy } from '../x509/signature.ts';
import { KeyUnavailable, type Signer } from '../x509/signer.ts';
import { Failed } from './failure.ts';
import type { PublicNumbers } from './token.ts';
import { moduleCalls, type ModuleSettings } from './module-calls.ts';
import { digestInfo, ecdsaSequence } from './signature-format.ts';

export type TokenKeys = ReturnType<typeof openTokenKeys>;

/** Opens nothing yet. What fails is a {@link KeyUnavailable} whose sentence is for an operator. */
export function openTokenKeys(settings: ModuleSettings) {
  const calls = moduleCalls(settings);

  /** Destroys a key that was made a moment ago and must not be used. */
  const refuse = async (reference: string, detail: string): Promise<never> => {
    await calls.apart<'destroy'>({ call: 'destroy', reference });
    throw new Failed({ code: 'KEY_WEAK', detail });
  };

  return {
    /** Loads the module, finds the token and logs in, so that what is wrong is known before a key is needed. */
    check: () => explained(calls.check()),

    /** A new pair; `label` is how a person finds it. `publicKey`: SubjectPublicKeyInfo, DER. */
    newKey: (type: KeyType, label: string): Promise<{ reference: string; publicKey: Buffer }> =>
      explained(
        calls.apart<'newKey'>({ call: 'newKey', type, label }).then(async ({ reference, numbers }) => {
          const publicKey = subjectPublicKeyInfo(type, numbers);
          if (publicKey === null) return refuse(reference, 'its public half is of another type');
          // A device may draw weak keys, as Infineon's did for years (ROCA).
          const read = readPublicKey(publicKey);
          return 'fault' in read ? refuse(reference, read.fault) : { reference, publicKey };
        }),
      ),

    /** A signer of the key, worth keeping: this asks the token, and throws where it has none under the reference. */
    async openKey(reference: string, publicKey: Uint8Array): Promise<Signer> {
      const read = readPublicKey(publicKey);
      if ('fault' in read) throw new KeyUnavailable(`This key can't sign: ${read.fault}.`);
      const algorithm = algorithmOf(read.type);
      const { hash, family } = algorithm;
      await explained(calls.inTurn<'requireKey'>({ call: 'requireKey', reference }));
      return {
        keyType: read.type,
        publicKey,
        async sign(data) {
          const digest = createHash(hash).update(data).digest();
          const input = family === 'rsa' ? digestInfo(hash, digest) : digest;
          const raw = await explained(calls.inTurn<'sign'>({ call: 'sign', reference, family, input }));
          const signature = family === 'rsa' ? raw : ecdsaSequence(raw);
          // One that was miscalculated could give an RSA key away (Boneh, DeMillo, Lipton 1997).
          if (!isSignedBy(read.key, algorithm, data, signature))
            throw new KeyUnavailable(new Failed({ code: 'WRONG_SIGNATURE', detail: reference }).message);
          return signature;
        },
      };
    },

    /** Deletes the key for good; nothing where it is gone. */
    destroyKey: (reference: string): Promise<void> => explained(calls.apart<'destroy'>({ call: 'destroy', reference })),

    close: () => calls.close(),
  };
}

/** What failed, in the words for an operator. */
async function explained<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof Failed ? new KeyUnavailable(error.message) : error;
  }
}

const CURVES: Partial<Record<KeyType, { crv: string; bytes: number }>> = {
  ec_p256: { crv: 'P-256', bytes: 32 },
  ec_p384: { crv: 'P-384', bytes: 48 },
};

/** The numbers of a token as everybody else writes a public key; null where they are none of this type. */
export function subjectPublicKeyInfo(type: KeyType, numbers: PublicNumbers): Buffer | null {
  const jwk = 'modulus' in numbers ? rsaKey(numbers) : curveKey(type, numbers.point);
  return jwk && createPublicKey({ key: jwk, format: 'jwk' }).export({ format: 'der', type: 'spki' });
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

const rsaKey = ({ modulus, exponent }: { modulus: Uint8Array; exponent: Uint8Array }): JsonWebKey => ({
  kty: 'RSA',
  n: base64url(modulus),
  e: base64url(exponent),
});

/** CKA_EC_POINT is an uncompressed point in an OCTET STRING; some modules leave the OCTET STRING out. */
function curveKey(type: KeyType, value: Uint8Array): JsonWebKey | null {
  const curve = CURVES[type];
  if (!curve) return null;
  const { crv, bytes } = curve;
  const length = 1 + 2 * bytes;
  const point = value.length === length + 2 && value[0] === 0x04 && value[1] === length ? value.subarray(2) : value;
  if (point.length !== length || point[0] !== 0x04) return null;
  return { kty: 'EC', crv, x: base64url(point.subarray(1, 1 + bytes)), y: base64url(point.subarray(1 + bytes)) };
}
