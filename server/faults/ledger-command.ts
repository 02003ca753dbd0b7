/**
 * `npm run ledger`: thousands of random things done to licenses by pairs of processes, of which one is killed each
 * time, and then whether the books balance. `npm run ledger -- 20000 3`: how many, and the seed.
 */
import { openDatabase, TIME_LIMITS } from '../src/db/open.ts';
import { migrate } from '../src/db/migrate.ts';
import { brokenBooks } from '../src/testing/ledger/books.ts';
import { seedLedger } from '../src/testing/ledger/operations.ts';
import { brokenPast, stir } from '../src/testing/ledger/stir.ts';
import { openTestPostgres } from '../src/testing/postgres.ts';

/** How many things a pair of processes does. */
const OF_PAIR = 1_000;
const MOMENTS = 50;

const [operations = 10_000, seed = 1] = process.argv.slice(2).map(Number);
const server = await openTestPostgres();
try {
  const { pool, db, close } = openDatabase(server.connection, 4, TIME_LIMITS.endless);
  await migrate(pool);
  await seedLedger(db);
  let broken = 0;
  const pairs = Math.ceil(operations / OF_PAIR);
  for (let pair = 0; pair < pairs && broken === 0; pair += 1) {
    const stirred = await stir(server.connection, { operations: OF_PAIR, pairs: 1, seed: seed + pair * 2 });
    const found = [...(await brokenBooks(db)), ...(await brokenPast(db, MOMENTS))];
    broken = found.length;
    process.stdout.write(`${JSON.stringify({ pair: pair + 1, ...stirred, broken: found })}\n`);
  }
  await close();
  process.stdout.write(broken === 0 ? 'The books balance.\n' : 'The books do not balance.\n');
  process.exitCode = broken === 0 ? 0 : 1;
} finally {
  await server.stop();
}
