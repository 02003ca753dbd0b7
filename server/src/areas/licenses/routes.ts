import type { areas } from '@signet/contract';
import { fieldProblem } from '@signet/contract/problem';
import type { HandlersOf } from '../../http/handler.ts';
import { currentLicense } from '../../license/license-store.ts';
import { requireLicenseText } from '../../license/require-license.ts';
import { requireLicense } from './account-store.ts';
import { licenseHistoryRoutes } from './history-routes.ts';
import { confirmAllocation, previewUpdate, updateLicense } from './update-store.ts';
import { licenseOfAccount, licenseUsage, platformUsage } from './usage-store.ts';
import { actWhatIf, licenseWhatIf } from './what-if-store.ts';

export const licensesRoutes: HandlersOf<typeof areas.licenses> = {
  platformUsage: ({ viewer, db, params, query, now }) => platformUsage(viewer, db, params.app, query, now),

  usageOfAll: ({ viewer, db, params, query, now }) => licenseOfAccount(viewer, db, params.id, query, now),

  async usage({ viewer, db, params, query, now }) {
    await requireLicense(viewer, db, params.id, params.app);
    return licenseUsage(viewer, db, params, query, now);
  },

  async update({ viewer, db, params, headers, body, now, audit }) {
    const { event } = await updateLicense(viewer, db, params, body, { key: headers['idempotency-key'], now });
    audit(event);
    return licenseUsage(viewer, db, params, {}, now);
  },

  preview: ({ viewer, db, params, body }) => previewUpdate(viewer, db, params, body),

  async allocationEvent({ viewer, db, params, body }) {
    if (body.app_code === undefined) throw fieldProblem('app_code', { status: 'REQUIRED' });
    await confirmAllocation(viewer, db, { id: params.id, app: body.app_code }, body);
  },

  async allocationEventOfApp({ viewer, db, params, body }) {
    if (body.app_code !== undefined && body.app_code !== params.app)
      throw fieldProblem('app_code', { status: 'LICENSE_EVENT_UNKNOWN' });
    await confirmAllocation(viewer, db, params, body);
  },

  async limit({ viewer, db, params, now }) {
    const of = { id: params.account, app: params.app };
    await requireLicense(viewer, db, of.id, of.app);
    const { license_feature_version, features } = await licenseUsage(viewer, db, of, {}, now);
    return {
      account_id: of.id,
      app_code: of.app,
      license_feature_version,
      features: features.map(({ name, generation, attributes: { limit } }) => ({ name, generation, limit })),
    };
  },

  ...licenseHistoryRoutes,

  whatIfAct: ({ viewer, db, params, query }) => actWhatIf(viewer, db, params.id, query),

  async whatIfLicense({ db, body, runtime: { config }, now }) {
    const license = await requireLicenseText(body.body, config, now);
    return licenseWhatIf(db, license, (await currentLicense(db, config, now))?.license ?? null);
  },
};
