import { newSecret } from '../secrets.ts';
import type { TestApp } from './app.ts';

/** An email domain of an account; without `verified` nobody has proved it yet. */
export async function insertDomain(
  { db, accountIds, clock }: TestApp,
  account: string,
  name: string,
  { verified = true } = {},
): Promise<void> {
  const created_at = clock.now();
  const proof = verified ? { verified_at: created_at, verified_by: 'dns' as const } : {};
  await db
    .insertInto('account_email_domain')
    .values({ account_id: accountIds.get(account) ?? '', name, proof: newSecret(), created_at, ...proof })
    .execute();
}
