import type { Page } from '@playwright/test';
import { accountOf } from './accounts.ts';
import type { Visit } from './visit.ts';

/** Opens the form of an application; what is under the fold is drawn too. */
async function edit(page: Page, application: string): Promise<void> {
  await page.getByRole('button', { name: `Edit features of ${application}` }).click();
}

export const visits: readonly Visit[] = [
  {
    route: '/account/accounts/$id',
    name: 'account-features-edit',
    as: 'ben',
    at: (platform) => accountOf(platform, 'nordmark-lb'),
    act: (page) => edit(page, 'Signing Manager'),
  },
  {
    route: '/account/accounts/$id',
    name: 'account-features-trial',
    as: 'ada',
    at: (platform) => accountOf(platform, 'orsini-custody'),
    async act(page) {
      await edit(page, 'CA Manager');
      await page.getByRole('switch', { name: 'Trial account' }).click();
    },
  },
  {
    route: '/account/accounts/$id',
    name: 'account-features-wrong',
    as: 'ada',
    at: (platform) => accountOf(platform, 'orsini-custody'),
    async act(page) {
      await edit(page, 'Signing Manager');
      await page.getByRole('switch', { name: 'Key-locker account' }).click();
    },
  },
];
