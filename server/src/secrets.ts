import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** Seals what must be kept but not read from a copy of the database. `context` binds the box to its place. */
export type Seal = {
  seal(plain: Uint8Array, context: string): Buffer;
  /** Throws when the box was altered, moved to another context, or sealed under another key. */
  open(sealed: Uint8Array, context: string): Buffer;
};

const IV = 12;
const TAG = 16;

/** AES-256-GCM with a random 96-bit IV; box = iv ‖ tag ‖ ciphertext. `key` is 32 bytes. */
export function sealWith(key: Uint8Array): Seal {
  return {
    seal(plain, context) {
      const iv = randomBytes(IV);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      cipher.setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]);
    },
    open(sealed, context) {
      const box = Buffer.from(sealed);
      const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, IV));
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(box.subarray(IV, IV + TAG));
      return Buffer.concat([decipher.update(box.subarray(IV + TAG)), decipher.final()]);
    },
  };
}

/** A 32-byte key for one purpose, made from another secret (HKDF-SHA-256, RFC 5869). */
export function deriveKey(secret: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, new Uint8Array(0), purpose, 32));
}

/** A random URL-safe secret of `bytes` bytes (32 by default: 43 characters). */
export function newSecret(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}

/** How a random secret is kept: its SHA-256. Not for passwords. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
