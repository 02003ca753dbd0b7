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

/** The checkbox of a row; that of the whole page is not there on a small screen. */
const A_ROW = /^Select (?!all on)/;

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
    route: '/account/accounts/$id/editStandardSignIn',
    name: 'account-standard-sign-in',
    as: 'cleo',
    at: async (platform) => {
      const account = await accountOf(platform, 'nordmark-lb');
      const id = account.split('/').at(-1) ?? '';
      await platform.call('cleo', 'PUT', `/account/ui-api/v1/account/${id}/enable-cac`, { enabled: true });
      return `${account}/editStandardSignIn`;
    },
    act: (page) => page.getByRole('radio', { name: 'Off' }).check(),
  },
  { route: '/account/settings/editStandardSignIn', name: 'settings-standard-sign-in', as: 'ada' },
  {
    route: '/account/accounts/$id/updateClientAuthCertLogin',
    name: 'account-certificate-sign-in',
    as: 'cleo',
    at: async (platform) => `${await accountOf(platform, 'nordmark-lb')}/updateClientAuthCertLogin`,
  },
  { route: '/account/settings/updateClientAuthCertLogin', name: 'settings-certificate-sign-in', as: 'ada' },
  {
    route: '/account/accounts/$id/createAccountSignIn',
    name: 'account-saml-sign-in',
    as: 'cleo',
    at: async (platform) => `${await accountOf(platform, 'nordmark-lb')}/createAccountSignIn`,
  },
  {
    route: '/account/accounts/$id/createAccountSignIn',
    name: 'account-saml-set-up',
    as: 'petra',
    at: async (platform) => `${await accountOf(platform, 'helvion-insurance')}/createAccountSignIn`,
  },
  { route: '/account/settings/createAccountSignIn', name: 'settings-saml-sign-in', as: 'ada' },
  {
    route: '/account/accounts/$id/updateOpenidConnectIntegration',
    name: 'account-oidc-sign-in',
    as: 'ada',
    at: async (platform) => `${await accountOf(platform, 'zuerich-treuhand')}/updateOpenidConnectIntegration`,
  },
  { route: '/account/settings/updateOpenidConnectIntegration', name: 'settings-oidc-sign-in', as: 'ada' },
  {
    route: '/account/accounts/$id/editMfa',
    name: 'account-second-factor',
    as: 'cleo',
    at: async (platform) => `${await accountOf(platform, 'nordmark-lb')}/editMfa`,
  },
  { route: '/account/settings/editMfa', name: 'settings-second-factor', as: 'ada' },
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
    act: async (page) =>
      page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click(),
  },
  {
    route: '/account/accounts/$id',
    name: 'account-deactivate',
    as: 'ben',
    at: (platform) => accountOf(platform, 'nordmark-lb'),
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Deactivate' }).click();
    },
  },
  {
    route: '/account/accounts/$id',
    name: 'account-missing',
    as: 'cleo',
    at: () => '/account/accounts/0195f000-0000-7000-8000-000000000000',
    refused: [/^GET 404 .*\/account\/0195f000-/],
  },
  {
    route: '/account/accounts/$id/edit',
    name: 'account-edit',
    as: 'ben',
    at: async (platform) => `${await accountOf(platform, 'nordmark-lb')}/edit`,
  },
  {
    route: '/account/accounts/$id/edit',
    name: 'account-edit-calendar',
    as: 'ben',
    at: async (platform) => `${await accountOf(platform, 'nordmark-lb')}/edit`,
    act: async (page) => {
      await page.getByRole('button', { name: 'Choose a day in the calendar' }).first().click();
      await page.getByRole('dialog', { name: 'Calendar' }).waitFor();
    },
  },
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

  // What a person opens or does wrong there.
  {
    route: '/account/accounts',
    name: 'accounts-japanese',
    as: 'nils',
    at: async (platform) => {
      const { id } = await platform.call<{ id: string }>('nils', 'GET', '/account/api/v1/user/me');
      await platform.call('nils', 'PUT', `/account/ui-api/v1/user/${id}/locale/ja_JP`);
      return '/account/accounts?active=any';
    },
  },
  {
    route: '/account/accounts',
    name: 'accounts-selected',
    as: 'ada',
    act: async (page) => page.getByRole('checkbox', { name: A_ROW }).first().click(),
  },
  {
    route: '/account/accounts',
    name: 'accounts-set-language',
    as: 'ada',
    async act(page) {
      await page.getByRole('checkbox', { name: A_ROW }).first().click();
      await page.getByRole('button', { name: /^(?:More actions|Actions)$/ }).click();
      await page.getByRole('menuitem', { name: 'Set language' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    route: '/account/accounts',
    name: 'accounts-columns',
    as: 'ada',
    wideOnly: true,
    act: async (page) => page.getByRole('button', { name: 'Columns' }).click(),
  },
  {
    route: '/account/accounts',
    name: 'accounts-save-filter',
    as: 'ada',
    at: () => '/account/accounts?name=bank',
    async act(page) {
      await page.getByRole('button', { name: 'Save filter' }).click();
      await page.getByLabel('Name of the filter').press('Enter');
    },
  },
  {
    route: '/account/accounts',
    name: 'accounts-two-orders',
    as: 'ada',
    at: () => '/account/accounts?sort=type:asc&sort=name:desc',
  },
  {
    route: '/account/accounts',
    name: 'accounts-failed',
    as: 'ada',
    async act(page) {
      await page.route(/ui-api\/v1\/(?:account|customer)\?/, (route) => route.abort());
      await page.getByRole('textbox', { name: 'Filter by name' }).fill('Nordmark');
      await page.getByRole('heading', { name: 'The list could not be loaded' }).waitFor();
    },
  },
  {
    route: '/account/accounts/create-account',
    name: 'account-create-wrong',
    as: 'ada',
    async act(page) {
      await page.getByLabel('Link it to the external identity service now').check();
      await page.getByRole('button', { name: 'Create account' }).click();
    },
  },
  ...(['Change partner', 'Link account', 'Delete account'] as const).map((entry): Visit => ({
    route: '/account/accounts/$id',
    name: `account-${entry.toLowerCase().replace(' ', '-')}`,
    as: 'ada',
    at: (platform) => accountOf(platform, 'nordmark-lb'),
    async act(page) {
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: entry }).click();
      await page.getByRole('dialog').waitFor();
    },
  })),
  {
    route: '/account/accounts/$id',
    name: 'account-unlink',
    as: 'ada',
    at: (platform) => accountOf(platform, 'alder-savings-bank'),
    act: async (page) => page.getByRole('main').getByRole('button', { name: 'Unlink account' }).click(),
  },
  {
    route: '/account/accounts/$id/edit',
    name: 'account-edit-own',
    as: 'ben',
    at: async (platform) => `${await accountOf(platform, 'umbra-trust')}/edit`,
    act: async (page) => page.getByText('You belong to this account yourself').waitFor(),
  },
];
