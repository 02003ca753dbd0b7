import { accountOf } from './accounts.ts';
import type { Visit } from './visit.ts';

const ROUTE = '/account/accounts/$id/licenses/$app';

export const visits: readonly Visit[] = [
  {
    route: '/account/accounts/$id',
    name: 'licenses-as-of',
    as: 'ada',
    at: async (platform) => {
      const day = new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10);
      return `${await accountOf(platform, 'nordmark-lb')}?as_of=${day}#licenses`;
    },
    act: async (page) => page.getByText(/: balance at the end of/).waitFor(),
  },
  {
    route: ROUTE,
    name: 'license-edit',
    as: 'ada',
    at: async (platform) => `${await accountOf(platform, 'nordmark-lb')}/licenses/secure_software_manager`,
    async act(page) {
      await page.getByLabel('Change of Key pair units', { exact: true }).selectOption('Add');
      await page.getByLabel('Quantity for Key pair units', { exact: true }).fill('5');
      await page.getByLabel('Change of Signature units').selectOption('Reset to');
      await page.getByLabel('Quantity for Signature units').fill('1000');
      await page.getByLabel('Change of Hardware key pair units').selectOption('Add');
      await page.getByLabel('Quantity for Hardware key pair units').fill('400');
      await page.getByLabel('Quantity for Signature units').focus();
      await page.getByText(/^Enter a number from 1 to/).waitFor();
    },
  },
  {
    route: ROUTE,
    name: 'license-edit-partner',
    as: 'ben',
    at: async (platform) => `${await accountOf(platform, 'nordmark-lb')}/licenses/ca_manager`,
  },
  {
    route: ROUTE,
    name: 'license-edit-not-ones-own',
    as: 'ben',
    at: async (platform) => `${await accountOf(platform, 'umbra-trust')}/licenses/ca_manager`,
  },
];
