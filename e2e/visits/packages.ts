import { accountOf } from './accounts.ts';
import type { Visit } from './visit.ts';

const ROUTE = '/account/accounts/$id/package/$application/$applicationId';
const trustManager = '/package/discovery_automation_manager/discovery_automation_manager';

/** The comparison of an account, by its friendly identifier. */
const packagesOf = (identifier: string, path = trustManager): Visit['at'] => {
  return async (platform) => `${await accountOf(platform, identifier)}${path}`;
};

export const visits: readonly Visit[] = [
  { route: ROUTE, name: 'packages', as: 'ada', at: packagesOf('nordmark-lb') },
  {
    route: ROUTE,
    name: 'packages-none',
    as: 'ben',
    at: packagesOf('nordmark-lb', '/package/ca_manager/ca_manager'),
  },
  { route: ROUTE, name: 'packages-contact-sales', as: 'cleo', at: packagesOf('nordmark-lb') },
  { route: ROUTE, name: 'packages-highest', as: 'ada', at: packagesOf('orsini-custody') },
  {
    route: ROUTE,
    name: 'packages-enable',
    as: 'ada',
    at: packagesOf('nordmark-lb'),
    async act(page) {
      await page.getByRole('button', { name: 'Enable Premium' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    route: ROUTE,
    name: 'packages-unknown-application',
    as: 'ada',
    at: packagesOf('nordmark-lb', '/package/device_manager/device_manager'),
  },
];
