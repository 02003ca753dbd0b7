/** The features of an account: reading them, and switching those of one application. */
import type { AccountFeatures, FeatureSwitch } from '@signet/contract/areas/features';
import { FEATURE_APPLICATIONS, hasEnd } from '@signet/contract/areas/feature-catalogue';
import { hasFeatures, whyNotSwitchFeatures, wrongFeatures } from '@signet/contract/areas/feature-rules';
import { payloadDate, storedDateTime } from '@signet/contract/dates';
import { notFound, Problem, type Reason } from '@signet/contract/problem';
import type { AppCode, Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import {
  applicationFeatures,
  isOnToday,
  type AccountFeatureState,
  type SwitchedFeature,
} from '../../account-features/state-store.ts';
import { isUnconfirmed } from '../../db/unconfirmed.ts';
import type { Db } from '../../db/open.ts';
import { refuse, type ChangeEvent } from '../../db/record.ts';
import { requireVersion, savedByName } from '../../db/version.ts';
import { visibleAccounts } from '../../sight.ts';

type Owner = {
  id: string;
  partner_account_id: string | null;
  system_account: boolean;
  unconfirmed: boolean;
  service_to: string | null;
};
type SelectedFeature = SwitchedFeature & { version: number; updated_at: Date; updated_by_name: string | null };

/** The account as the viewer sees it; with `lock` its features are nobody else's to switch meanwhile. Throws 404. */
async function readOwner(viewer: Viewer, db: Db, id: string, { lock = false } = {}): Promise<Owner> {
  const { rows } = await sql<Owner>`
    select a.id, a.partner_account_id, a.system_account, ${isUnconfirmed('a')} as unconfirmed, a.service_to
    from account a
    where a.id = ${id} and a.deleted_at is null and ${visibleAccounts(viewer)}
      ${lock ? sql`for no key update of a` : sql``}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** What of an account's features was ever switched. */
async function readSwitched(viewer: Viewer, db: Db, accountId: string, now: Date): Promise<SelectedFeature[]> {
  const on = isOnToday(payloadDate(now));
  const { rows } = await sql<SelectedFeature>`
    select f.app_code, f.feature_id, ${on} as enabled, case when ${on} then f.end_date end as end_date,
      f.version, f.updated_at, ${savedByName(viewer, 'f')} as updated_by_name
    from account_feature f where f.account_id = ${accountId}`.execute(db);
  return rows;
}

/** Each switching of a feature raises its version, so that their sum tells whether an application is as it was read. */
const versionOf = (app: AppCode, rows: readonly SelectedFeature[]): number =>
  rows.filter(({ app_code }) => app_code === app).reduce((sum, { version }) => sum + version, 1);

/** The features of an application as one record: their version, and who switched one of them last. */
function lastSaved(app: AppCode, rows: readonly SelectedFeature[]) {
  const [newest] = rows
    .filter(({ app_code }) => app_code === app)
    .toSorted((a, b) => b.updated_at.getTime() - a.updated_at.getTime());
  return {
    version: versionOf(app, rows),
    updated_at: newest ? storedDateTime(newest.updated_at) : '',
    updated_by_name: newest?.updated_by_name ?? null,
  };
}

function answer(viewer: Viewer, owner: Owner, rows: readonly SelectedFeature[]): AccountFeatures {
  const applications = hasFeatures(owner) ? FEATURE_APPLICATIONS : [];
  const items = applications.flatMap((app) => applicationFeatures(app, rows));
  return {
    items,
    total: items.length,
    applications: applications.map((app) => ({ app_code: app, version: versionOf(app, rows) })),
    why_not_switch: whyNotSwitchFeatures(viewer, owner),
  };
}

/** The features of an account. Throws 404. */
export async function readFeatures(viewer: Viewer, db: Db, accountId: string, now: Date): Promise<AccountFeatures> {
  const owner = await readOwner(viewer, db, accountId);
  return answer(viewer, owner, await readSwitched(viewer, db, accountId, now));
}

/** Throws what is wrong with the single switches, under `N.feature_id` or `N.end_date`. */
function requireKnown(before: readonly AccountFeatureState[], switches: readonly FeatureSwitch[]): void {
  const fields: Record<string, Reason> = {};
  const named = new Set<string>();
  for (const [index, { feature_id, enabled, end_date }] of switches.entries()) {
    const feature = before.find(({ featureId }) => featureId === feature_id);
    if (!feature) fields[`${index}.feature_id`] = { status: 'FEATURE_UNKNOWN' };
    else if (named.has(feature_id)) fields[`${index}.feature_id`] = { status: 'FEATURE_TWICE' };
    else if ((end_date ?? null) !== null && !(enabled && hasEnd(feature_id)))
      fields[`${index}.end_date`] = { status: 'FEATURE_WITHOUT_END' };
    named.add(feature_id);
  }
  refuseFields(fields);
}

function refuseFields(fields: Record<string, Reason>): void {
  const [first] = Object.values(fields);
  if (first) throw new Problem(first.status, { ...(first.params ? { params: first.params } : {}), fields });
}

/** The features as they will stand. A trial that is on keeps its end where the request names none. */
function statesAfter(before: readonly AccountFeatureState[], switches: readonly FeatureSwitch[]) {
  return before.map((feature): AccountFeatureState => {
    const one = switches.find(({ feature_id }) => feature_id === feature.featureId);
    if (!one) return feature;
    return { ...feature, enabled: one.enabled, endDate: one.enabled ? (one.end_date ?? feature.endDate) : null };
  });
}

/** Throws where features may not stand so, under the switch that it is about, else under the first of the request. */
function requireAllowed(
  before: readonly AccountFeatureState[],
  after: readonly AccountFeatureState[],
  switches: readonly FeatureSwitch[],
  days: { today: string; accountEnd: string | null },
): void {
  const fields: Record<string, Reason> = {};
  for (const { featureId, part, reason } of wrongFeatures(before, after, days)) {
    const index = switches.findIndex(({ feature_id }) => feature_id === featureId);
    fields[index < 0 ? '0.enabled' : `${index}.${part}`] ??= reason;
  }
  refuseFields(fields);
}

export type SwitchedFeatures = { after: AccountFeatures; events: ChangeEvent[] };

/**
 * Switches features of an application. One event for each feature that is another now; none where all stand so already.
 * Throws 404, FORBIDDEN, SYSTEM_ACCOUNT, CHANGED_MEANWHILE, and what is wrong under its place in the list.
 */
export async function switchFeatures(
  viewer: Viewer,
  tx: Db,
  { account: accountId, feature: app }: { account: string; feature: AppCode },
  switches: readonly FeatureSwitch[],
  version: number | undefined,
  now: Date,
): Promise<SwitchedFeatures> {
  const owner = await readOwner(viewer, tx, accountId, { lock: true });
  const about = { resource_id: accountId, resource_name: app, account_id: accountId };
  refuse(whyNotSwitchFeatures(viewer, owner), about);
  const rows = await readSwitched(viewer, tx, accountId, now);
  const before = applicationFeatures(app, rows);
  requireVersion(lastSaved(app, rows), version, about);
  requireKnown(before, switches);
  const after = statesAfter(before, switches);
  requireAllowed(before, after, switches, { today: payloadDate(now), accountEnd: owner.service_to });
  const changed = after.filter(
    ({ enabled, endDate }, index) => enabled !== before[index]?.enabled || endDate !== before[index]?.endDate,
  );
  if (changed.length === 0) return { after: answer(viewer, owner, rows), events: [] };
  await writeFeatures(viewer, tx, accountId, changed, now);
  const events = changed.map((feature) => {
    const was = before.find(({ featureId }) => featureId === feature.featureId);
    return {
      resource_id: accountId,
      resource_name: `${app}/${feature.featureId}`,
      account_id: accountId,
      before: { enabled: was?.enabled, end_date: was?.endDate },
      after: { enabled: feature.enabled, end_date: feature.endDate },
    };
  });
  return { after: answer(viewer, owner, await readSwitched(viewer, tx, accountId, now)), events };
}

function writeFeatures(
  viewer: Viewer,
  tx: Db,
  accountId: string,
  features: readonly AccountFeatureState[],
  now: Date,
): Promise<unknown> {
  return tx
    .insertInto('account_feature')
    .values(
      features.map(({ appCode, featureId, enabled, endDate }) => ({
        account_id: accountId,
        app_code: appCode,
        feature_id: featureId,
        enabled,
        end_date: endDate,
        created_at: now,
        updated_at: now,
        updated_by: viewer.userId,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'app_code', 'feature_id']).doUpdateSet((row) => ({
        enabled: row.ref('excluded.enabled'),
        end_date: row.ref('excluded.end_date'),
        ended_on: null,
        version: row('account_feature.version', '+', 1),
        updated_at: now,
        updated_by: viewer.userId,
      })),
    )
    .execute();
}
