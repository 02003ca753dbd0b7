/** Changing an account's license: what PUT usage does, what it would do, and what an allocation event confirms. */
import { createHash } from 'node:crypto';
import { whyNotEditLicense, whyNotShow } from '@signet/contract/areas/license-rules';
import type { allocationEvent, LicenseUpdate, LicenseWhatIf } from '@signet/contract/areas/licenses';
import { UNLIMITED, type LicenseGeneration } from '@signet/contract/licensed-features';
import { fieldProblem, Problem, type Reason } from '@signet/contract/problem';
import type { AppCode, Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { z } from 'zod';
import { aboutAccount } from '../../db/concerning.ts';
import type { Db } from '../../db/open.ts';
import { refuse, type ChangeEvent } from '../../db/record.ts';
import { newId } from '../../ids.ts';
import {
  allocate,
  previewAllocation,
  type Allocation,
  type AllocationEffect,
} from '../../license-ledger/allocate-store.ts';
import { lockPools, poolsOf, shownGeneration } from '../../license-ledger/pool-store.ts';
import { enqueueCount } from '../../license-ledger/uncounted-store.ts';
import { endUnshown } from '../../license-ledger/unshown-store.ts';
import { readHolder, type LicenseHolder, type LicenseOf } from './account-store.ts';

/** The account under its lock, where the viewer may edit its license of the application. Throws 404, 403. */
async function editedHolder(viewer: Viewer, tx: Db, { id, app }: LicenseOf, lock: boolean): Promise<LicenseHolder> {
  const holder = await readHolder(viewer, tx, id, { lock });
  refuse(whyNotEditLicense(viewer, holder, app), aboutAccount(holder));
  return holder;
}

const allocationOf = (viewer: Viewer, holder: LicenseHolder, app: AppCode, update: LicenseUpdate): Allocation => ({
  account: holder,
  app,
  generation: update.license_feature_version,
  rows: update.features.map(({ name, attributes: { limit }, old_limit, reset = false }) => ({
    name,
    limit,
    old_limit,
    reset,
  })),
  scope: viewer.scope,
});

/**
 * Gives an account the limits of an update: one operation, whole or not at all. Under the key of one that was carried
 * out it changes nothing again. Throws 404, 403, and what is wrong under its field.
 */
export async function updateLicense(
  viewer: Viewer,
  tx: Db,
  of: LicenseOf,
  update: LicenseUpdate,
  { key, now }: { key: string | undefined; now: Date },
): Promise<{ event: ChangeEvent | 'nothing' }> {
  const holder = await editedHolder(viewer, tx, of, true);
  const hash = createHash('sha256')
    .update(JSON.stringify([of, update]))
    .digest();
  if (key !== undefined && (await wasDone(tx, key, hash))) return { event: 'nothing' };
  const shownBefore = await showGeneration(viewer, tx, { holder, ...of }, update.license_feature_version, now);
  const by = { id: viewer.userId, name: viewer.name };
  const operationId = key ?? newId();
  const effects = await allocate(tx, allocationOf(viewer, holder, of.app, update), { operationId, by, now });
  if (effects.length === 0 && shownBefore === update.license_feature_version) return { event: 'nothing' };
  if (key !== undefined)
    await tx
      .insertInto('license_operation')
      .values({ id: key, account_id: of.id, app_code: of.app, request_hash: hash, at: now })
      .execute();
  const snapshot = (version: string, limit: (effect: AllocationEffect) => number) => ({
    app_code: of.app,
    license_feature_version: version,
    features: Object.fromEntries(effects.map((effect) => [effect.feature, limit(effect)])),
  });
  return {
    event: {
      resource_id: holder.id,
      resource_name: holder.name,
      account_id: holder.id,
      before: snapshot(shownBefore, ({ before }) => before.limit),
      after: snapshot(update.license_feature_version, ({ after }) => after.limit),
    },
  };
}

/** Whether this very operation was carried out. Two at once follow one another. Throws where it was another one. */
async function wasDone(tx: Db, key: string, hash: Buffer): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
  const done = await tx.selectFrom('license_operation').select('request_hash').where('id', '=', key).executeTakeFirst();
  if (done && !done.request_hash.equals(hash)) throw new Problem('LICENSE_OPERATION_OTHER');
  return done !== undefined;
}

type HeldLicense = LicenseOf & { holder: LicenseHolder };

/** Which generation the account shows. Throws why it may not come to show the one that is asked for. */
async function requireGeneration(
  viewer: Viewer,
  db: Db,
  { holder, id, app }: HeldLicense,
  generation: LicenseGeneration,
): Promise<LicenseGeneration> {
  const shownBy = (account: string | null) => shownGeneration(sql`${account}::uuid`, sql`${app}`);
  const { rows } = await sql<{ shown: LicenseGeneration; of_partner: LicenseGeneration; licensed: boolean }>`
    select ${shownBy(id)} as shown, ${shownBy(holder.partner_account_id)} as of_partner,
      exists (select from license_pool p where p.kind = 'platform' and p.licensed and p.app_code = ${app}
        and p.generation = ${generation}) as licensed`.execute(db);
  const { shown = generation, of_partner: ofPartner = generation, licensed = false } = rows[0] ?? {};
  if (shown === generation) return shown;
  if (!licensed) throw fieldProblem('license_feature_version', { status: 'LICENSE_FEATURE_UNKNOWN' });
  const reason = whyNotShow(viewer, { shown, ofPartner }, generation);
  if (reason) throw fieldProblem('license_feature_version', reason);
  return shown;
}

/** Lets the account show a generation of the application; answers which it was. Throws why it may not. */
async function showGeneration(
  viewer: Viewer,
  tx: Db,
  of: HeldLicense,
  generation: LicenseGeneration,
  now: Date,
): Promise<LicenseGeneration> {
  const shown = await requireGeneration(viewer, tx, of, generation);
  if (shown === generation) return shown;
  // The pools of both at once, from the top down: else two who change over the other way round wait for each other.
  await lockPools(tx, poolsOf(of.app, [of.id, of.holder.partner_account_id]));
  await tx
    .insertInto('account_license')
    .values({ account_id: of.id, app_code: of.app, feature_version: generation })
    .onConflict((conflict) => conflict.columns(['account_id', 'app_code']).doUpdateSet({ feature_version: generation }))
    .execute();
  // What exists counts in the other generation from now on, and no more in this one.
  await endUnshown(tx, { account: of.id, app: of.app }, now);
  await enqueueCount(tx);
  return shown;
}

/** What an update would do. Throws what it would be refused with; changes nothing. */
export async function previewUpdate(
  viewer: Viewer,
  db: Db,
  of: LicenseOf,
  update: LicenseUpdate,
): Promise<LicenseWhatIf> {
  const holder = await editedHolder(viewer, db, of, false);
  await requireGeneration(viewer, db, { holder, ...of }, update.license_feature_version);
  const effects = await previewAllocation(db, allocationOf(viewer, holder, of.app, update));
  return {
    effects: effects.map(({ feature, generation, before, after, left }) => ({
      app_code: of.app,
      feature,
      generation,
      before: { limit: before.limit, used: before.used, remaining: before.remaining },
      after: { limit: after.limit, used: after.used, remaining: after.remaining },
      pool: { name: holder.partner_account_name, ...left },
    })),
    shortages: [],
    accounts: effects.length > 0 ? 1 : 0,
  };
}

/**
 * Confirms what an update has changed, however often. Throws LICENSE_EVENT_UNKNOWN under each feature of which the
 * books have no such move of this account. A reset to 0 of what was never given is not in the books: nothing of it to
 * have is what it left.
 */
export async function confirmAllocation(
  viewer: Viewer,
  db: Db,
  of: LicenseOf,
  { features }: z.output<typeof allocationEvent>,
): Promise<void> {
  await editedHolder(viewer, db, of, false);
  const told = features.map(({ name, quantity, updated_limit }) => ({ name, quantity, updated_limit }));
  const { rows } = await sql<{ known: boolean }>`
    select exists (
      select from license_pool p join license_move m on m.pool_id = p.id
      where p.account_id = ${of.id} and p.app_code = ${of.app} and p.feature = x.name
        and m.limit_after = x.updated_limit
        and x.quantity = case when m.limit_after = ${UNLIMITED} then ${UNLIMITED}
          else m.limit_after - greatest(m.limit_before, 0) end)
      or (x.quantity = 0 and x.updated_limit = 0
        and exists (select from license_pool p
          where p.kind = 'platform' and p.app_code = ${of.app} and p.feature = x.name)
        and not exists (select from license_pool p
          where p.account_id = ${of.id} and p.app_code = ${of.app} and p.feature = x.name)) as known
    from rows from (jsonb_to_recordset(${JSON.stringify(told)}::jsonb)
        as (name text, quantity bigint, updated_limit bigint)) with ordinality
      as x(name, quantity, updated_limit, ordinality)
    order by x.ordinality`.execute(db);
  const unknown = rows.flatMap(({ known }, index): [string, Reason][] =>
    known ? [] : [[`features.${index}`, { status: 'LICENSE_EVENT_UNKNOWN' }]],
  );
  if (unknown.length > 0) throw new Problem('LICENSE_EVENT_UNKNOWN', { fields: Object.fromEntries(unknown) });
}
