import { BY_SYSTEM, recordAudit, type AuditEvent, type AuditWriter } from '../audit/record.ts';
import type { Db } from '../db/open.ts';
import { newId } from '../ids.ts';
import type { Runtime } from '../runtime.ts';

/** A turn of an account on its way. `failure`: the status of why it goes no further. */
type Turn = Pick<AuditEvent, 'action' | 'resource_id' | 'resource_name' | 'account_id' | 'before' | 'after'> & {
  failure?: string | undefined;
};

/** Tells the log of what the platform has done by itself to an account that comes or leaves. */
export const tellOfMigration = (
  runtime: AuditWriter & Pick<Runtime, 'clock'>,
  tx: Db,
  { failure, ...turn }: Turn,
): Promise<void> =>
  recordAudit(
    tx,
    {
      ...BY_SYSTEM,
      ...turn,
      id: newId(),
      at: runtime.clock.now(),
      resource_type: 'ACCOUNT_MIGRATION',
      result: failure === undefined ? 'success' : 'failure',
      message: failure ?? null,
    },
    runtime,
  );
