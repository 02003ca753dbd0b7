import type { areas } from '@signet/contract';
import { payloadDate } from '@signet/contract/dates';
import type { AppCode } from '@signet/contract/viewer';
import { csv } from '../../csv.ts';
import type { HandlersOf } from '../../http/handler.ts';
import { requireLicense, type LicenseOf } from './account-store.ts';
import { everyLicenseEvent, licenseEventColumns, licenseHistory, licenseHistoryDetails } from './history-store.ts';

type Handlers = HandlersOf<typeof areas.licenses>;

const licenseOf = ({ account, app }: { account: string; app: AppCode }): LicenseOf => ({ id: account, app });

/** What stands in the history of a license. */
export const licenseHistoryRoutes: Pick<Handlers, 'history' | 'historyDetails' | 'historyExport'> = {
  async history({ viewer, db, params, query }) {
    await requireLicense(viewer, db, params.account, params.app);
    return licenseHistory(viewer, db, licenseOf(params), query);
  },

  async historyDetails({ viewer, db, params, query }) {
    await requireLicense(viewer, db, params.account, params.app);
    return licenseHistoryDetails(viewer, db, licenseOf(params), query);
  },

  async historyExport({ viewer, db, params, query, now }) {
    await requireLicense(viewer, db, params.account, params.app);
    return {
      fileName: `license-history-${payloadDate(now)}.csv`,
      pieces: csv(licenseEventColumns(viewer, query.locale), everyLicenseEvent(viewer, db, licenseOf(params), query)),
    };
  },
};
