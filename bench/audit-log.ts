/** The audit log of the seeded platform: how long its sequencer and its verifier take. */
import type pg from 'pg';
import pino from 'pino';
import { openEventMac } from '../server/src/audit/event-mac.ts';
import { keepHeadInMemory } from '../server/src/audit/kept-head.ts';
import { openLogKey } from '../server/src/audit/keys.ts';
import type { NoteSigner } from '../server/src/audit/note.ts';
import { sequence } from '../server/src/audit/sequencer.ts';
import { verifyLog } from '../server/src/audit/verify.ts';
import { systemClock } from '../server/src/clock.ts';
import { openDatabase, TIME_LIMITS, type Db } from '../server/src/db/open.ts';
import { deriveKey, sealWith } from '../server/src/secrets.ts';
import type { LogResult } from './results.ts';

/** Events of one run of the sequencer. */
const BATCH = 10_000;

/** The key of the platform, and the origin that its log signs for. */
export type LogOptions = { key: Uint8Array; origin: string };

/** The signer of the platform's log, made at first need as the product makes it. */
export function openSigner(db: Db, { key, origin }: LogOptions): Promise<NoteSigner> {
  return openLogKey(db, { seal: sealWith(deriveKey(key, 'seal')), clock: systemClock, origin });
}

/** Works with the log as the product sees it and the key that signs it; closes its connections whatever happens. */
async function withLog<T>(
  connection: pg.PoolConfig,
  options: LogOptions,
  work: (db: Db, signer: NoteSigner) => Promise<T>,
): Promise<T> {
  const { db, close } = openDatabase(connection, 4, TIME_LIMITS.endless);
  try {
    return await work(db, await openSigner(db, options));
  } finally {
    await close();
  }
}

/** Gives the waiting events their place with the product's own sequencer. Answers how many, and how many per second. */
export function timeSequencer(
  connection: pg.PoolConfig,
  options: LogOptions,
): Promise<Pick<LogResult, 'sequenced' | 'sequencedPerSecond'>> {
  return withLog(connection, options, async (db, signer) => {
    const began = performance.now();
    const log = pino({ level: 'silent' });
    const [mac, kept] = [openEventMac(options.key), keepHeadInMemory()];
    let sequenced = 0;
    for (let taken = BATCH; taken === BATCH; sequenced += taken)
      taken = await sequence(db, { signer, mac, kept, clock: systemClock, log, batch: BATCH });
    return { sequenced, sequencedPerSecond: sequenced / ((performance.now() - began) / 1000) };
  });
}

/** Recomputes the whole log, as an auditor would. */
export function timeVerifier(
  connection: pg.PoolConfig,
  options: LogOptions,
): Promise<Pick<LogResult, 'verified' | 'verifiedPerSecond' | 'verdict'>> {
  return withLog(connection, options, async (db, signer) => {
    const began = performance.now();
    const verdict = await verifyLog(db, { verifier: signer, mac: openEventMac(options.key) });
    const verified = verdict.verified ? verdict.tree_size : (verdict.index ?? 0);
    return {
      verified,
      verifiedPerSecond: verified / ((performance.now() - began) / 1000),
      verdict: verdict.verified ? 'verified' : verdict.sentence,
    };
  });
}
