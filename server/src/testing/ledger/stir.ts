/** Several processes that do things to the same licenses at once, some of them killed in the middle. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type pg from 'pg';
import { pastOfPools } from '../../areas/licenses/past-store.ts';
import type { Db } from '../../db/open.ts';
import type { Broken } from './books.ts';
import type { Outcome } from './operations.ts';

const OPERATOR = fileURLToPath(new URL('./operator.ts', import.meta.url));

export type Stirred = Record<Outcome, number>;

/**
 * Two processes at a time until `operations` are done; of each pair the first is killed once it has done a third of its
 * part, in the middle of whatever it was at. Answers what came of those that were told of.
 */
export async function stir(
  connection: pg.ClientConfig,
  { operations, pairs, seed }: { operations: number; pairs: number; seed: number },
): Promise<Stirred> {
  const outcomes: Stirred = { done: 0, refused: 0, unavailable: 0 };
  const part = Math.ceil(operations / pairs / 2);
  for (let pair = 0; pair < pairs; pair += 1) {
    await Promise.all([
      operate(connection, seed + pair * 2, part, outcomes, Math.ceil(part / 3)),
      operate(connection, seed + pair * 2 + 1, part, outcomes, null),
    ]);
  }
  return outcomes;
}

async function operate(
  connection: pg.ClientConfig,
  seed: number,
  most: number,
  outcomes: Stirred,
  killAfter: number | null,
): Promise<void> {
  const child = spawn(process.execPath, [OPERATOR, JSON.stringify(connection), String(seed), String(most)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [lines, said] = [0, ''];
  child.stderr.on('data', (data: Buffer) => (said += data.toString()));
  createInterface(child.stdout).on('line', (line) => {
    outcomes[line as Outcome] += 1;
    lines += 1;
    if (lines === killAfter) child.kill('SIGKILL');
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (killAfter === null ? code !== 0 : signal !== 'SIGKILL')
    throw new Error(`An operator ended with ${code}: ${said}`);
}

/**
 * Whether the figures of earlier moments are the same counted forwards from the first entry and backwards from today,
 * at the moments of so many moves. Answers those that are not.
 */
export async function brokenPast(db: Db, moments: number): Promise<Broken[]> {
  const { rows: times } = await sql<{ at: Date }>`
    select at from (select at, row_number() over (order by at, id) as place, count(*) over () as total
      from license_move) m where place % greatest(total / ${moments}::int, 1) = 0 order by at`.execute(db);
  const { rows: pools } = await sql<{ id: string }>`select id from license_pool where kind <> 'issuer'`.execute(db);
  const broken: Broken[] = [];
  for (const { at } of times) {
    const backwards = await pastOfPools(
      db,
      pools.map(({ id }) => id),
      at,
    );
    const { rows: forwards } = await sql<{ id: string; held: number; handed_on: number; used: number }>`
      select p.id,
        (select coalesce(sum(e.delta), 0) from license_entry e where e.pool_id = p.id and e.at < ${at})::float8 as held,
        coalesce((select e.handed_on from license_entry e where e.pool_id = p.id and e.at < ${at}
          order by e.version desc limit 1), 0)::float8 as handed_on,
        (select coalesce(sum(u.quantity), 0) from license_use u where u.pool_id = p.id and u.used_at < ${at}
          and (u.released_at is null or u.released_at >= ${at}))::float8 as used
      from license_pool p where p.kind <> 'issuer'`.execute(db);
    for (const { id, held, handed_on, used } of forwards) {
      const past = backwards.get(id);
      const isSame = past?.used === used + handed_on && (past.limit === -1 || past.limit === held + handed_on);
      if (!isSame) broken.push({ what: `the figures at ${at.toISOString()}`, rows: id });
    }
  }
  return broken;
}
