/**
 * A process that does things to licenses at random, on several connections at once, and writes a line for each:
 * node operator.ts <connection as JSON> <seed> <how many>. It ends when all are done, or by being killed.
 */
import { openDatabase, TIME_LIMITS } from '../../db/open.ts';
import { oneOperation, randomFrom } from './operations.ts';

const LANES = 4;

const [connection = '{}', seed = '1', most = '0'] = process.argv.slice(2);
const { db, close } = openDatabase(JSON.parse(connection), LANES, TIME_LIMITS.job);
let left = Number(most);
await Promise.all(
  Array.from({ length: LANES }, async (_, lane) => {
    const random = randomFrom(Number(seed) * LANES + lane);
    while (left > 0) {
      left -= 1;
      process.stdout.write(`${await oneOperation(db, random)}\n`);
    }
  }),
);
await close();
