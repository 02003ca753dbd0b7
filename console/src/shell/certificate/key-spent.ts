/** What the platform says of a key that it will not certify, or not again: only another key can go on. */
import { Failure } from '../../api/failure.ts';

const KEY_SPENT = new Set([
  'KEY_KNOWN',
  'KEY_NOT_ACCEPTED',
  'ATTESTATION_REQUIRED',
  'ATTESTATION_NOT_ACCEPTED',
  'REPLACED',
  'NOT_GENERATED',
]);

export const isKeySpent = (cause: unknown): boolean => cause instanceof Failure && KEY_SPENT.has(cause.status);
