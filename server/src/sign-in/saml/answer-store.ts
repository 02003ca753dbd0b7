/** What answers of SAML providers leave. */
import { Problem } from '@signet/contract/problem';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { AuditDetail } from '../../http/handler.ts';
import type { SignInCall } from '../call.ts';
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

type Told = Parameters<SignInCall['audit']>[0];

/**
 * Does this with an answer that is spent: what is refused takes back what it wrote and what the log was told of that,
 * but not the answer.
 */
export async function keepingSpent<T>(call: SignInCall, work: (call: SignInCall) => Promise<T>): Promise<T> {
  const { db: tx } = call;
  const told: Told[] = [];
  await sql`savepoint spent`.execute(tx);
  try {
    const done = await work({ ...call, audit: (detail) => void told.push(detail) });
    for (const detail of told) call.audit(detail);
    return done;
  } catch (error) {
    if (!(error instanceof Problem) || error.commit) {
      for (const detail of told) call.audit(detail);
      throw error;
    }
    await sql`rollback to savepoint spent`.execute(tx);
    for (const detail of refusalOf(told)) call.audit(detail);
    const { status, params } = error.reason;
    const refusal = new Problem(status, { ...(params ? { params } : {}), commit: true });
    refusal.about = error.about;
    throw refusal;
  }
}

/** Whom a refusal was about. Who was made for it and is not there any more has no id. */
function refusalOf(told: readonly Told[]): AuditDetail[] {
  const details = told.filter((one) => one !== 'nothing');
  const made = new Set(details.filter(({ as }) => as?.action === 'CREATE').map((one) => one.resource_id));
  return details
    .filter(({ as }) => !as)
    .map(({ actor, ...one }) =>
      made.has(one.resource_id) ? { ...one, resource_id: null } : { ...one, ...(actor ? { actor } : {}) },
    );
}
