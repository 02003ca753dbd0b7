/** What the software key store encrypts, and how: AES-256-GCM, under a key that scrypt makes of a PIN or passphrase. */
import { createCipheriv, createDecipheriv, randomBytes, scrypt, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';

const IV_BYTES = 12;
const TAG_BYTES = 16;
export const KEY_BYTES = 32;
const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** What was encrypted, with all that is needed to open it but the secret. Octets in base64. */
export const lockedSchema = z.strictObject({
  /** Of scrypt; at most what takes 256 MiB, so that a foreign backup can't ask for more. */
  cost: z.number().int().min(1_024).max(262_144),
  salt: z.base64(),
  sealed: z.base64(),
});
export type Locked = z.output<typeof lockedSchema>;

/** Encrypts under a key. `bound` must be the same when it is opened. */
export function seal(key: Buffer, bound: string, content: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(bound));
  return Buffer.concat([iv, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** Null where key, what it is bound to, or the content are not those that were sealed. */
export function open(key: Buffer, bound: string, sealed: Buffer): Buffer | null {
  if (sealed.length < IV_BYTES + TAG_BYTES) return null;
  const iv = sealed.subarray(0, IV_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(bound));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}

/** `secret` in the form in which every keyboard gives the same octets. */
const keyFrom = (secret: string, salt: Buffer, cost: number): Promise<Buffer> =>
  derive(secret.normalize('NFC'), salt, KEY_BYTES, { N: cost, r: 8, p: 1, maxmem: 2 * 128 * 8 * cost });

export async function lock(secret: string, cost: number, bound: string, content: Buffer): Promise<Locked> {
  const salt = randomBytes(16);
  const sealed = seal(await keyFrom(secret, salt, cost), bound, content);
  return { cost, salt: salt.toString('base64'), sealed: sealed.toString('base64') };
}

/** Null for a wrong secret. */
export async function unlock(secret: string, { cost, salt, sealed }: Locked, bound: string): Promise<Buffer | null> {
  const key = await keyFrom(secret, Buffer.from(salt, 'base64'), cost);
  return open(key, bound, Buffer.from(sealed, 'base64'));
}
