import type { Platform, Visit } from './visit.ts';

/** Where an account is, by its friendly identifier. */
export async function accountOf(platform: Platform, identifier: string): Promise<string> {
  const { items } = await platform.call<{ items: { id: string; friendly_identifier: string }[] }>(
    'ada',
    'GET',
    `/account/ui-api/v1/account?friendly_identifier=${identifier}&limit=50`,
  );
  return `/account/accounts/${items.find((one) => one.friendly_identifier === identifier)?.id}`;
}

export const visits: readonly Visit[] = [
  { route: '/account/accounts', name: 'accounts', as: 'ada' },
  { route: '/account/accounts', name: 'accounts-partner', as: 'ben' },
  {
    route: '/account/accounts',
    name: 'accounts-ending',
    as: 'ada',
    at: () => '/account/accounts?ends=60&sort=service_period.to%3Aasc',
  },
  { route: '/account/accounts', name: 'accounts-no-match', as: 'ada', at: () => '/account/accounts?name=nobody' },
  { route: '/account/accounts', name: 'accounts-no-access', as: 'emil' },
  { route: '/account/accounts/create', name: 'account-create-choice', as: 'ada' },
  {
    route: '/account/accounts/create-account',
    name: 'account-create',
    as: 'ben',
    act: async (page) => {
      await page
        .getByLabel('Account name', { exact: true })
        .or(page.getByLabel('Name', { exact: true }))
        .first()
        .fill('Müller & Co. (Berlin)');
      await page.getByLabel('Invite an administrator now').check();
    },
  },
  { route: '/account/accounts/create-partner-account', name: 'account-create-partner', as: 'ada' },
  { route: '/account/accounts/$id', name: 'account', as: 'ada', at: (platform) => accountOf(platform, 'nordmark-lb') },
  {
    route: '/account/accounts/$id',
    name: 'account-own',
    as: 'cleo',
    at: (platform) => accountOf(platform, 'nordmark-lb'),
  },
  {
    route: '/account/accounts/$id',
    name: 'account-linked',
    as: 'ada',
    at: (platform) => accountOf(platform, 'alder-savings-bank'),
  },
  {
    route: '/account/accounts/$id',
    name: 'account-system',
    as: 'ada',
    at: (platform) => accountOf(platform, 'signet-platform'),
  },
  {
    route: '/account/accounts/$id',
    name: 'account-menu',
    as: 'ada',
    at: (platform) => accountOf(platform, 'umbra-trust'),
    act: async (page) => page.getByRole('button', { name: /^Actions for/ }).click(),
  },
  {
    route: '/account/accounts/$id',
    name: 'account-deactivate',
    as: 'ben',
    at: (platform) => accountOf(platform, 'nordmark-lb'),
    act: async (page) => {
      await page.getByRole('button', { name: /^Actions for/ }).click();
      await page.getByRole('menuitem', { name: 'Deactivate' }).click();
    },
  },
  {
    route: '/account/accounts/$id',
    name: 'account-missing',
    as: 'cleo',
    at: () => '/account/accounts/0195f000-0000-7000-8000-000000000000',
  },
  {
    route: '/account/accounts/$id/edit',
    name: 'account-edit',
    as: 'ben',
    at: async (platform) => `${await accountOf(platform, 'nordmark-lb')}/edit`,
  },
  { route: '/account/ca/accounts', name: 'accounts-second-address', as: 'ada' },
  {
    route: '/account/ca/accounts/$id',
    name: 'account-second-address',
    as: 'ada',
    at: async (platform) => (await accountOf(platform, 'nordmark-lb')).replace('/accounts/', '/ca/accounts/'),
  },
  {
    route: '/account/ca/accounts/$id/edit',
    name: 'account-edit-linked',
    as: 'ada',
    at: async (platform) =>
      `${(await accountOf(platform, 'alder-savings-bank')).replace('/accounts/', '/ca/accounts/')}/edit`,
  },
];
