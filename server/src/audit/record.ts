import type { AuditAction, AuditResourceType, AuditResult, AuditVia } from '@signet/contract/audit';
import type { Scope } from '@signet/contract/viewer';
import type { Insertable } from 'kysely';
import type { Db } from '../db/open.ts';
import { storableText } from '../storable-text.ts';
import type { EventMac } from './event-mac.ts';
import { hashOf } from './leaf.ts';
import { refuseSecret, type SecretAlarm } from './secrets.ts';
import { storable } from './storable.ts';
import type { AuditEventTable } from './tables.ts';

/** Something that happened. `id` is a UUIDv7; ids are UUIDs; `before` and `after` are JSON values without secrets. */
export type AuditEvent = {
  id: string;
  at: Date;
  action: AuditAction;
  resource_type: AuditResourceType;
  resource_id: string | null;
  resource_name: string | null;
  /** The account that the event concerns; null for the platform as a whole. */
  account_id: string | null;
  actor_id: string | null;
  actor_name: string | null;
  actor_scope: Scope | null;
  actor_via: AuditVia;
  /** The token or certificate that the actor was known by, and its name of then; absent for everybody else. */
  credential_id?: string | null;
  credential_name?: string | null;
  ip: string | null;
  user_agent: string | null;
  correlation_id: string | null;
  result: AuditResult;
  message: string | null;
  before: unknown;
  after: unknown;
};

/** Of an event that no caller has brought about: a job's, or that of a command of the operator. */
export const BY_SYSTEM = {
  actor_id: null,
  actor_name: null,
  actor_scope: null,
  actor_via: 'system',
  ip: null,
  user_agent: null,
  correlation_id: null,
} as const satisfies Partial<AuditEvent>;

/**
 * Ceilings in UTF-16 units for text that strangers may supply, such as the user name of a failed
 * sign-in. Those of indexed columns keep a key under the 2,704 bytes that a PostgreSQL index takes;
 * a longer one would make the change itself fail.
 */
const CEILING = {
  resource_id: 256,
  resource_name: 512,
  actor_name: 512,
  credential_name: 512,
  ip: 64,
  user_agent: 512,
  correlation_id: 128,
  message: 4096,
} as const;

/** Who writes events: its MAC shows them to be the platform's; `onSecret` gets each secret handed to the log. */
export type AuditWriter = { eventMac: EventMac; onSecret?: SecretAlarm };

/**
 * The row of an event: texts made storable, the leaf hash over exactly what will be stored, and the MAC over that. For
 * bulk loads; single events go through {@link recordAudit}.
 */
export function auditRow(
  event: AuditEvent,
  { eventMac, onSecret: alarm = refuseSecret }: AuditWriter,
): Insertable<AuditEventTable> {
  const text = (field: keyof typeof CEILING): string | null => {
    const value = event[field] ?? null;
    return value === null ? null : storableText(value, CEILING[field]);
  };
  const evidence = {
    id: event.id.toLowerCase(),
    at: event.at,
    action: event.action,
    resource_type: event.resource_type,
    resource_id: text('resource_id'),
    resource_name: text('resource_name'),
    account_id: event.account_id?.toLowerCase() ?? null,
    actor_id: event.actor_id?.toLowerCase() ?? null,
    actor_name: text('actor_name'),
    actor_scope: event.actor_scope,
    actor_via: event.actor_via,
    credential_id: event.credential_id?.toLowerCase() ?? null,
    credential_name: text('credential_name'),
    ip: text('ip'),
    user_agent: text('user_agent'),
    correlation_id: text('correlation_id'),
    result: event.result,
    message: text('message'),
    before: storable(event.before, alarm),
    after: storable(event.after, alarm),
  };
  const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
  const leaf = hashOf(evidence);
  return {
    ...evidence,
    before: json(evidence.before),
    after: json(evidence.after),
    leaf_hash: leaf,
    mac: eventMac.of(leaf),
  };
}

/**
 * Writes an event in the caller's transaction, so that there is never a change without its entry nor an entry without
 * its change. A secret among `before` and `after` is left out, and the writer's `onSecret` is called with its name. It
 * enters the tree when the sequencer next runs.
 */
export const recordAudit = (tx: Db, event: AuditEvent, writer: AuditWriter): Promise<void> =>
  recordAudits(tx, [event], writer);

/** Events of one statement: far below the parameters that it may have, and a few megabytes at most as a rule. */
const EVENTS = 500;

/** The same of several, in this order: what is done to thousands of people at once has an event for each of them. */
export async function recordAudits(tx: Db, events: readonly AuditEvent[], writer: AuditWriter): Promise<void> {
  for (let from = 0; from < events.length; from += EVENTS) {
    const rows = events.slice(from, from + EVENTS).map((event) => auditRow(event, writer));
    await tx.insertInto('audit_event').values(rows).execute();
  }
}
