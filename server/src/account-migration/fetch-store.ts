/** Keeps what the source of an arrival hands over, part by part. */
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { Runtime } from '../runtime.ts';
import { storePart } from './arrival-store.ts';
import { askPart, askTransfer, type Source } from './fetch.ts';
import { codeContext } from './transfer-code.ts';

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

/** Fetches what comes next of an arrival's file; false where all of it is here, or it comes from no address. */
export async function fetchNext(runtime: Runtime, id: string): Promise<boolean> {
  const { db } = runtime;
  const source = await sourceOf(runtime, id, 'reading');
  if (!source) return false;
  const { rows } = await sql<{ bytes: string | null; parts: number; total: number }>`
    select r.bytes, (select count(*)::int from account_arrival_part p where p.arrival_id = r.id) as parts,
      (r.progress->>'total')::int as total
    from account_arrival r where r.id = ${id}`.execute(db);
  const [known] = rows;
  if (!known) return false;
  if (known.bytes === null) {
    const { bytes, parts } = await askTransfer(source);
    const progress = JSON.stringify({ table: null, done: 0, total: parts });
    await sql`update account_arrival set bytes = ${bytes}, progress = ${progress}::jsonb
      where id = ${id} and state = 'reading'`.execute(db);
    return true;
  }
  if (known.parts >= known.total) return false;
  const body = await askPart(source, known.parts, Number(known.bytes));
  const progress = JSON.stringify({ table: null, done: known.parts + 1, total: known.total });
  await db.transaction().execute(async (tx) => {
    await storePart(tx, id, known.parts, body);
    await sql`update account_arrival set progress = ${progress}::jsonb where id = ${id}`.execute(tx);
  });
  return true;
}

/** The code opens nothing here any more. */
export const forgetCode = async (db: Db, id: string): Promise<void> =>
  void (await sql`update account_arrival set code_sealed = null where id = ${id}`.execute(db));

/** The source knows that its account has moved. */
export const toldSource = async (db: Db, id: string): Promise<void> =>
  void (await sql`update account_arrival set source_told = true, code_sealed = null where id = ${id}`.execute(db));
