/** Keys out of a passphrase by the method of PKCS #12 (RFC 7292, appendix B.2). */
import { sha1 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concat } from '@signet/contract/assistant/octets';
import { utf16, type Bytes } from './der.ts';

/** What the result is used for (B.3); it makes two keys of one passphrase differ. */
const PURPOSES = { encryption: 1, iv: 2, mac: 3 } as const;
const HASHES = { 'SHA-1': sha1, 'SHA-256': sha256 } as const;

/** Of either hash, in octets. */
const BLOCK = 64;
/** The page lives on between so many rounds, a few milliseconds each time. */
const ROUNDS_AT_ONCE = 5_000;

export type KeyOf = {
  hash: keyof typeof HASHES;
  purpose: keyof typeof PURPOSES;
  passphrase: string;
  salt: Uint8Array;
  rounds: number;
  /** In octets. */
  length: number;
};

export async function pkcs12Key({ hash, purpose, passphrase, salt, rounds, length }: KeyOf): Promise<Bytes> {
  const digest = HASHES[hash];
  const diversifier = new Uint8Array(BLOCK).fill(PURPOSES[purpose]);
  // The passphrase ends with a NUL (B.1).
  const input = concat(filled(salt), filled(concat(utf16(passphrase), Uint8Array.of(0, 0))));
  let made = new Uint8Array();
  while (made.length < length) {
    let part: Uint8Array = digest(concat(diversifier, input));
    for (let round = 1; round < rounds; round += 1) {
      part = digest(part);
      if (round % ROUNDS_AT_ONCE === 0) await nextTurn();
    }
    made = concat(made, part);
    addToBlocks(input, filled(part).subarray(0, BLOCK));
  }
  input.fill(0);
  return made.slice(0, length);
}

/** The octets again and again, up to whole blocks; nothing of nothing. */
function filled(octets: Uint8Array): Bytes {
  const whole = new Uint8Array(Math.ceil(octets.length / BLOCK) * BLOCK);
  for (let at = 0; at < whole.length; at += 1) whole[at] = octets[at % octets.length] ?? 0;
  return whole;
}

/** Each block, as a number, becomes itself plus `addend` plus one; what does not fit is dropped. */
function addToBlocks(blocks: Uint8Array, addend: Uint8Array): void {
  for (let start = 0; start < blocks.length; start += BLOCK) {
    let carry = 1;
    for (let at = BLOCK - 1; at >= 0; at -= 1) {
      carry += (blocks[start + at] ?? 0) + (addend[at] ?? 0);
      blocks[start + at] = carry & 0xff;
      carry >>= 8;
    }
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
