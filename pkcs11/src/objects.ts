/** Keys and certificates in a token: found, made, used. */
import type { KeyType } from '@signet/contract/key-types';
import {
  mechanism,
  readAttributes,
  readLong,
  readUlong,
  template,
  ulong,
  ulongs,
  type Attribute,
  type Cryptoki,
  type Ulong,
} from './cryptoki.ts';
import { Failed } from './failure.ts';
import { CURVES, type PublicNumbers } from './public-numbers.ts';
import { CKA, CKM } from './standard.ts';

const rsa = (bits: number): Pair => ({
  mechanism: CKM.RSA_PKCS_KEY_PAIR_GEN,
  attributes: [
    [CKA.MODULUS_BITS, bits],
    [CKA.PUBLIC_EXPONENT, Buffer.from('010001', 'hex')],
  ],
});
const ec = ({ name }: { name: Buffer }): Pair => ({
  mechanism: CKM.EC_KEY_PAIR_GEN,
  attributes: [[CKA.EC_PARAMS, name]],
});

/** How a pair is made: RSA with exponent 65537, or a named curve. */
type Pair = { mechanism: number; attributes: Attribute[] };
const PAIRS: Record<KeyType, Pair> = {
  rsa_2048: rsa(2048),
  rsa_3072: rsa(3072),
  rsa_4096: rsa(4096),
  ec_p256: ec(CURVES.ec_p256),
  ec_p384: ec(CURVES.ec_p384),
};

/** The longest signature that we make is one of RSA 4096. */
const LONGEST_SIGNATURE = 512;

/** How many handles are asked for at once. */
const PIECE = 64;

/** Handles of at most `most` objects that have these attributes. A module may give fewer at a time than there are. */
export function findObjects(module: Cryptoki, session: Ulong, attributes: Attribute[], most: number): Ulong[] {
  module.C_FindObjectsInit(session, template(attributes), attributes.length);
  const found: Ulong[] = [];
  const [piece, count] = [ulongs(PIECE), ulongs()];
  do {
    module.C_FindObjects(session, piece, Math.min(PIECE, most - found.length), count);
    for (let index = 0; index < Number(readUlong(count)); index += 1) found.push(readUlong(piece, index));
  } while (Number(readUlong(count)) > 0 && found.length < most);
  module.C_FindObjectsFinal(session);
  return found;
}

/**
 * A new pair under an id; its private half can't be read. That it may not decrypt or unwrap is not asked for: a TPM's
 * module signs by the same operation, and refuses. Throws KEY_LEAVES for a key that could leave; it is still there.
 */
export function makePair(
  module: Cryptoki,
  session: Ulong,
  { type, id, label }: { type: KeyType; id: Uint8Array; label: string },
): PublicNumbers {
  const { mechanism: how, attributes } = PAIRS[type];
  const both: Attribute[] = [
    [CKA.TOKEN, true],
    [CKA.ID, id],
    [CKA.LABEL, Buffer.from(label)],
  ];
  const forPublic: Attribute[] = [...both, [CKA.VERIFY, true], ...attributes];
  const forPrivate: Attribute[] = [...both, [CKA.PRIVATE, true], [CKA.SENSITIVE, true], [CKA.SIGN, true]];
  const made = [ulongs(), ulongs()] as const;
  const make = (privateAttributes: Attribute[]): void =>
    module.C_GenerateKeyPair(
      session,
      mechanism(how),
      template(forPublic),
      forPublic.length,
      template(privateAttributes),
      privateAttributes.length,
      ...made,
    );
  try {
    make([...forPrivate, [CKA.EXTRACTABLE, false]]);
  } catch (error) {
    // ykcs11 wants not to be asked for what its keys are anyhow, which is read back below.
    if (!(error instanceof Failed) || error.failure.code !== 'CKR_ATTRIBUTE_TYPE_INVALID') throw error;
    make(forPrivate);
  }
  const [publicKey, privateKey] = made.map((place) => readUlong(place));
  if (publicKey === undefined || privateKey === undefined) throw new Failed({ code: 'KEY_UNKNOWN' });
  const [sensitive, extractable] = readAttributes(module, session, privateKey, [CKA.SENSITIVE, CKA.EXTRACTABLE]);
  if (sensitive?.[0] !== 1 || extractable?.[0] !== 0) throw new Failed({ code: 'KEY_LEAVES' });
  return readNumbers(module, session, publicKey, type.startsWith('rsa') ? 'rsa' : 'ec');
}

export function readNumbers(module: Cryptoki, session: Ulong, object: Ulong, family: 'rsa' | 'ec'): PublicNumbers {
  const types = family === 'rsa' ? [CKA.MODULUS, CKA.PUBLIC_EXPONENT] : [CKA.EC_POINT];
  const [first = Buffer.alloc(0), exponent] = readAttributes(module, session, object, types);
  if (exponent) return { modulus: first, exponent };
  return { point: first, curve: readLong(module, session, object, CKA.EC_PARAMS) ?? undefined };
}

/** RSA PKCS #1 v1.5 over a DigestInfo, ECDSA as r and s over a digest. `prove`: what the key wants in between. */
export function signWith(
  module: Cryptoki,
  session: Ulong,
  key: Ulong,
  { family, input, prove }: { family: 'rsa' | 'ec'; input: Uint8Array; prove?: () => void },
): Buffer {
  module.C_SignInit(session, mechanism(family === 'rsa' ? CKM.RSA_PKCS : CKM.ECDSA), key);
  prove?.();
  const signature = Buffer.alloc(LONGEST_SIGNATURE);
  const length = ulong(LONGEST_SIGNATURE);
  const data = Buffer.from(input);
  module.C_Sign(session, data, data.length, signature, length);
  return signature.subarray(0, Number(readUlong(length)));
}
