/** Licenses that tests and samples begin with. */
import type { AppCode } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { newId } from '../ids.ts';
import { allocate } from '../license-ledger/allocate-store.ts';
import type { TestApp } from './app.ts';

/** An account gets limits of features of an application, from its partner or the platform, as by system scope. */
export async function giveLicense(
  app: TestApp,
  identifier: string,
  code: AppCode,
  limits: Readonly<Record<string, number>>,
  generation: 'v1' | 'v2' = 'v1',
): Promise<void> {
  const { rows } = await sql<{ id: string; type: 'standard' | 'partner'; partner_account_id: string | null }>`
    select id, type, partner_account_id from account where friendly_identifier = ${identifier}`.execute(app.db);
  const [account] = rows;
  if (!account) throw new Error(`There is no account ${identifier}.`);
  const present = await limitsOf(app, account.id, code, generation);
  const changes = Object.entries(limits).map(([name, limit]) => {
    return { name, limit, old_limit: present.get(name) ?? 0, reset: false };
  });
  await app.db
    .transaction()
    .execute((tx) =>
      allocate(
        tx,
        { account, app: code, generation, rows: changes, scope: 'system' },
        { operationId: newId(), by: null, now: app.clock.now() },
      ),
    );
}

async function limitsOf(app: TestApp, accountId: string, code: AppCode, generation: string) {
  const { rows } = await sql<{ feature: string; limit: number }>`
    select feature, (case when unlimited then -1 else held + handed_on end)::float8 as "limit" from license_pool
    where account_id = ${accountId} and app_code = ${code} and generation = ${generation}`.execute(app.db);
  return new Map(rows.map(({ feature, limit }) => [feature, limit]));
}
