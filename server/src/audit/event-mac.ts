import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../secrets.ts';

/**
 * What shows that a process of this platform wrote an event. The leaf hash is public: whoever may write to the database
 * can make it for an invented event. The MAC over it takes the platform key, which is not in the database.
 */
export type EventMac = {
  /** The MAC over a leaf hash, 32 bytes. */
  of(leaf: Buffer): Buffer;
  /** Whether `mac` was made over this leaf hash by a holder of the key. Older events have none. */
  proves(mac: Buffer | null, leaf: Buffer | null): boolean;
};

/** HMAC-SHA-256 under a key derived from the platform key for this purpose alone (HKDF, RFC 5869). */
export function openEventMac(platformKey: Uint8Array): EventMac {
  const key = deriveKey(platformKey, 'audit-event-mac');
  const of = (leaf: Buffer): Buffer => createHmac('sha256', key).update(leaf).digest();
  return {
    of,
    proves: (mac, leaf) => mac !== null && leaf !== null && mac.length === 32 && timingSafeEqual(mac, of(leaf)),
  };
}

/** Which of the two the MAC of a row proves: the hash stored with it, what the row says now, or neither. */
export type Written = 'hash' | 'content' | 'neither';

/**
 * What the MAC of a stored row proves. `hash` comes first: where it differs from the content, the content was changed
 * after the row was written.
 */
export function writtenBy(
  mac: EventMac,
  row: { mac: Buffer | null; leaf_hash: Buffer },
  content: Buffer | null,
): Written {
  if (mac.proves(row.mac, row.leaf_hash)) return 'hash';
  return mac.proves(row.mac, content) ? 'content' : 'neither';
}
