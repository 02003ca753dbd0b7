import { nextNumber, type Platform, type Visit } from './visit.ts';

const API = '/account/ui-api/v1';

/** The id of Nordmark, where Cleo administers. */
const nordmark = async (platform: Platform): Promise<string> =>
  (await platform.call<{ primary_account_id: string }>('cleo', 'GET', '/account/api/v1/user/me')).primary_account_id;

/** The page that edits the client of the demo with this name. */
async function editPage(platform: Platform, as: string, name: string): Promise<string> {
  const id = await nordmark(platform);
  const list = as === 'ada' ? 'oauth/clients' : `oauth/clients/account/${id}`;
  const { items } = await platform.call<{ items: { id: string; name: string }[] }>(as, 'GET', `${API}/${list}`);
  const place = as === 'ada' ? 'settings' : `accounts/${id}`;
  return `/account/${place}/edit-oauth-integration/${items.find((one) => one.name === name)?.id ?? ''}`;
}

async function signingPage(platform: Platform): Promise<string> {
  const id = await nordmark(platform);
  const { items } = await platform.call<{ items: { id: string }[] }>(
    'cleo',
    'GET',
    `${API}/account/${id}/oauth/config`,
  );
  return `/account/accounts/${id}/editAccountSigningClient/${items[0]?.id ?? ''}`;
}

export const visits: readonly Visit[] = [
  {
    route: '/account/accounts/$id',
    name: 'account-integrations',
    as: 'cleo',
    at: async (platform) => `/account/accounts/${await nordmark(platform)}#integrations`,
  },
  {
    route: '/account/accounts/$id',
    name: 'account-integrations-delete',
    as: 'cleo',
    at: async (platform) => `/account/accounts/${await nordmark(platform)}#integrations`,
    async act(page) {
      await page.getByRole('button', { name: 'Actions for Gate control' }).click();
      await page.getByRole('menuitem', { name: 'Delete OAuth client' }).click();
    },
  },
  {
    route: '/account/accounts/$id/add-oauth-integration',
    name: 'oauth-client-create',
    as: 'cleo',
    at: async (platform) => `/account/accounts/${await nordmark(platform)}/add-oauth-integration`,
  },
  {
    route: '/account/accounts/$id/add-oauth-integration',
    name: 'oauth-client-create-wrong',
    as: 'cleo',
    at: async (platform) => `/account/accounts/${await nordmark(platform)}/add-oauth-integration`,
    async act(page) {
      await page.getByLabel('Signature with its own key').check();
      await page.getByLabel('For people who sign in').check();
      await page.getByLabel('Redirect URIs').fill('https://user@app.example.com/cb');
      await page.getByRole('button', { name: 'Add OAuth client' }).click();
    },
  },
  {
    route: '/account/accounts/$id/add-oauth-integration',
    name: 'oauth-client-shown-once',
    as: 'cleo',
    at: async (platform) => `/account/accounts/${await nordmark(platform)}/add-oauth-integration`,
    async act(page) {
      await page.getByRole('textbox', { name: 'Name' }).fill(`Branch ${nextNumber('branch', 12)} terminal`);
      await page.getByRole('button', { name: 'Add OAuth client' }).click();
      await page.getByRole('button', { name: 'I have stored it' }).waitFor();
    },
  },
  {
    route: '/account/accounts/$id/edit-oauth-integration/$configId',
    name: 'oauth-client-edit',
    as: 'cleo',
    at: (platform) => editPage(platform, 'cleo', 'Gate control'),
  },
  {
    route: '/account/accounts/$id/edit-oauth-integration/$configId',
    name: 'oauth-client-regenerate',
    as: 'cleo',
    at: (platform) => editPage(platform, 'cleo', 'Gate control'),
    act: async (page) => page.getByRole('button', { name: 'Regenerate secret' }).click(),
  },
  {
    route: '/account/settings',
    name: 'settings-integrations',
    as: 'ada',
    at: () => '/account/settings#integrations',
  },
  { route: '/account/settings/add-oauth-integration', name: 'settings-oauth-client-create', as: 'ada' },
  {
    route: '/account/settings/edit-oauth-integration/$configId',
    name: 'settings-oauth-client-edit',
    as: 'ada',
    at: (platform) => editPage(platform, 'ada', 'Document signing'),
  },
  {
    route: '/account/accounts/$id',
    name: 'account-signing-clients',
    as: 'cleo',
    at: async (platform) => `/account/accounts/${await nordmark(platform)}#signing-clients`,
  },
  {
    route: '/account/accounts/$id/createAccountSigningClient',
    name: 'signing-client-create',
    as: 'cleo',
    at: async (platform) => `/account/accounts/${await nordmark(platform)}/createAccountSigningClient`,
    act: async (page) => page.getByRole('button', { name: 'Add signing client' }).click(),
  },
  {
    route: '/account/accounts/$id/editAccountSigningClient/$configId',
    name: 'signing-client-edit',
    as: 'cleo',
    at: signingPage,
  },
];
