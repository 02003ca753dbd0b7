import type { Platform, Visit } from './visit.ts';

const LIST = '/account/access/manage-user-roles';

/** The id of a role of the demo that Cleo sees, by its name. */
export async function roleOf(platform: Platform, name: string): Promise<string> {
  const { items } = await platform.call<{ items: { id: string; name: string }[] }>(
    'cleo',
    'GET',
    `/account/ui-api/v1/role?name=${encodeURIComponent(name)}`,
  );
  return items.find((one) => one.name === name)?.id ?? '';
}

const at = (route: string, name: string) => async (platform: Platform) =>
  `${LIST}/${route}/${await roleOf(platform, name)}`;

export const visits: readonly Visit[] = [
  { route: LIST, name: 'roles', as: 'ada' },
  { route: LIST, name: 'roles-account', as: 'cleo' },
  { route: LIST, name: 'roles-archived', as: 'cleo', at: () => `${LIST}?archived=true` },
  {
    route: LIST,
    name: 'roles-menu',
    as: 'cleo',
    act: async (page) => page.getByRole('button', { name: 'Actions for Branch issuer' }).click(),
  },
  { route: `${LIST}/create-role`, name: 'role-create', as: 'ada' },
  {
    route: `${LIST}/create-role`,
    name: 'role-create-wrong',
    as: 'cleo',
    act: async (page) => page.getByRole('button', { name: 'Create role' }).click(),
  },
  { route: `${LIST}/create-role`, name: 'role-create-no-permission', as: 'maren' },
  { route: `${LIST}/edit-role/$id`, name: 'role-edit', as: 'cleo', at: at('edit-role', 'Branch issuer') },
  {
    route: `${LIST}/edit-role/$id`,
    name: 'role-edit-effects',
    as: 'cleo',
    at: at('edit-role', 'Branch issuer'),
    async act(page) {
      await page.getByRole('checkbox', { name: 'Revoke certificates' }).check();
      await page.getByRole('checkbox', { name: 'Manage enrollments' }).uncheck();
      await page.getByText('Maren Nordhoff').first().waitFor();
    },
  },
  {
    route: `${LIST}/edit-role/$id`,
    name: 'role-edit-predefined',
    as: 'cleo',
    at: at('edit-role', 'Account administrator'),
  },
  { route: `${LIST}/clone-role/$id`, name: 'role-clone', as: 'cleo', at: at('clone-role', 'Branch issuer') },
  { route: `${LIST}/role-detail/$id`, name: 'role', as: 'cleo', at: at('role-detail', 'Branch issuer') },
  {
    route: `${LIST}/role-detail/$id`,
    name: 'role-missing',
    as: 'carl',
    at: at('role-detail', 'Branch issuer'),
    act: async (page) => page.getByRole('heading', { name: 'Page not found' }).waitFor(),
    refused: [/^GET 404 .*\/role\//],
  },
  {
    route: `${LIST}/role-detail/$id`,
    name: 'role-predefined',
    as: 'maren',
    at: at('role-detail', 'Account administrator'),
  },
  { route: `${LIST}/compare`, name: 'roles-compare-empty', as: 'cleo' },
  {
    route: `${LIST}/compare`,
    name: 'roles-compare',
    as: 'cleo',
    async at(platform) {
      const [left, right] = [await roleOf(platform, 'Branch issuer'), await roleOf(platform, 'Branch reader')];
      return `${LIST}/compare?left=${left}&right=${right}`;
    },
    act: async (page) => page.getByRole('rowheader', { name: 'Manage enrollments' }).waitFor(),
  },
];
