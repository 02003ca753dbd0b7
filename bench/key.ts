import { createHash } from 'node:crypto';
import { openEventMac } from '../server/src/audit/event-mac.ts';
import type { AuditWriter } from '../server/src/audit/record.ts';

/**
 * The key of a platform that lives for a benchmark; the same each time, so that a run can go on with the database of
 * another.
 */
export const KEY = createHash('sha256').update('the key of a benchmark protects nothing').digest();

/** Who writes the events of such a platform. */
export const WRITER: AuditWriter = { eventMac: openEventMac(KEY) };
