/**
 * The advisory locks that have a number of their own, each once, so that no two are the same. Locks of a name, such as
 * one person's address, are hashes, which `hashtextextended` makes.
 */
import { sql, type QueryExecutorProvider } from 'kysely';

/** Never changed: during an update processes of two versions run beside each other. */
export const LOCKS = {
  /** Of the cluster's database `postgres`: a data directory has one process. */
  dataDirectory: 7_346_020,
  /** Many processes may start at once: one migrates. */
  migrations: 7_346_021,
  /** Of all processes one sequences the audit log. */
  sequencer: 7_346_022,
  /** Of two first administrators the second waits, then finds the first. */
  setup: 7_346_023,
  /** Of two licenses of the platform the second waits, until the first is installed with its pools. */
  platformLicense: 7_346_024,
  /** Of two processes one makes the platform's first authorities. */
  authorities: 7_346_029,
  /** Of two processes one renews the certificate of the address that asks for certificates. */
  serverCertificate: 7_346_030,
  /** Held by whoever saves settings of the platform: a row that is not there yet can't be locked. */
  platformSettings: 7_346_031,
  /** Taken in SQL: `fold_row_counts`, one at a time. */
  rowCounts: 7_346_032,
  /** Taken in SQL, by migration 0022. */
  lastAdministrator: 7_346_041,
} as const;

/** Waits until nobody else has the lock, and holds it until the transaction ends. */
export async function waitForLock(tx: QueryExecutorProvider, lock: keyof typeof LOCKS): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS[lock]})`.execute(tx);
}
