import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { dateTime, id } from '../fields.ts';

/**
 * What can be wrong with the audit log; `/verify` and `npm run audit:verify` say it in the same words. `changed`,
 * `deleted`, `inserted`, `reordered`: what stands at a place is not what was recorded, or not what was signed there.
 * `cut-off`: places at the end are gone. `root-mismatch`: places, hashes included, do not add up to a signed head, or
 * the stored tree does not lead to it. `bad-checkpoint`: a head is not signed by the log's key, or none covers a place.
 * `swapped-key`: another key than the expected one. `forged`: no process of the platform wrote the event.
 * `damaged-tree`: the events are as they were signed, but the hashes kept beside them are not.
 */
export const AUDIT_FAULTS = [
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
export const AUDIT_DOUBTS = [...AUDIT_FAULTS, 'not-yet-sequenced'] as const;
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

export const auditVerification = z.discriminatedUnion('verified', [proved, doubted]);
export type AuditVerification = z.output<typeof auditVerification>;

const newestCheckpoint = z.object({
  /** The newest checkpoint that the log's key signed, as a signed note; null before the first. */
  checkpoint: z.string().nullable(),
  tree_size: z.number().int(),
  at: dateTime.nullable(),
  /** The log's public key in the form `<name>+<id>+<base64>`, to be kept outside this platform. */
  public_key: z.string(),
});

export const auditLog = {
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
