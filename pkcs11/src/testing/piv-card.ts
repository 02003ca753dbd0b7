/**
 * A card for PIV as YubiKeys are, in software: what Yubico's own module asks of one (NIST SP 800-73-4,
 * and https://docs.yubico.com/yesdk/users-manual/application-piv/commands.html). RSA of 2048 bits alone.
 */
import {
  constants,
  createCipheriv,
  generateKeyPairSync,
  privateEncrypt,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

export const CARD_PIN = '123456';
/** As each is delivered; the management key, too. */
export const CARD_PUK = '12345678';
const MANAGEMENT_KEY = Buffer.from('010203040506070801020304050607080102030405060708', 'hex');
const TRIES = 3;
const RSA_2048 = 0x07;
const TRIPLE_DES = 0x03;
const CARD_MANAGEMENT = 0x9b;

const OK = Buffer.from([0x90, 0x00]);
const REFUSED = {
  notFound: Buffer.from([0x6a, 0x82]),
  security: Buffer.from([0x69, 0x82]),
  wrongData: Buffer.from([0x6a, 0x80]),
  unknown: Buffer.from([0x6d, 0x00]),
  locked: Buffer.from([0x69, 0x83]),
};

/** A tag of one octet, or two, with its length in DER. */
function tlv(tag: number, value: Uint8Array): Buffer {
  const { length } = value;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.from([...(tag > 255 ? [tag >> 8, tag & 255] : [tag]), ...size, ...value]);
}

/** A PIN or PUK as the card is told it. */
const padded = (text: string): Buffer => Buffer.from(text.padEnd(8, '\u00ff'), 'latin1');

/** The first value under a tag of one octet, in a row of them. */
function valueOf(row: Buffer, tag: number): Buffer | null {
  for (let at = 0; at + 1 < row.length;) {
    const first = row[at + 1] ?? 0;
    const more = first > 128 ? first - 128 : 0;
    const length = more === 0 ? first : row.readUIntBE(at + 2, more);
    const start = at + 2 + more;
    if (row[at] === tag) return row.subarray(start, start + length);
    at = start + length;
  }
  return null;
}

/**
 * `attest` makes a token's statement for a key that was made here. `objects` is
 * what lies on it, by the identifiers of the standard in hexadecimal digits: `5fff01` is the token's own certificate.
 */
export function pivCard(parts: {
  serial: number;
  firmware: readonly number[];
  attest: (key: KeyObject) => Buffer;
  objects: Record<string, Buffer>;
}) {
  const objects = new Map(Object.entries(parts.objects));
  const keys = new Map<number, { privateKey: KeyObject; publicKey: KeyObject }>();
  let pin = padded(CARD_PIN);
  let tries = TRIES;
  let pukTries = TRIES;
  let knowsPin = false;
  let isManager = false;
  let witness: Buffer | null = null;
  let chained: Buffer = Buffer.alloc(0);
  let waiting: Buffer = Buffer.alloc(0);

  const wrongWith = (left: number): Buffer => (left === 0 ? REFUSED.locked : Buffer.from([0x63, 0xc0 + left]));

  function verify(tried: Buffer): Buffer {
    if (tries === 0) return REFUSED.locked;
    if (tried.length === 0) return knowsPin ? OK : wrongWith(tries);
    knowsPin = tried.equals(pin);
    tries = knowsPin ? TRIES : tries - 1;
    return knowsPin ? OK : wrongWith(tries);
  }

  /** A new PIN by the PUK: eight octets of each. */
  function resetPin(data: Buffer): Buffer {
    if (pukTries === 0) return REFUSED.locked;
    const isRight = data.subarray(0, 8).equals(padded(CARD_PUK));
    pukTries = isRight ? TRIES : pukTries - 1;
    if (!isRight) return wrongWith(pukTries);
    pin = Buffer.from(data.subarray(8));
    tries = TRIES;
    return OK;
  }

  /** The two prove to each other that they know the management key. */
  function manage(template: Buffer): Buffer {
    const encrypted = (block: Buffer): Buffer =>
      createCipheriv('des-ede3', MANAGEMENT_KEY, null).setAutoPadding(false).update(block);
    const [answer, challenge] = [valueOf(template, 0x80), valueOf(template, 0x81)];
    if (!challenge) {
      witness = randomBytes(8);
      return Buffer.concat([tlv(0x7c, tlv(0x80, encrypted(witness))), OK]);
    }
    isManager = witness !== null && answer !== null && answer.equals(witness);
    witness = null;
    return isManager ? Buffer.concat([tlv(0x7c, tlv(0x82, encrypted(challenge))), OK]) : REFUSED.security;
  }

  function sign(slot: number, template: Buffer): Buffer {
    const key = keys.get(slot);
    const block = valueOf(template, 0x81);
    if (!key || !block) return REFUSED.wrongData;
    if (!knowsPin) return REFUSED.security;
    const signature = privateEncrypt({ key: key.privateKey, padding: constants.RSA_NO_PADDING }, block);
    return Buffer.concat([tlv(0x7c, tlv(0x82, signature)), OK]);
  }

  function generate(slot: number, data: Buffer): Buffer {
    if (!isManager) return REFUSED.security;
    if (valueOf(valueOf(data, 0xac) ?? Buffer.alloc(0), 0x80)?.[0] !== RSA_2048) return REFUSED.wrongData;
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
    keys.set(slot, pair);
    const { n = '', e = '' } = pair.publicKey.export({ format: 'jwk' });
    const [modulus, exponent] = [Buffer.from(n, 'base64url'), Buffer.from(e, 'base64url')];
    return Buffer.concat([tlv(0x7f49, Buffer.concat([tlv(0x81, modulus), tlv(0x82, exponent)])), OK]);
  }

  function attest(slot: number): Buffer {
    const key = keys.get(slot);
    return key ? Buffer.concat([parts.attest(key.publicKey), OK]) : REFUSED.notFound;
  }

  function putObject(data: Buffer): Buffer {
    if (!isManager) return REFUSED.security;
    const name = valueOf(data, 0x5c)?.toString('hex') ?? '';
    const value = valueOf(data, 0x53) ?? Buffer.alloc(0);
    if (value.length === 0) objects.delete(name);
    else objects.set(name, Buffer.from(value));
    return OK;
  }
  function getObject(data: Buffer): Buffer {
    const value = objects.get(valueOf(data, 0x5c)?.toString('hex') ?? '');
    return value ? Buffer.concat([tlv(0x53, value), OK]) : REFUSED.notFound;
  }

  function run(instruction: number, [p1, p2]: [number, number], data: Buffer): Buffer {
    switch (instruction) {
      case 0xa4:
        knowsPin = false;
        isManager = false;
        return data.toString('hex').startsWith('a000000308') ? Buffer.concat([tlv(0x61, data), OK]) : REFUSED.notFound;
      case 0xfd:
        return Buffer.from([...parts.firmware, ...OK]);
      case 0xf8: {
        const number = Buffer.alloc(4);
        number.writeUInt32BE(parts.serial);
        return Buffer.concat([number, OK]);
      }
      case 0x20:
        return verify(data);
      case 0x2c:
        return resetPin(data);
      case 0x87: {
        const template = valueOf(data, 0x7c) ?? Buffer.alloc(0);
        return p1 === TRIPLE_DES && p2 === CARD_MANAGEMENT ? manage(template) : sign(p2, template);
      }
      case 0x47:
        return generate(p2, data);
      case 0xcb:
        return getObject(data);
      case 0xdb:
        return putObject(data);
      case 0xf9:
        return attest(p1);
      default:
        return REFUSED.unknown;
    }
  }

  /** An answer in pieces: what is left is fetched by GET RESPONSE. */
  function piece(): Buffer {
    if (waiting.length <= 258) return waiting;
    const [now, rest] = [waiting.subarray(0, 256), waiting.subarray(256)];
    waiting = rest;
    return Buffer.concat([now, Buffer.from([0x61, Math.min(rest.length - 2, 255)])]);
  }

  return {
    /** Loses power: what was logged in is not any more. */
    reset(): void {
      knowsPin = false;
      isManager = false;
      chained = Buffer.alloc(0);
    },
    answer(apdu: Buffer): Buffer {
      const [cla = 0, instruction = 0, p1 = 0, p2 = 0, length = 0] = apdu;
      if (instruction === 0xc0) return piece();
      chained = Buffer.concat([chained, apdu.subarray(5, 5 + length)]);
      if ((cla & 0x10) !== 0) return OK;
      const data = chained;
      chained = Buffer.alloc(0);
      waiting = run(instruction, [p1, p2], data);
      return piece();
    },
  };
}
