/** What answers of SAML providers leave. */
import { Problem } from '@signet/contract/problem';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Said } from './judge.ts';

/** Keeps that an assertion was used. False for one that was: of two at once the key lets one through. */
export async function useAssertion(
  tx: Db,
  accountId: string,
  { assertionId, expiresAt }: Pick<Said, 'assertionId' | 'expiresAt'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('saml_assertion')
    .values({ account_id: accountId, assertion_id: assertionId, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Does this with an answer that is spent: what is refused takes back what it wrote, but not that. */
export async function keepingSpent<T>(tx: Db, work: () => Promise<T>): Promise<T> {
  await sql`savepoint spent`.execute(tx);
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || error.commit) throw error;
    await sql`rollback to savepoint spent`.execute(tx);
    const { status, params } = error.reason;
    const refusal = new Problem(status, { ...(params ? { params } : {}), commit: true });
    refusal.about = error.about;
    throw refusal;
  }
}
