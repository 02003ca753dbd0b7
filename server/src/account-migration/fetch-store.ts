/** Keeps what the source of an arrival hands over, part by part. */
import { DEPARTURE_HOURS } from '@signet/contract/areas/migration-rules';
import { Problem } from '@signet/contract/problem';
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { Runtime } from '../runtime.ts';
import { enqueueArrival, storePart } from './arrival-store.ts';
import { askPart, askTransfer, type Source } from './fetch.ts';
import { codeContext } from './transfer-code.ts';

const HOUR = 3_600_000;

/** Where an arrival in a state comes from, and the code; null where that is no address, or it is no longer known. */
export async function sourceOf(
  { db, seal, config }: Runtime,
  id: string,
  state: 'reading' | 'confirmed',
): Promise<Source | null> {
  const { rows } = await sql<{ address: string; code_sealed: Buffer }>`
    select address, code_sealed from account_arrival
    where id = ${id} and state = ${state} and source = 'address' and code_sealed is not null`.execute(db);
  const [one] = rows;
  if (!one) return null;
  const code = seal.open(one.code_sealed, codeContext(id)).toString();
  return { address: one.address, code, ownNetwork: config.OWN_NETWORK_PROVIDERS };
}

/** How long after it was asked for last a file that is being made is asked for again, in seconds. */
const MADE_MEANWHILE = 10;

/**
 * Fetches what comes next of an arrival's file. `here` where all of it is, or it comes from no address; `made` where
 * the source makes it yet, and the job is to come again.
 */
export async function fetchNext(runtime: Runtime, id: string): Promise<'fetched' | 'here' | 'made'> {
  const { db, clock } = runtime;
  const source = await sourceOf(runtime, id, 'reading');
  if (!source) return 'here';
  const { rows } = await sql<{ bytes: string | null; parts: number; total: number; made_at: Date }>`
    select r.bytes, (select count(*)::int from account_arrival_part p where p.arrival_id = r.id) as parts,
      (r.progress->>'total')::int as total, r.made_at
    from account_arrival r where r.id = ${id}`.execute(db);
  const [known] = rows;
  if (!known) return 'here';
  if (known.bytes === null) {
    const file = await askTransfer(source);
    if (!file) {
      // By then its departure is over, whatever the source says.
      if (clock.now().getTime() - known.made_at.getTime() >= DEPARTURE_HOURS * HOUR)
        throw new Problem('MIGRATION_SOURCE_UNREACHABLE', { params: { detail: 'The file is being made.' } });
      await enqueueArrival(db, id, MADE_MEANWHILE);
      return 'made';
    }
    const progress = JSON.stringify({ table: null, done: 0, total: file.parts });
    await sql`update account_arrival set bytes = ${file.bytes}, progress = ${progress}::jsonb
      where id = ${id} and state = 'reading'`.execute(db);
    return 'fetched';
  }
  if (known.parts >= known.total) return 'here';
  const body = await askPart(source, known.parts, Number(known.bytes));
  const progress = JSON.stringify({ table: null, done: known.parts + 1, total: known.total });
  await db.transaction().execute(async (tx) => {
    await storePart(tx, id, known.parts, body);
    await sql`update account_arrival set progress = ${progress}::jsonb where id = ${id}`.execute(tx);
  });
  return 'fetched';
}

/** The code opens nothing here any more. */
export const forgetCode = async (db: Db, id: string): Promise<void> =>
  void (await sql`update account_arrival set code_sealed = null where id = ${id}`.execute(db));

/** The source knows that its account has moved. */
export const toldSource = async (db: Db, id: string): Promise<void> =>
  void (await sql`update account_arrival set source_told = true, code_sealed = null where id = ${id}`.execute(db));
