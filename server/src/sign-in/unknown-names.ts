import { lowered } from '@signet/contract/lowered';
import { createHmac } from 'node:crypto';
import { deriveKey } from '../secrets.ts';

/**
 * How a user name is kept that was typed at a sign-in and belongs to nobody. People type their password into the wrong
 * field now and then, so such a name is never stored: what is stored is the same for the same name, tells nothing
 * without the platform key, and can be no user name, since those have no colon.
 */
export type UnknownNames = (typed: string) => string;

/** Bytes of the keyed hash that are kept: enough that two names never share one. */
const KEPT = 16;

/** The form of unknown names under the platform key: `unknown:` and 32 hex digits of an HMAC-SHA-256, without case. */
export function openUnknownNames(platformKey: Uint8Array): UnknownNames {
  const key = deriveKey(platformKey, 'unknown-user-name');
  return (typed) =>
    `unknown:${createHmac('sha256', key).update(lowered(typed)).digest().subarray(0, KEPT).toString('hex')}`;
}
