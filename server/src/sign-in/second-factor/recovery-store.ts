/** Recovery codes: for who has lost phone and keys. Each works once; only their hashes are kept. */
import { LIMITS } from '@signet/contract/limits';
import { plainCode } from '@signet/contract/areas/second-factor-rules';
import { randomInt } from 'node:crypto';
import type { Db } from '../../db/open.ts';
import { hashSecret } from '../../secrets.ts';

/** Letters and digits that nobody takes for another one (Crockford's base 32): 16 of them are 80 bits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 4;
const GROUP = 4;

const newGroup = (): string => Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
const newCode = (): string => Array.from({ length: GROUPS }, newGroup).join('-');

/** Makes ten new codes in place of all before, and answers them: the only time that they can be read. */
export async function makeRecoveryCodes(tx: Db, userId: string, now: Date): Promise<string[]> {
  const codes = Array.from({ length: LIMITS.recoveryCodes }, newCode);
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashSecret(plainCode(code)), created_at: now })))
    .execute();
  return codes;
}

/** How many codes somebody has left. */
export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .select((e) => e.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Spends a code. False for one that is none, or was spent. */
export async function takeRecoveryCode(tx: Db, userId: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashSecret(plainCode(code)))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
