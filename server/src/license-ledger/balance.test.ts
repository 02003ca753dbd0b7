import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase, TIME_LIMITS, type Db } from '../db/open.ts';
import { createDatabase, type TestDatabase } from '../testing/database.ts';
import { brokenBooks } from '../testing/ledger/books.ts';
import { oneOperation, randomFrom, seedLedger } from '../testing/ledger/operations.ts';
import { brokenPast, stir } from '../testing/ledger/stir.ts';

let database: TestDatabase;
let db: Db;
let close: () => Promise<void>;
beforeEach(async () => {
  database = await createDatabase();
  ({ db, close } = openDatabase(database.connection, 6, TIME_LIMITS.job));
  await seedLedger(db);
});
afterEach(async () => {
  await close();
  await database.drop();
});

test('the books balance after anything that is done to them, on several connections at once', async () => {
  await Promise.all(
    [1, 2, 3, 4, 5].map(async (lane) => {
      const random = randomFrom(lane);
      for (let times = 0; times < 25; times += 1) await oneOperation(db, random);
    }),
  );
  expect(await brokenBooks(db)).toEqual([]);
  expect(await brokenPast(db, 10)).toEqual([]);
});

test('and by two processes, one of which is killed in the middle', async () => {
  const { done } = await stir(database.connection, { operations: 160, pairs: 1, seed: 7 });
  expect(done).toBeGreaterThan(40);
  expect(await brokenBooks(db)).toEqual([]);
  expect(await brokenPast(db, 10)).toEqual([]);
});
