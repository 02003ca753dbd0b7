import type { Platform, Visit } from './visit.ts';

const LIST = '/account/access/service-user';

/** The id of one of the demo. */
async function serviceUserOf(platform: Platform, name = 'payment'): Promise<string> {
  const found = await platform.call<{ items: { id: string }[] }>(
    'ada',
    'GET',
    `/account/ui-api/v1/service-user?name=${name}`,
  );
  return found.items[0]?.id ?? '';
}
const at =
  (below = '', name?: string) =>
  async (platform: Platform) =>
    `${LIST}/${await serviceUserOf(platform, name)}${below}`;

/** The page of its first token; it gets one where it has none. */
async function tokenOf(platform: Platform): Promise<string> {
  const id = await serviceUserOf(platform);
  const tokens = '/account/ui-api/v1/api-access-token';
  const { items } = await platform.call<{ items: { id: string }[] }>('cleo', 'GET', `${tokens}?user_id=${id}`);
  const made =
    items[0] ?? (await platform.call<{ id: string }>('cleo', 'POST', tokens, { user_id: id, name: 'Payment orders' }));
  return `${LIST}/${id}/edit-api-Token/${made.id}`;
}

export const visits: readonly Visit[] = [
  { route: LIST, name: 'service-users', as: 'ada' },
  { route: LIST, name: 'service-users-account', as: 'cleo' },
  {
    route: LIST,
    name: 'service-users-menu',
    as: 'cleo',
    act: async (page) => page.getByRole('button', { name: 'Actions for Certificate inventory' }).click(),
  },
  { route: `${LIST}/create`, name: 'service-user-create', as: 'ada' },
  {
    route: `${LIST}/create`,
    name: 'service-user-create-wrong',
    as: 'cleo',
    act: async (page) => page.getByRole('button', { name: 'Create service user' }).click(),
  },
  {
    route: `${LIST}/create`,
    name: 'service-user-create-roles',
    as: 'cleo',
    async act(page) {
      await page.getByLabel('Name', { exact: true }).fill('Card statements');
      await page.getByRole('combobox', { name: 'Account Manager' }).click();
      await page.getByRole('option', { name: 'Auditor' }).click();
      await page.keyboard.press('Escape');
    },
  },
  { route: `${LIST}/$id`, name: 'service-user', as: 'cleo', at: at() },
  {
    route: `${LIST}/$id`,
    name: 'service-user-disable',
    as: 'cleo',
    at: at(),
    async act(page) {
      await page.getByRole('button', { name: 'Actions for Payment gateway' }).click();
      await page.getByRole('menuitem', { name: 'Disable service user' }).click();
    },
  },
  { route: `${LIST}/$id`, name: 'service-user-read-only', as: 'maren', at: at() },
  { route: `${LIST}/$id/edit`, name: 'service-user-edit', as: 'ben', at: at('/edit', 'customer') },
  { route: `${LIST}/$id/create-api-Token`, name: 'service-user-token-create', as: 'cleo', at: at('/create-api-Token') },
  { route: `${LIST}/$id/edit-api-Token/$tokenId`, name: 'service-user-token-edit', as: 'cleo', at: tokenOf },
  {
    route: '/account/access/administrators/role-service-user-create',
    name: 'role-service-user-create',
    as: 'carl',
  },
  {
    route: '/account/access/administrators/$id/role-service-user-edit',
    name: 'role-service-user-edit',
    as: 'cleo',
    at: async (platform) => `/account/access/administrators/${await serviceUserOf(platform)}/role-service-user-edit`,
  },
  {
    route: `${LIST}/$id`,
    name: 'service-user-missing',
    as: 'carl',
    // It is there, for others.
    at: at(),
    act: async (page) => page.getByRole('heading', { name: 'Page not found' }).waitFor(),
    refused: [/^GET 404 .*\/service-user\//],
  },
];
