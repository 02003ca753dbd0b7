/** What makes restored rows a platform that may be started. */
import type { AuditNote } from '@signet/contract/audit';
import { sql } from 'kysely';
import { storedDateTime } from '@signet/contract/dates';
import { SETTINGS, settingsOf } from '@signet/contract/platform-settings';
import type { EventMac } from '../audit/event-mac.ts';
import { BY_SYSTEM, recordAudit } from '../audit/record.ts';
import { askForList } from '../authority/list-store.ts';
import { askToTend } from '../authority/tend-job-store.ts';
import { UNFINISHED_RESTORE } from '../db/migrate.ts';
import type { Db } from '../db/open.ts';
import { newId } from '../ids.ts';
import { MAIL_JOB } from '../mail/queue.ts';
import type { LogProof } from './log-proof-store.ts';

/**
 * The numbers of the lists of revoked certificates that were signed after the backup must not be used again for others
 * (RFC 5280, 5.2.3), and nobody knows how many there were. They go on with the seconds of the clock, so that a second
 * restore of the same backup uses none of the first one's: no authority signs a list each second. By so much they go
 * on where the clock is behind them.
 */
const LISTS_LATER = 100_000;

export type Restored = {
  /** The name of the file, without its folder. */
  file: string;
  sha256: string;
  /** The moment that the platform is back at. */
  at: string;
  proof: LogProof;
  now: Date;
  eventMac: EventMac;
  /** A copy to look at sends nothing that the platform would have sent. */
  onlyToLook: boolean;
};

/**
 * The last step of a restore, in one transaction: afterwards the platform may be started. `outside` is done beside the
 * database just before: where it fails, the restore is not finished, and can be run again.
 */
export async function finishRestore(db: Db, restored: Restored, outside: () => Promise<void>): Promise<void> {
  const seconds = sql`extract(epoch from ${restored.now}::timestamptz)::bigint`;
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`update certificate_revocation_list list
      set number = case when number < ${seconds} then ${seconds} else number + ${LISTS_LATER}::bigint end
      from certificate_authority authority
      where authority.id = list.authority_id and authority.state in ('active', 'retired')
        and authority.valid_to > ${restored.now}
      returning authority.id`.execute(tx);
    for (const { id } of rows) await askForList(tx, id);
    // Of an old backup the responders have ended, and nobody would answer until the next hour.
    await askToTend(tx);
    // Triggers were away while rows came.
    await sql`select count_rows_anew()`.execute(tx);
    // No process of then is there any more.
    await tx.updateTable('audit_delivery').set({ lease: null, leased_until: null }).execute();
    if (restored.onlyToLook) await silence(tx);
    await recordRestore(tx, restored);
    await sql`drop table ${sql.table(UNFINISHED_RESTORE)}`.execute(tx);
    await outside();
  });
}

/**
 * Takes out by what the platform would speak to others by itself: mail that waits and the server that it would leave
 * by, people's webhooks, receivers of the audit log, and the sources of accounts that have come or are coming.
 */
async function silence(tx: Db): Promise<void> {
  const mailSettings = [...new Set(settingsOf('mail').map((name) => SETTINGS[name].row))];
  await tx.deleteFrom('platform_setting').where('name', 'in', mailSettings).execute();
  await tx.updateTable('mail').set({ status: 'held' }).where('status', '=', 'queued').execute();
  await sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs where task_identifier = ${MAIL_JOB}))`.execute(tx);
  await tx.deleteFrom('ending_webhook').execute();
  await tx.updateTable('audit_receiver').set({ enabled: false }).execute();
  // A test is sent to one that is off as well.
  await tx.updateTable('audit_delivery').set({ test_asked_at: null }).execute();
  // Without its code a source is neither asked nor told.
  await tx.updateTable('account_arrival').set({ code_sealed: null }).execute();
}

const recordRestore = (tx: Db, { file, sha256, at, proof, now, eventMac, onlyToLook }: Restored): Promise<void> =>
  recordAudit(
    tx,
    {
      id: newId(),
      at: now,
      action: 'UPDATE',
      resource_type: 'BACKUP',
      resource_id: sha256,
      resource_name: file,
      account_id: null,
      ...BY_SYSTEM,
      result: 'success',
      message: 'RESTORED' satisfies AuditNote,
      before: null,
      after: {
        backup_at: at,
        restored_at: storedDateTime(now),
        log_size: proof.size,
        newer_checkpoint: proof.newer,
        finding: proof.finding,
        ...(onlyToLook ? { only_to_look: true } : {}),
      },
    },
    { eventMac },
  );

/** Tells in the audit log that everything was copied, and where to. */
export const recordBackup = (
  db: Db,
  { file, sha256, at, now, eventMac }: Pick<Restored, 'file' | 'sha256' | 'at' | 'now' | 'eventMac'>,
): Promise<void> =>
  recordAudit(
    db,
    {
      id: newId(),
      at: now,
      action: 'CREATE',
      resource_type: 'BACKUP',
      resource_id: sha256,
      resource_name: file,
      account_id: null,
      ...BY_SYSTEM,
      result: 'success',
      message: 'BACKED_UP' satisfies AuditNote,
      before: null,
      after: { backup_at: at },
    },
    { eventMac },
  );
