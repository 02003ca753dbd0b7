/** Which public keys may stand in a certificate of ours, and which anybody could break. */
import { createPublicKey, type KeyObject } from 'node:crypto';
import type { KeyType } from '@signet/contract/key-types';
import { isRocaKey } from './roca.ts';

/** `kind`: neither RSA nor one of the two curves. `size`: an RSA key of another length. The rest can be broken. */
const KEY_FAULTS = [
  'unreadable',
  'kind',
  'size',
  'exponent',
  'even_modulus',
  'small_factor',
  'close_primes',
  'roca',
] as const;
export type KeyFault = (typeof KEY_FAULTS)[number];

export type ReadKey = { key: KeyObject; type: KeyType } | { fault: KeyFault };

const CURVES: Readonly<Record<string, KeyType>> = { prime256v1: 'ec_p256', secp384r1: 'ec_p384' };
const RSA: Readonly<Record<number, KeyType>> = { 2048: 'rsa_2048', 3072: 'rsa_3072', 4096: 'rsa_4096' };
/** A larger exponent serves nobody, and makes each check of a signature dear. */
const EXPONENT = 65_537n;
/** CA/Browser Forum, Baseline Requirements 6.1.6: no factor below 752. */
const SMALL_PRIMES = primesBelow(752);
/** Baseline Requirements 6.1.1.3: a hundred rounds of Fermat's method. */
const FERMAT_ROUNDS = 100;

/** Reads a SubjectPublicKeyInfo (DER) and says what is wrong with its key. OpenSSL looks at its points. */
export function readPublicKey(spki: Uint8Array): ReadKey {
  let key: KeyObject;
  try {
    key = createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
  } catch {
    return { fault: 'unreadable' };
  }
  if (key.asymmetricKeyType === 'ec') {
    const type = CURVES[key.asymmetricKeyDetails?.namedCurve ?? ''];
    return type ? { key, type } : { fault: 'kind' };
  }
  if (key.asymmetricKeyType !== 'rsa') return { fault: 'kind' };
  const type = RSA[key.asymmetricKeyDetails?.modulusLength ?? 0];
  if (!type) return { fault: 'size' };
  const fault = key.asymmetricKeyDetails?.publicExponent === EXPONENT ? whyNotModulus(modulusOf(key)) : 'exponent';
  return fault ? { fault } : { key, type };
}

const modulusOf = (key: KeyObject): bigint =>
  BigInt(`0x${Buffer.from(String(key.export({ format: 'jwk' }).n), 'base64url').toString('hex')}`);

function whyNotModulus(modulus: bigint): KeyFault | null {
  if (modulus % 2n === 0n) return 'even_modulus';
  if (SMALL_PRIMES.some((prime) => modulus % prime === 0n)) return 'small_factor';
  if (isRocaKey(modulus)) return 'roca';
  return hasClosePrimes(modulus) ? 'close_primes' : null;
}

/**
 * What squares leave when they are divided by a few small numbers that have no factor in common: of a hundred numbers,
 * ninety-nine are seen to be none without a root, which takes long.
 */
const SQUARES = [64, 63, 65, 11].map((divisor) => ({
  divisor,
  rests: new Set(Array.from({ length: divisor }, (_, n) => (n * n) % divisor)),
}));
const ALL_DIVISORS = BigInt(SQUARES.reduce((product, { divisor }) => product * divisor, 1));

function mayBeSquare(value: bigint): boolean {
  const rest = Number(value % ALL_DIVISORS);
  return SQUARES.every(({ divisor, rests }) => rests.has(rest % divisor));
}

/** Fermat: where both primes are close to the root, a square minus the modulus is soon a square. */
function hasClosePrimes(modulus: bigint): boolean {
  let a = squareRoot(modulus);
  if (a * a < modulus) a += 1n;
  for (let round = 0; round < FERMAT_ROUNDS; round += 1, a += 1n) {
    const rest = a * a - modulus;
    if (!mayBeSquare(rest)) continue;
    const b = squareRoot(rest);
    if (b * b === rest) return true;
  }
  return false;
}

/** The whole part of the square root, by Newton's method. */
function squareRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let x = 1n << BigInt(Math.ceil(value.toString(16).length * 2));
  for (;;) {
    const next = (x + value / x) >> 1n;
    if (next >= x) return x;
    x = next;
  }
}

function primesBelow(bound: number): bigint[] {
  const primes: number[] = [];
  for (let candidate = 3; candidate < bound; candidate += 2)
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  return primes.map(BigInt);
}
