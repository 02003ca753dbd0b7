/** A token of a PKCS #11 module with a session of its user: makes keys, signs with them, deletes them. */
import { randomBytes } from 'node:crypto';
import type { KeyType } from '@signet/contract/key-types';
import {
  mechanism,
  readAttributes,
  readUlong,
  template,
  ulong,
  ulongs,
  type Attribute,
  type Cryptoki,
  type Ulong,
} from './cryptoki.ts';
import { Failed } from './failure.ts';
import type { PublicNumbers } from './public-numbers.ts';

const CKF_RW_SESSION = 0x2;
const CKF_SERIAL_SESSION = 0x4;
const CKU_USER = 1;
/** Flags of CK_TOKEN_INFO. */
const CKF_TOKEN_INITIALIZED = 0x400;
const CKF_USER_PIN_FINAL_TRY = 0x20000;
const CKF_USER_PIN_LOCKED = 0x40000;

const CKO_PUBLIC_KEY = 2;
const CKO_PRIVATE_KEY = 3;

const CKA = {
  CLASS: 0x0,
  TOKEN: 0x1,
  PRIVATE: 0x2,
  LABEL: 0x3,
  ID: 0x102,
  SENSITIVE: 0x103,
  SIGN: 0x108,
  VERIFY: 0x10a,
  MODULUS: 0x120,
  MODULUS_BITS: 0x121,
  PUBLIC_EXPONENT: 0x122,
  EXTRACTABLE: 0x162,
  EC_PARAMS: 0x180,
  EC_POINT: 0x181,
} as const;

const CKM_RSA_PKCS_KEY_PAIR_GEN = 0x0;
const CKM_RSA_PKCS = 0x1;
const CKM_EC_KEY_PAIR_GEN = 0x1040;
const CKM_ECDSA = 0x1041;

const rsa = (bits: number): Pair => ({
  mechanism: CKM_RSA_PKCS_KEY_PAIR_GEN,
  attributes: [
    [CKA.MODULUS_BITS, bits],
    [CKA.PUBLIC_EXPONENT, Buffer.from('010001', 'hex')],
  ],
});
const ec = (curve: string): Pair => ({
  mechanism: CKM_EC_KEY_PAIR_GEN,
  attributes: [[CKA.EC_PARAMS, Buffer.from(curve, 'hex')]],
});

/** How a pair is made: RSA with exponent 65537, or a named curve by its object identifier (DER). */
type Pair = { mechanism: number; attributes: Attribute[] };
const PAIRS: Record<KeyType, Pair> = {
  rsa_2048: rsa(2048),
  rsa_3072: rsa(3072),
  rsa_4096: rsa(4096),
  ec_p256: ec('06082a8648ce3d030107'),
  ec_p384: ec('06052b81040022'),
};

export type TokenKey = { reference: string; numbers: PublicNumbers };
export type Token = ReturnType<typeof openToken>;

/** The longest signature that we make is one of RSA 4096. */
const LONGEST_SIGNATURE = 512;

/** Finds the token by serial number or label and logs in. Throws {@link Failed}. */
export function openToken(module: Cryptoki, wanted: string, pin: string) {
  const slot = findToken(module, wanted);
  const opened = ulongs();
  module.C_OpenSession(slot, CKF_SERIAL_SESSION | CKF_RW_SESSION, null, null, opened);
  const session = readUlong(opened);
  logIn(module, slot, session, pin);
  /** Handles by reference, as long as the session lasts. */
  const handles = new Map<string, Ulong>();

  function find(kind: number, reference: string): Ulong[] {
    const what = template([
      [CKA.CLASS, kind],
      [CKA.ID, Buffer.from(reference, 'hex')],
    ]);
    module.C_FindObjectsInit(session, what, 2);
    const found = ulongs(2);
    const count = ulongs();
    module.C_FindObjects(session, found, 2, count);
    module.C_FindObjectsFinal(session);
    return Array.from({ length: Number(readUlong(count)) }, (_, index) => readUlong(found, index));
  }

  /** The private key of a reference. */
  function handleOf(reference: string): Ulong {
    const known = handles.get(reference);
    if (known !== undefined) return known;
    const [handle, second] = find(CKO_PRIVATE_KEY, reference);
    if (handle === undefined) throw new Failed({ code: 'KEY_UNKNOWN', detail: reference });
    if (second !== undefined) throw new Failed({ code: 'KEY_AMBIGUOUS', detail: reference });
    handles.set(reference, handle);
    return handle;
  }

  /** Deletes both halves; nothing where they are gone. */
  function destroy(reference: string): void {
    handles.delete(reference);
    for (const kind of [CKO_PRIVATE_KEY, CKO_PUBLIC_KEY])
      for (const object of find(kind, reference)) module.C_DestroyObject(session, object);
  }

  return {
    /**
     * A new pair under a random id; its private half can't be read. That it may not decrypt or unwrap is not asked for:
     * a TPM's module signs by the same operation, and refuses.
     */
    newKey(type: KeyType, label: string): TokenKey {
      const { mechanism: how, attributes } = PAIRS[type];
      const id = randomBytes(16);
      const both: Attribute[] = [
        [CKA.TOKEN, true],
        [CKA.ID, id],
        [CKA.LABEL, Buffer.from(label)],
      ];
      const forPublic: Attribute[] = [...both, [CKA.VERIFY, true], ...attributes];
      const forPrivate: Attribute[] = [
        ...both,
        [CKA.PRIVATE, true],
        [CKA.SENSITIVE, true],
        [CKA.EXTRACTABLE, false],
        [CKA.SIGN, true],
      ];
      const made = [ulongs(), ulongs()] as const;
      module.C_GenerateKeyPair(
        session,
        mechanism(how),
        template(forPublic),
        forPublic.length,
        template(forPrivate),
        forPrivate.length,
        ...made,
      );
      const reference = id.toString('hex');
      const [publicKey, privateKey] = made.map((place) => readUlong(place));
      if (publicKey === undefined || privateKey === undefined) throw new Failed({ code: 'KEY_UNKNOWN' });
      const [sensitive, extractable] = readAttributes(module, session, privateKey, [CKA.SENSITIVE, CKA.EXTRACTABLE]);
      if (sensitive?.[0] !== 1 || extractable?.[0] !== 0) {
        destroy(reference);
        throw new Failed({ code: 'KEY_LEAVES' });
      }
      return { reference, numbers: readNumbers(module, session, publicKey, type) };
    },

    /** Throws where there is no such key. */
    requireKey(reference: string): void {
      handles.delete(reference);
      handleOf(reference);
    },

    /** RSA PKCS #1 v1.5 over a DigestInfo, ECDSA as r and s over a digest. */
    sign(reference: string, family: 'rsa' | 'ec', input: Uint8Array): Buffer {
      module.C_SignInit(session, mechanism(family === 'rsa' ? CKM_RSA_PKCS : CKM_ECDSA), handleOf(reference));
      const signature = Buffer.alloc(LONGEST_SIGNATURE);
      const length = ulong(LONGEST_SIGNATURE);
      const data = Buffer.from(input);
      module.C_Sign(session, data, data.length, signature, length);
      return signature.subarray(0, Number(readUlong(length)));
    },

    destroy,
  };
}

type Found = { slot: Ulong; label: string; serial: string };

/** The slot of the token. Its number is no name: it may be another after each start. */
function findToken(module: Cryptoki, wanted: string): Ulong {
  const tokens = slotsWithToken(module).flatMap((slot) => describe(module, slot));
  const bySerial = tokens.filter(({ serial }) => serial === wanted);
  const matches = bySerial.length > 0 ? bySerial : tokens.filter(({ label }) => label === wanted);
  const [only, second] = matches;
  if (only && !second) return only.slot;
  const list = (some: Found[]): string =>
    some.map(({ label, serial }) => `${JSON.stringify(label)} with serial number ${serial}`).join(', ');
  throw only
    ? new Failed({ code: 'TOKEN_AMBIGUOUS', detail: list(matches) })
    : new Failed({ code: 'TOKEN_UNKNOWN', detail: tokens.length === 0 ? 'there is none' : `there: ${list(tokens)}` });
}

function slotsWithToken(module: Cryptoki): Ulong[] {
  const count = ulongs();
  module.C_GetSlotList(1, null, count);
  const slots = ulongs(Number(readUlong(count)));
  module.C_GetSlotList(1, slots, count);
  return Array.from({ length: Number(readUlong(count)) }, (_, index) => readUlong(slots, index));
}

/** CK_TOKEN_INFO: text is padded with blanks; label, manufacturer, model and serial number stand before the flags. */
const INFO = { bytes: 512, label: [0, 32], serial: [80, 96], flags: 96 } as const;

function tokenInfo(module: Cryptoki, slot: Ulong): { label: string; serial: string; flags: number } {
  const info = Buffer.alloc(INFO.bytes);
  module.C_GetTokenInfo(slot, info);
  const text = ([start, end]: readonly [number, number]): string => info.toString('utf8', start, end).trimEnd();
  return {
    label: text(INFO.label),
    serial: text(INFO.serial),
    flags: Number(readUlong(info.subarray(INFO.flags))),
  };
}

/** The initialized token of a slot; none where it was taken away meanwhile, or is none that the module knows. */
function describe(module: Cryptoki, slot: Ulong): Found[] {
  try {
    const { label, serial, flags } = tokenInfo(module, slot);
    return (flags & CKF_TOKEN_INITIALIZED) === 0 ? [] : [{ slot, label, serial }];
  } catch (error) {
    if (error instanceof Failed && /^CKR_TOKEN_NOT_|^CKR_DEVICE_REMOVED$/.test(error.failure.code)) return [];
    throw error;
  }
}

function logIn(module: Cryptoki, slot: Ulong, session: Ulong, pin: string): void {
  const { flags } = tokenInfo(module, slot);
  if ((flags & CKF_USER_PIN_LOCKED) !== 0) throw new Failed({ code: 'CKR_PIN_LOCKED', at: 'C_GetTokenInfo' });
  if ((flags & CKF_USER_PIN_FINAL_TRY) !== 0) throw new Failed({ code: 'FINAL_TRY' });
  const secret = Buffer.from(pin);
  try {
    module.C_Login(session, CKU_USER, secret, secret.length);
  } finally {
    secret.fill(0);
  }
}

function readNumbers(module: Cryptoki, session: Ulong, object: Ulong, type: KeyType): PublicNumbers {
  const types = type.startsWith('rsa') ? [CKA.MODULUS, CKA.PUBLIC_EXPONENT] : [CKA.EC_POINT];
  const [first = Buffer.alloc(0), exponent] = readAttributes(module, session, object, types);
  return exponent ? { modulus: first, exponent } : { point: first };
}
