/** Packages of the demo platform: accounts with each of them, with none, and one at the highest. */
import type { PackageCode, PackagedApplication } from '@signet/contract/areas/package-catalogue';
import { momentOf } from './demo-log.ts';
import type { FurnishStep } from './demo.ts';

const HELD: readonly [identifier: string, application: PackagedApplication, held: PackageCode][] = [
  ['nordmark-lb', 'discovery_automation_manager', 'essential'],
  ['orsini-custody', 'discovery_automation_manager', 'premium'],
  ['orsini-custody', 'ca_manager', 'advanced'],
  ['umbra-trust', 'discovery_automation_manager', 'advanced'],
  ['banco-miralta', 'ca_manager', 'essential'],
  ['delmar-trust', 'ca_manager', 'premium'],
];

/** Inserts what some accounts hold, enabled by whoever looks after the platform. */
export const furnishPackages: FurnishStep = async ({ db, now, accountIds, personIds }) => {
  await db
    .insertInto('account_package')
    .values(
      HELD.map(([identifier, application_code, package_code], n) => ({
        account_id: accountIds.get(identifier) ?? '',
        application_code,
        package_code,
        enabled_at: momentOf(now, 310 - n * 47, 540 + n * 71),
        enabled_by: personIds.get('ada') ?? null,
      })),
    )
    .execute();
  return {};
};
