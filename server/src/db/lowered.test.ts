import { lowered } from '@signet/contract/lowered';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createDatabase } from '../testing/database.ts';
import { openDatabase } from './open.ts';

// Letters that are newer than the database are none to it.
test('every letter has the lower case that it has in the database', async () => {
  const database = await createDatabase();
  const { db, close } = openDatabase(database.connection, 1);
  const { rows } = await sql<{ sign: string; lower: string }>`
    select chr(n) as sign, lower(chr(n)) as lower from generate_series(1, 131071) n
    where n not between 55296 and 57343 and unicode_assigned(chr(n))`.execute(db);
  await close();
  await database.drop();
  expect(rows.filter(({ sign, lower }) => lowered(sign) !== lower)).toEqual([]);
  expect([lowered('İlker'), lowered('ΝΙΚΟΣ')]).toEqual(['ilker', 'νικοσ']);
});
