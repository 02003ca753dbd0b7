/** What becomes of an account's license when it is deleted, or gets another partner. */
import { inShownOrder, UNLIMITED } from '@signet/contract/licensed-features';
import { Problem, type Reason } from '@signet/contract/problem';
import type { AppCode } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/open.ts';
import { newId } from '../ids.ts';
import {
  changeOwner,
  giveBack,
  missingOwners,
  readAccountBook,
  touching,
  type PoolShortage,
} from './account-book-store.ts';
import { createPools, lockPools } from './pool-store.ts';
import { writeBook, type MovedBy } from './write-store.ts';

/** SQL for "the account has something of an application by its own license"; `a` is the alias of account. */
export const hasLicenseOf = (app: AppCode, alias = 'a'): RawBuilder<boolean> => sql<boolean>`exists (
  select from license_pool held where held.account_id = ${sql.ref(`${alias}.id`)} and held.app_code = ${app}
    and (held.unlimited or held.held + held.handed_on > 0))`;

/**
 * Ends what an account uses, and gives back what it holds to the pool above. Its customers, if it had any, have no
 * license of it any more. The caller holds the account's row.
 */
export async function giveBackAll(
  tx: Db,
  account: { id: string; partner_account_id: string | null },
  by: MovedBy,
  now: Date,
): Promise<void> {
  const accounts = [account.id, account.partner_account_id];
  await lockPools(tx, touching(account.id, accounts));
  const of = await readAccountBook(tx, account.id, accounts);
  giveBack(of);
  const at = await writeBook(tx, of.book, { operationId: newId(), by, now });
  await sql`update license_use set released_at = ${at}
    where account_id = ${account.id} and released_at is null`.execute(tx);
}

/**
 * Takes an account's license from its partner's pools, or the platform's, to those of another. Throws under
 * `partner_account_id` what the other one has not enough of, and under a field of each feature by how much. The caller
 * holds the account's row.
 */
export async function reassignPools(
  tx: Db,
  account: { id: string },
  partners: { from: string | null; to: string | null },
  by: MovedBy,
  now: Date,
): Promise<void> {
  const accounts = [account.id, partners.from, partners.to];
  await lockPools(tx, touching(account.id, accounts));
  const of = await readAccountBook(tx, account.id, accounts);
  for (const pool of await createPools(tx, missingOwners(of, partners.to))) of.book.pools.set(pool.id, pool);
  const shortages = changeOwner(of, partners);
  if (shortages.length > 0) throw partnerShort(shortages.toSorted((a, b) => inShownOrder(a.pool, b.pool)));
  await writeBook(tx, of.book, { operationId: newId(), by, now });
}

/** The first feature by name, how many others there are, and each under a field of its own. */
function partnerShort(shortages: readonly PoolShortage[]): Problem {
  const [first] = shortages.map((one) => whyShort(one, shortages.length - 1));
  const fields = Object.fromEntries([
    ['partner_account_id', first],
    ...shortages.map((one) => [
      `licenses.${one.pool.app_code}.${one.pool.generation}.${one.pool.feature}`,
      whyShort(one, 0),
    ]),
  ]);
  return new Problem(first?.status ?? 'LICENSE_PARTNER_SHORT', { params: first?.params ?? {}, fields });
}

/** `others`: how many features are short beside this one. */
function whyShort({ pool, left, needed }: PoolShortage, others: number): Reason {
  const params = { application: pool.app_code, feature: pool.feature, others };
  return needed === UNLIMITED
    ? { status: 'LICENSE_PARTNER_LIMITED', params }
    : { status: 'LICENSE_PARTNER_SHORT', params: { ...params, left, needed } };
}
