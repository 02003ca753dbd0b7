/** The packages of accounts: reading them, and enabling one. */
import { isPackaged, type PackageCode } from '@signet/contract/areas/package-catalogue';
import { whyNotEnablePackages, whyNotUpgrade } from '@signet/contract/areas/package-rules';
import type { AccountPackages, PackageEnable } from '@signet/contract/areas/packages';
import { storedDateTime } from '@signet/contract/dates';
import { notFound, Problem } from '@signet/contract/problem';
import type { AppCode, Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { aboutAccount, concerning } from '../../db/concerning.ts';
import { isUnconfirmed } from '../../db/unconfirmed.ts';
import type { Db } from '../../db/open.ts';
import { refuse, type ChangeEvent } from '../../db/record.ts';
import { savedByName } from '../../db/version.ts';
import { visibleAccounts } from '../../sight.ts';

type Account = { name: string; partner_account_id: string | null; system_account: boolean; unconfirmed: boolean };
type Held = { application_code: AppCode; package_code: PackageCode; enabled_at: Date; enabled_by_name: string | null };

/** The account that holds packages; with `lock` nobody else enables one until the transaction ends. Throws 404. */
async function readAccount(viewer: Viewer, db: Db, id: string, { lock = false } = {}): Promise<Account> {
  const { rows } = await sql<Account>`
    select a.name, a.partner_account_id, a.system_account, ${isUnconfirmed('a')} as unconfirmed from account a
    where a.id = ${id} and a.deleted_at is null and ${visibleAccounts(viewer)}
      ${lock ? sql`for no key update of a` : sql``}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** What an account holds, one of each application at most. */
async function heldBy(viewer: Viewer, db: Db, accountId: string): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select p.application_code, p.package_code, p.enabled_at,
      ${savedByName(viewer, 'p', 'enabled_by')} as enabled_by_name
    from account_package p where p.account_id = ${accountId} order by p.application_code`.execute(db);
  return rows;
}

const answer = (viewer: Viewer, account: Account, held: readonly Held[]): AccountPackages => ({
  packages: held.flatMap(({ application_code, package_code }) =>
    // A row of an application that had packages once stays, and is told no more.
    isPackaged(application_code) ? [{ application_code, package_code }] : [],
  ),
  why_not: whyNotEnablePackages(viewer, account),
});

/** The packages of an account, and whether the viewer may enable others. Throws 404. */
export async function readPackages(viewer: Viewer, db: Db, accountId: string): Promise<AccountPackages> {
  const account = await readAccount(viewer, db, accountId);
  return answer(viewer, account, await heldBy(viewer, db, accountId));
}

/** Throws PACKAGE_CHANGED, with what the account holds now, by whom and since when, unless `read` is what it holds. */
function requireHeld(held: Held | undefined, read: PackageCode | null | undefined): void {
  if (read === undefined || read === (held?.package_code ?? null)) return;
  const by = held?.enabled_by_name ?? '';
  throw new Problem('PACKAGE_CHANGED', {
    params: {
      package: held?.package_code ?? 'none',
      by,
      named: by === '' ? 'no' : 'yes',
      ...(held ? { at: storedDateTime(held.enabled_at) } : {}),
    },
  });
}

/**
 * Enables a package of an application for an account, in place of the one that it holds. Throws 404, the reason of the
 * rules, and PACKAGE_CHANGED.
 */
export async function enablePackage(
  viewer: Viewer,
  tx: Db,
  { id, app }: { id: string; app: AppCode },
  { package_code, old_package_code }: PackageEnable,
  now: Date,
): Promise<{ after: AccountPackages; event: ChangeEvent }> {
  const account = await readAccount(viewer, tx, id, { lock: true });
  const held = await concerning(aboutAccount({ id, name: account.name }), async () => {
    refuse(whyNotEnablePackages(viewer, account));
    const has = (await heldBy(viewer, tx, id)).find(({ application_code }) => application_code === app);
    requireHeld(has, old_package_code);
    refuse(whyNotUpgrade(has?.package_code ?? null, package_code));
    return has;
  });
  const values = { package_code, enabled_at: now, enabled_by: viewer.userId };
  await tx
    .insertInto('account_package')
    .values({ account_id: id, application_code: app, ...values })
    .onConflict((conflict) => conflict.columns(['account_id', 'application_code']).doUpdateSet(values))
    .execute();
  return {
    after: answer(viewer, account, await heldBy(viewer, tx, id)),
    event: {
      resource_id: id,
      resource_name: account.name,
      account_id: id,
      before: { application_code: app, package_code: held?.package_code ?? null },
      after: { application_code: app, package_code },
    },
  };
}
