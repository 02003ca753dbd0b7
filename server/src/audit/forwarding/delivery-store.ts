/** How far each receiver has come, and which process sends to it. */
import { newId } from '../../ids.ts';
import type { DeliveryFailure, ReceiverKind } from '@signet/contract/areas/audit-receiver-record';
import { sql } from 'kysely';
import { hasCome } from '../../db/has-come.ts';
import type { Db } from '../../db/open.ts';
import type { Seal } from '../../secrets.ts';
import type { Destination } from './connection.ts';

/**
 * A process that has taken a receiver is alone with it so long, in seconds, and so long again after each batch: well
 * over the time that a batch may take. Nothing of the database is held meanwhile.
 */
export const LEASE_SECONDS = 60;
const leasedUntil = (now: Date): Date => new Date(now.getTime() + LEASE_SECONDS * 1000);

/** A receiver that a process has taken. */
export type Lease = { receiverId: string; lease: string };

/** What is sent next to a receiver that has been taken. */
export type Errand = {
  name: string;
  kind: ReceiverKind;
  destination: Destination;
  nextIndex: number;
  /** The last index of the batch that was begun and has not arrived; null where there is none. */
  batchEnd: number | null;
  /** The most events of a batch; null where it takes full ones. */
  batchLimit: number | null;
  failedTries: number;
  /** Why the try before failed. */
  failure: DeliveryFailure | null;
  /** Whether events are owed to it now: it is on, and no later time has been set for the next try. */
  isDue: boolean;
  /** When a test event was asked for that has not been sent yet. */
  testAskedAt: Date | null;
};

/** Binds a sealed secret to its receiver. */
export const secretContext = (receiverId: string): string => `audit-receiver:${receiverId}`;

/** Neither a lease nor a wait for the next try ends so much later, in milliseconds. */
const FARTHEST = 3_600_000;
const mayBeTried = (now: Date) =>
  sql<boolean>`(d.next_try_at is null or ${hasCome(sql.ref('d.next_try_at'), now, FARTHEST)})`;
const TEST_WAITS = sql<boolean>`(d.test_asked_at is not null and d.tested_at is null)`;

/**
 * Takes at most `most` receivers that are owed something now and that no process has: whoever waits for longest first.
 */
export async function takeDue(db: Db, now: Date, most: number): Promise<Lease[]> {
  if (most <= 0) return [];
  const { rows } = await sql<{ receiver_id: string; lease: string }>`
    update audit_delivery taken set lease = ${newId()}, leased_until = ${leasedUntil(now)}
    where receiver_id in (
      select d.receiver_id from audit_delivery d join audit_receiver r on r.id = d.receiver_id
      where (d.leased_until is null or ${hasCome(sql.ref('d.leased_until'), now, FARTHEST)}) and (${TEST_WAITS} or (
        r.enabled and ${mayBeTried(now)}
        and exists (select from audit_event e where e.tree_index >= d.next_index)))
      order by d.next_try_at nulls first, d.sent_at nulls first, d.receiver_id
      limit ${most} for update of d skip locked)
    returning receiver_id, lease`.execute(db);
  return rows.map(({ receiver_id: receiverId, lease }) => ({ receiverId, lease }));
}

/** What is to be done for a receiver, by its settings of this moment; null where it is gone or no longer taken. */
export async function readErrand(db: Db, { receiverId, lease }: Lease, now: Date, seal: Seal): Promise<Errand | null> {
  const row = await db
    .selectFrom('audit_delivery as d')
    .innerJoin('audit_receiver as r', 'r.id', 'd.receiver_id')
    .select([
      'r.name',
      'r.kind',
      'r.address',
      'r.own_network',
      'r.ca_certificate',
      'r.authentication',
      'r.client_certificate',
      'r.enabled',
      'd.secret_sealed',
      'd.next_index',
      'd.batch_end',
      'd.batch_limit',
      'd.failed_tries',
      'd.failure',
      mayBeTried(now).as('may_be_tried'),
      'd.test_asked_at',
      TEST_WAITS.as('test_waits'),
    ])
    .where('d.receiver_id', '=', receiverId)
    .where('d.lease', '=', lease)
    .executeTakeFirst();
  return (
    (row && {
      name: row.name,
      kind: row.kind,
      destination: {
        address: row.address,
        ownNetwork: row.own_network,
        trusted: row.ca_certificate,
        authentication: row.authentication,
        clientCertificate: row.client_certificate,
        secret: row.secret_sealed && seal.open(row.secret_sealed, secretContext(receiverId)).toString(),
      },
      nextIndex: Number(row.next_index),
      batchEnd: row.batch_end === null ? null : Number(row.batch_end),
      batchLimit: row.batch_limit,
      failedTries: row.failed_tries,
      failure: row.failure,
      isDue: row.enabled && row.may_be_tried,
      testAskedAt: row.test_waits ? row.test_asked_at : null,
    }) ??
    null
  );
}

/** Why a try failed, and what the other side or the network said. */
export type Failed = { reason: DeliveryFailure; detail: string };

/** Writes what came of a try, as long as nobody else has taken the receiver meanwhile; answers whether that is so. */
async function note(db: Db, { receiverId, lease }: Lease, set: ReturnType<typeof sql>): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update audit_delivery set ${set} where receiver_id = ${receiverId} and lease = ${lease}`.execute(db);
  return numAffectedRows === 1n;
}

/** The events up to `batchEnd` are about to be sent. False where somebody else sends by now. */
export const noteBegun = (db: Db, lease: Lease, batchEnd: number): Promise<boolean> =>
  note(db, lease, sql`batch_end = ${batchEnd}`);

/** All events before `nextIndex` have arrived. False where somebody else sends by now. */
export const noteArrived = (
  db: Db,
  lease: Lease,
  { nextIndex, batchLimit }: Pick<Errand, 'nextIndex' | 'batchLimit'>,
  now: Date,
): Promise<boolean> =>
  note(
    db,
    lease,
    sql`next_index = ${nextIndex}, batch_end = null, batch_limit = ${batchLimit}::int, sent_at = ${now},
      failure = null, failure_detail = '', failed_tries = 0, failed_at = null, next_try_at = null,
      leased_until = ${leasedUntil(now)}`,
  );

/**
 * A try has failed; the next one is at `nextTry`, with the same batch, or one of at most `smaller` events. Gives the
 * receiver back.
 */
export const noteFailed = (
  db: Db,
  lease: Lease,
  { reason, detail }: Failed,
  { now, nextTry, smaller }: { now: Date; nextTry: Date; smaller: number | null },
): Promise<boolean> =>
  note(
    db,
    lease,
    sql`failure = ${reason}, failure_detail = ${detail}, failed_tries = failed_tries + 1, failed_at = ${now},
      next_try_at = ${nextTry}, lease = null, leased_until = null
      ${smaller === null ? sql`` : sql`, batch_end = null, batch_limit = ${smaller}`}`,
  );

/**
 * What came of the test event that was asked for at `askedAt`; one asked for since is sent too. One that arrived proves
 * the way open: events that wait for a later try follow at once.
 */
export const noteTested = (db: Db, lease: Lease, askedAt: Date, failure: Failed | null, now: Date): Promise<boolean> =>
  note(
    db,
    lease,
    sql`tested_at = case when test_asked_at = ${askedAt} then ${now}::timestamptz end,
      test_failure = ${failure?.reason ?? null}, test_failure_detail = ${failure?.detail ?? ''},
      next_try_at = ${failure === null ? null : sql`next_try_at`},
      leased_until = ${leasedUntil(now)}`,
  );

/** Gives a receiver back. */
export const giveBack = (db: Db, lease: Lease): Promise<boolean> =>
  note(db, lease, sql`lease = null, leased_until = null`);
