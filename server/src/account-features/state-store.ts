/** How the features of accounts stand: what was switched, laid over the catalogue's defaults. */
import {
  catalogueOf,
  FEATURE_APPLICATIONS,
  FEATURE_IDS,
  TRIAL_ACCOUNT,
  type CatalogueFeature,
  type FeatureId,
} from '@signet/contract/areas/feature-catalogue';
import type { FeatureState } from '@signet/contract/areas/feature-rules';
import type { AppCode } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/open.ts';

/** A feature that somebody has switched, as it holds today: a trial whose last day is over is off. */
export type SwitchedFeature = { app_code: string; feature_id: string; enabled: boolean; end_date: string | null };
/** A feature of an account, whoever has switched it or nobody. */
export type AccountFeatureState = FeatureState & CatalogueFeature & { appCode: AppCode };

/** SQL for whether a row `f` of account_feature is on; `today` is YYYY-MM-DD. */
export const isOnToday = (today: string): RawBuilder<boolean> =>
  sql<boolean>`(f.enabled and (f.end_date is null or f.end_date >= ${today}::date))`;

/** SQL for the switched features of the account `alias` of a query, as a JSON array of {@link SwitchedFeature}. */
export const switchedFeatures = (alias: string, today: string): RawBuilder<SwitchedFeature[]> => sql`
  (select coalesce(json_agg(json_build_object('app_code', f.app_code, 'feature_id', f.feature_id,
      'enabled', ${isOnToday(today)}, 'end_date', case when ${isOnToday(today)} then f.end_date end)), '[]')
    from account_feature f where f.account_id = ${sql.ref(`${alias}.id`)})`;

/** The trials of an account that are on, with their last days; `today` is YYYY-MM-DD. */
export async function trialEnds(
  db: Db,
  accountId: string,
  today: string,
): Promise<{ app_code: AppCode; ends: string }[]> {
  const { rows } = await sql<{ app_code: AppCode; ends: string }>`
    select f.app_code, f.end_date as ends from account_feature f
    where f.account_id = ${accountId} and f.feature_id = ${TRIAL_ACCOUNT} and f.end_date is not null
      and ${isOnToday(today)}
    order by f.end_date, f.app_code`.execute(db);
  return rows;
}

/** The features of one application in their order. */
export function applicationFeatures(app: AppCode, rows: readonly SwitchedFeature[]): AccountFeatureState[] {
  return catalogueOf(app).map((feature) => {
    const row = rows.find((one) => one.app_code === app && one.feature_id === feature.featureId);
    return {
      ...feature,
      appCode: app,
      enabled: row?.enabled ?? feature.defaultFeature,
      endDate: row?.end_date ?? null,
    };
  });
}

/** The ids of the features that are on in some application of an account, each once, in the catalogue's order. */
export function enabledFeatureIds(rows: readonly SwitchedFeature[]): FeatureId[] {
  const on = new Set<FeatureId>(
    FEATURE_APPLICATIONS.flatMap((app) => applicationFeatures(app, rows))
      .filter(({ enabled }) => enabled)
      .map(({ featureId }) => featureId),
  );
  return FEATURE_IDS.filter((id) => on.has(id));
}
