/** The file of the software key store: what is in it, read anew at each use and written as a whole. */
import path from 'node:path';
import { KEY_TYPES } from '@signet/contract/key-types';
import { z } from 'zod';
import { writePrivate } from '../../private-files.ts';
import { readStored } from '../stored-file.ts';
import { lockedSchema } from './sealed.ts';

/** The master key under one PIN, and how often a wrong one was tried since the last right one. */
const pinLock = z.strictObject({
  locked: lockedSchema,
  wrong: z.number().int().min(0),
  /** No PIN is taken before, in milliseconds since 1970. */
  until: z.number().int().min(0),
});
export type PinLock = z.output<typeof pinLock>;

export const keySchema = z.strictObject({
  id: z.uuid(),
  key_type: z.enum(KEY_TYPES),
  label: z.string(),
  created_at: z.iso.datetime(),
  origin: z.string(),
  /** SubjectPublicKeyInfo (DER), in base64. */
  public_key: z.base64(),
  /** PKCS #8 (DER), sealed under the master key and bound to the public one; in base64. */
  private_key: z.base64(),
  /** DER, in base64. */
  certificate: z.base64().nullable(),
});
export type StoredKey = z.output<typeof keySchema>;

const contentSchema = z.strictObject({
  version: z.literal(1),
  serial: z.string(),
  label: z.string(),
  user: pinLock,
  so: pinLock,
  keys: z.array(keySchema),
});
export type Content = z.output<typeof contentSchema>;

export function storeFile(folder: string) {
  const file = path.join(folder, 'software-key-store.json');
  return {
    /** Null where the store was never made ready. Throws UnreadableFile, over which nothing is written. */
    read: (): Content | null => readStored(file, contentSchema),
    write: (content: Content): void => writePrivate(file, JSON.stringify(content)),
  };
}
