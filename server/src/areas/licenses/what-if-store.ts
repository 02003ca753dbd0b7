/** What larger acts would do to licenses: what is done to an account, and another license of the platform. */
import { whyNotDeleteAccount, whyNotReassignAccount, whyNotUnlinkAccount } from '@signet/contract/areas/account-rules';
import { seesLicense } from '@signet/contract/areas/license-rules';
import type { LICENSE_ACTS, LicenseActWhatIf, LicenseReplacementWhatIf } from '@signet/contract/areas/licenses';
import { inShownOrder, UNLIMITED } from '@signet/contract/licensed-features';
import { LIMITS } from '@signet/contract/limits';
import { fieldProblem, notFound } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { refuse } from '../../db/record.ts';
import { lastDay, type License } from '../../license/license.ts';
import type { PoolShortage } from '../../license-ledger/account-book-store.ts';
import { remainingOf } from '../../license-ledger/figures.ts';
import { previewInstall, type InstallEffect } from '../../license-ledger/install-store.ts';
import {
  previewGiveBack,
  previewNothing,
  previewReassign,
  type AccountEffect,
  type PoolChange,
} from '../../license-ledger/preview-store.ts';
import { visibleAccounts } from '../../sight.ts';

type Act = (typeof LICENSE_ACTS)[number];

/** An account as the rules of the acts ask for it. */
type ActedOn = {
  id: string;
  type: 'standard' | 'partner';
  partner_account_id: string | null;
  partner_account_name: string | null;
  system_account: boolean;
  federated_account_id: string | null;
  customers: number;
};

async function readActedOn(viewer: Viewer, db: Db, id: string): Promise<ActedOn> {
  const { rows } = await sql<ActedOn>`
    select a.id, a.type, a.partner_account_id, a.partner_account_name, a.system_account, a.federated_account_id,
      (select count(*)::int from account c where c.partner_account_id = a.id and c.deleted_at is null) as customers
    from account a where a.id = ${id} and a.deleted_at is null and ${visibleAccounts(viewer)}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

const WHY_NOT = { delete: whyNotDeleteAccount, reassign: whyNotReassignAccount, unlink: whyNotUnlinkAccount } as const;

/**
 * What an act on an account would do to its licenses, of the applications that the viewer sees; what is in the way is
 * told of all. Throws 404, also under `partner_account_id`, and the reason of the act's own rule.
 */
export async function actWhatIf(
  viewer: Viewer,
  db: Db,
  id: string,
  { act, partner_account_id }: { act: Act; partner_account_id?: string | undefined },
): Promise<LicenseActWhatIf> {
  const to = partner_account_id ?? null;
  const account = await readActedOn(viewer, db, id);
  refuse(WHY_NOT[act](viewer, account));
  const from = account.partner_account_id;
  const newName = act === 'reassign' && to !== null ? await partnerName(viewer, db, to) : null;
  const names = new Map([
    [from, account.partner_account_name],
    [to, newName],
  ]);
  const { effects, shortages } = await effectsOf(db, account, act, to);
  const named = (change: PoolChange | null) =>
    change && { name: names.get(change.account_id) ?? null, before: change.before, after: change.after };
  const seen = effects.filter((effect) => seesLicense(viewer, effect.app_code)).toSorted(inShownOrder);
  return {
    // What is unlinked leaves no pool: what is left in them is not of its concern.
    effects: seen.map(({ pool, former, ...effect }) => ({
      ...effect,
      pool: act === 'unlink' ? null : named(pool),
      former_pool: named(former),
    })),
    shortages: shortages.map(shortageOf).toSorted(inShownOrder),
    accounts: seen.length > 0 ? 1 : 0,
  };
}

async function effectsOf(
  db: Db,
  account: ActedOn,
  act: Act,
  to: string | null,
): Promise<{ effects: AccountEffect[]; shortages: PoolShortage[] }> {
  if (act === 'delete') return { effects: await previewGiveBack(db, account), shortages: [] };
  if (act === 'unlink' || to === account.partner_account_id)
    return { effects: await previewNothing(db, account), shortages: [] };
  return previewReassign(db, account, { from: account.partner_account_id, to });
}

/** The name of a partner that accounts may be given to. Throws 404 under `partner_account_id`. */
async function partnerName(viewer: Viewer, db: Db, id: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select a.name from account a
    where a.id = ${id} and a.type = 'partner' and a.deleted_at is null and ${visibleAccounts(viewer)}`.execute(db);
  if (!rows[0]) throw fieldProblem('partner_account_id', { status: 'NOT_FOUND' });
  return rows[0].name;
}

const missingOf = (needed: number, limit: number): number => (needed === UNLIMITED ? UNLIMITED : needed - limit);

const shortageOf = ({ pool: { app_code, feature, generation }, left, needed }: PoolShortage) => ({
  app_code,
  feature,
  generation,
  limit: left,
  needed,
  missing: missingOf(needed, left),
});

/**
 * What a license would do to the pools of the platform, and how long it is valid beside the one in force; endpoints
 * admit system scope alone.
 */
export async function licenseWhatIf(
  db: Db,
  license: License,
  inForce: License | null,
): Promise<LicenseReplacementWhatIf> {
  const { effects, shortages } = await previewInstall(db, license.applications);
  return {
    effects: effects.toSorted(inShownOrder).map(({ used, limit, ...of }) => {
      const figures = (when: 'before' | 'after') => ({
        limit: limit[when],
        used: used[when],
        remaining: remainingOf(limit[when], used[when]),
      });
      return { ...of, before: figures('before'), after: figures('after'), pool: null };
    }),
    shortages: shortages.toSorted(inShownOrder).map((one) => ({ ...one, missing: missingOf(one.needed, one.limit) })),
    accounts: await countConcerned(db, effects),
    valid_until: { before: inForce && lastDay(inForce), after: lastDay(license) },
  };
}

/** How many accounts have or use something of these features; at most the bound of counts. */
async function countConcerned(db: Db, effects: readonly InstallEffect[]): Promise<number> {
  const features = effects.map(({ app_code, feature, generation }) => ({ app_code, feature, generation }));
  const { rows } = await sql<{ count: number }>`
    with changed as (select * from jsonb_to_recordset(${JSON.stringify(features)}::jsonb)
      as x(app_code text, feature text, generation text))
    select count(*)::int as count from (
      select from account a where a.deleted_at is null and exists (
        select from changed c
        join license_pool p on p.app_code = c.app_code and p.feature = c.feature and p.generation = c.generation
          and (p.kind = 'platform' or p.account_id in (a.id, a.partner_account_id))
        where (p.account_id = a.id and (p.unlimited or p.held + p.handed_on > 0))
          or exists (select from license_use u
            where u.account_id = a.id and u.pool_id = p.id and u.released_at is null))
      limit ${LIMITS.countBound}) concerned`.execute(db);
  return rows[0]?.count ?? 0;
}
