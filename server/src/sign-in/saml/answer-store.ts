/** What answers of SAML providers leave. */
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
