import { accountOf } from './accounts.ts';
import type { Visit } from './visit.ts';

const ROUTE = '/account/accounts/$id';

export const visits: readonly Visit[] = [
  {
    route: ROUTE,
    name: 'account-license-history',
    as: 'ada',
    at: async (platform) => `${await accountOf(platform, 'nordmark-lb')}?panel=license-history`,
    act: async (page) => {
      const panel = page.locator('#license-history');
      await panel.getByRole('combobox').selectOption('ca_manager');
      await panel.getByRole('button', { expanded: false }).first().click();
      await panel.getByText('Event ID').waitFor();
    },
  },
  {
    route: ROUTE,
    name: 'account-delete-licenses',
    as: 'ada',
    at: (platform) => accountOf(platform, 'nordmark-lb'),
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Delete account' }).click();
      await page.getByText('Its licenses go back to where they came from:').waitFor();
    },
  },
  {
    route: ROUTE,
    name: 'account-reassign-licenses',
    as: 'ada',
    at: (platform) => accountOf(platform, 'nordmark-lb'),
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: /partner/ }).click();
      await page.getByRole('radio', { name: 'No partner' }).click();
      await page.getByText(/^Its licenses move with it/).waitFor();
    },
  },
];
