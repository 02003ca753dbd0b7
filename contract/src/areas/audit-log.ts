import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { AUDIT_ACTIONS, AUDIT_RESULTS, AUDIT_VIAS } from '../audit.ts';
import { endpoint } from '../endpoint.ts';
import { dateTime, id, storedMoment, timeZone } from '../fields.ts';
import { listOf } from '../paging.ts';
import { filterShape, listQueries, ranged } from '../record-schemas.ts';
import { SCOPES } from '../viewer.ts';
import { AUDIT_EVENT_FILTERS, AUDIT_EVENT_SORT } from './audit-event.ts';

/**
 * What can be wrong with the audit log; `/verify` and `npm run audit:verify` say it in the same words. `changed`,
 * `deleted`, `inserted`, `reordered`: what stands at a place is not what was recorded, or not what was signed there.
 * `cut-off`: places at the end are gone. `root-mismatch`: places, hashes included, do not add up to a signed head, or
 * the stored tree does not lead to it. `bad-checkpoint`: a head is not signed by the log's key, or none covers a place.
 * `swapped-key`: another key than the expected one. `forged`: no process of the platform wrote the event.
 * `damaged-tree`: the events are as they were signed, but the hashes kept beside them are not.
 */
const AUDIT_FAULTS = [
  'changed',
  'deleted',
  'inserted',
  'reordered',
  'cut-off',
  'root-mismatch',
  'bad-checkpoint',
  'swapped-key',
  'forged',
  'damaged-tree',
] as const;
export type AuditFault = (typeof AUDIT_FAULTS)[number];

/** Why an event is not proved: a fault, or `not-yet-sequenced`, it waits for its place in the tree. */
const AUDIT_DOUBTS = [...AUDIT_FAULTS, 'not-yet-sequenced'] as const;
export type AuditDoubt = (typeof AUDIT_DOUBTS)[number];

/** Standard base64. */
const base64 = z.string();

const proved = z.object({
  verified: z.literal(true),
  /** Place in the log, from 0. */
  tree_index: z.number().int(),
  /** Number of events that the checkpoint covers. */
  tree_size: z.number().int(),
  /** SHA-256(0x00 || canonical JSON of the event), where the proof begins. */
  leaf_hash: base64,
  /** Inclusion proof, lowest first (RFC 6962 §2.1.1). */
  proof: z.array(base64),
  root: base64,
  /** The signed note (C2SP tlog-checkpoint). */
  checkpoint: z.string(),
});

const doubted = z.object({
  verified: z.literal(false),
  reason: z.enum(AUDIT_DOUBTS),
  /** The same in one English sentence, as `npm run audit:verify` says it. */
  sentence: z.string(),
  tree_index: z.number().int().nullable(),
  tree_size: z.number().int().nullable(),
});

const auditVerification = z.discriminatedUnion('verified', [proved, doubted]);
export type AuditVerification = z.output<typeof auditVerification>;

const newestCheckpoint = z.object({
  /** The newest checkpoint that the log's key signed, as a signed note; null before the first. */
  checkpoint: z.string().nullable(),
  tree_size: z.number().int(),
  at: dateTime.nullable(),
  /** The log's public key in the form `<name>+<id>+<base64>`, to be kept outside this platform. */
  public_key: z.string(),
});

const row = z.object({
  id,
  at: dateTime,
  action: z.enum(AUDIT_ACTIONS),
  /** A type of the filter, or one of an area that this version no longer has. */
  resource_type: z.string(),
  resource_id: z.string().nullable(),
  resource_name: z.string().nullable(),
  /** The account that the event concerns; null for the platform as a whole. */
  account_id: id.nullable(),
  /** Its name of today. */
  account_name: z.string().nullable(),
  actor_id: id.nullable(),
  /** The name of then; null for nobody that is known, and for the platform itself. */
  actor_name: z.string().nullable(),
  actor_scope: z.enum(SCOPES).nullable(),
  actor_via: z.enum(AUDIT_VIAS),
  result: z.enum(AUDIT_RESULTS),
  /** Why it failed, as a status. */
  message: z.string().nullable(),
});
const eventRow = row.meta({ shape: 'AuditEventRow' });
export type AuditEventRow = z.output<typeof eventRow>;

const event = row
  .extend({
    /** The API token or client certificate that the actor was known by. Old events have none. */
    credential_id: id.nullable(),
    /** Its name of then. */
    credential_name: z.string().nullable(),
    ip: z.string().nullable(),
    user_agent: z.string().nullable(),
    correlation_id: z.string().nullable(),
    /** Whether address, browser, correlation id and credential are left out, because the actor is of another tenant. */
    withheld: z.boolean(),
    /** Whether the account that the event concerns is there no more. */
    account_deleted: z.boolean(),
    /** What the resource was before and after, by field, as far as the event tells of it. */
    before: z.unknown(),
    after: z.unknown(),
  })
  .meta({ shape: 'AuditEvent' });
export type AuditEvent = z.output<typeof event>;

const adjacentEvent = z
  .object({
    /** Null where none was found. */
    id: id.nullable(),
    /** How far it was looked, where more may lie beyond that moment; null where all was looked at. */
    looked_to: dateTime.nullable(),
  })
  .meta({ shape: 'AdjacentEvent' });
export type AdjacentEvent = z.output<typeof adjacentEvent>;

const queries = listQueries(AUDIT_EVENT_SORT, AUDIT_EVENT_FILTERS);
const inZone = { time_zone: timeZone.optional().describe('In which from and to are days; UTC without it.') };
const further = {
  beyond: storedMoment
    .optional()
    .describe(
      'Goes on where an answer ended that had looked_to: rows before that moment, or after it if oldest first.',
    ),
};
const listQuery = queries.list.safeExtend({ ...inZone, ...further });
const exportQuery = queries.export.safeExtend({ ...inZone, ...further });
const { locale: _, ...evidenceShape } = exportQuery.shape;
const adjacentQuery = ranged(z.strictObject({ ...filterShape(AUDIT_EVENT_FILTERS), ...inZone }), AUDIT_EVENT_FILTERS);
export type AuditEventListQuery = z.output<typeof listQuery>;
export type AuditEventAdjacentQuery = z.output<typeof adjacentQuery>;
export type AuditEventExportQuery = Omit<z.output<typeof exportQuery>, 'locale'>;

export const auditLog = {
  list: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/audit-log',
    summary:
      'Audit events that concern the accounts the viewer may see, newest first. Where looked_to is not null, ' +
      'more of them may lie beyond that moment.',
    access: ACCESS.auditLog.view,
    query: listQuery,
    success: 200,
    response: listOf(eventRow).extend({ looked_to: dateTime.nullable() }),
  }),
  export: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/audit-log/export',
    summary: 'Every matching event as CSV (RFC 4180), streamed. Formulas are made harmless by a leading apostrophe.',
    access: ACCESS.auditLog.view,
    query: exportQuery,
    success: 200,
    produces: 'text/csv',
    perMinute: 30,
  }),
  evidence: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/audit-log/evidence',
    summary:
      'Every matching event as JSON Lines with the newest checkpoint and the inclusion proof of each, streamed. ' +
      'npm run audit:verify checks it with no database.',
    access: ACCESS.auditLog.view,
    query: ranged(z.strictObject(evidenceShape), AUDIT_EVENT_FILTERS),
    success: 200,
    produces: 'application/jsonl',
    perMinute: 30,
  }),
  read: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/audit-log/{id}',
    summary: 'One audit event, with what was before and after.',
    access: ACCESS.auditLog.view,
    params: z.strictObject({ id: id.describe('Names the event.') }),
    success: 200,
    response: event,
  }),
  adjacent: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/audit-log/{id}/adjacent',
    summary: 'The next newer and the next older event than this one, of those that the filters find.',
    access: ACCESS.auditLog.view,
    params: z.strictObject({ id: id.describe('Names the event.') }),
    query: adjacentQuery,
    success: 200,
    response: z.object({ newer: adjacentEvent, older: adjacentEvent }),
  }),
  verify: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/audit-log/{id}/verify',
    summary: 'Proves that an audit event is in the log as it was recorded, or names what is wrong.',
    access: ACCESS.auditLog.view,
    params: z.strictObject({ id: id.describe('Names the event.') }),
    success: 200,
    response: auditVerification,
  }),
  checkpoint: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/audit-log/checkpoint',
    summary: 'The newest signed checkpoint of the audit log and the key that signs it, to be taken home.',
    access: ACCESS.auditLog.view,
    success: 200,
    response: newestCheckpoint,
  }),
};
