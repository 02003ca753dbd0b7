import type { ColumnType, Selectable } from 'kysely';
import type { AuditAction, AuditResourceType, AuditResult, AuditVia } from '@signet/contract/audit';
import type { Scope } from '@signet/contract/viewer';
import type { Instant, OrNull } from '../db/column-types.ts';

/** Written as JSON text, read as the parsed value. */
type JsonOrNull = ColumnType<unknown, string | null | undefined, never>;
/** int8: the driver reads text, so that nothing above 2^53 is rounded in silence. */
type Big = ColumnType<string, number, never>;

export type AuditEventTable = {
  id: string;
  at: Instant;
  action: AuditAction;
  resource_type: AuditResourceType;
  resource_id: OrNull<string>;
  resource_name: OrNull<string>;
  account_id: OrNull<string>;
  actor_id: OrNull<string>;
  actor_name: OrNull<string>;
  actor_scope: OrNull<Scope>;
  actor_via: AuditVia;
  credential_id: OrNull<string>;
  credential_name: OrNull<string>;
  ip: OrNull<string>;
  user_agent: OrNull<string>;
  correlation_id: OrNull<string>;
  result: AuditResult;
  message: OrNull<string>;
  before: JsonOrNull;
  after: JsonOrNull;
  leaf_hash: Buffer;
  mac: ColumnType<Buffer | null, Buffer, never>;
  refused_at: ColumnType<Date | null, never, Date>;
  tree_index: ColumnType<string | null, number | null | undefined, number>;
};

/** A row of `audit_event` as it is read. */
export type AuditEventRow = Selectable<AuditEventTable>;

/** The tables of the audit log, and the sealed keys of the platform. */
export interface AuditTables {
  audit_event: AuditEventTable;
  audit_node: { level: number; index: Big; hash: Buffer };
  audit_checkpoint: { tree_size: Big; root_hash: Buffer; note: string; at: Instant };
  sealed_key: { name: string; sealed: Buffer; public: Buffer; created_at: Instant };
}
