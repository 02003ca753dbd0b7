/** Authorities whose keys lie in a module that this process has not, for tests. */
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

export async function takeKeysAway(db: Db): Promise<void> {
  await sql`update certificate_authority set key_location = 'pkcs11', key_sealed = null, key_reference = '00'`.execute(
    db,
  );
}
