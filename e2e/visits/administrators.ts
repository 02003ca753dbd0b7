import type { Platform, Visit } from './visit.ts';

const LIST = '/account/access/administrators';

/** The id of one of the cast. */
async function personOf(platform: Platform, userName: string): Promise<string> {
  const found = await platform.call<{ items: { id: string; user_name: string }[] }>(
    'ada',
    'GET',
    `/account/ui-api/v1/user?name=${userName}`,
  );
  return found.items.find(({ user_name: own }) => own === userName)?.id ?? '';
}
const at =
  (userName: string, below = '') =>
  async (platform: Platform) =>
    `${LIST}/${await personOf(platform, userName)}${below}`;

export const visits: readonly Visit[] = [
  { route: LIST, name: 'administrators', as: 'ada' },
  { route: LIST, name: 'administrators-account', as: 'cleo' },
  {
    route: LIST,
    name: 'administrators-menu',
    as: 'cleo',
    act: async (page) => page.getByRole('button', { name: 'Actions for Cleo Marchetti' }).click(),
  },
  {
    route: LIST,
    name: 'administrators-give-role',
    as: 'ada',
    async act(page) {
      await page
        .getByRole('row', { name: /Cleo Marchetti/ })
        .getByRole('checkbox')
        .check();
      await page.getByRole('button', { name: /^(More actions|Actions)$/ }).click();
      await page.getByRole('menuitem', { name: 'Give a role' }).click();
    },
  },
  {
    route: `${LIST}/bulk/$plan`,
    name: 'administrators-disable-plan',
    as: 'ada',
    at: async (platform) => {
      const { id } = await platform.call<{ id: string }>('ada', 'POST', '/account/ui-api/v1/user/bulk/active', {
        ids: [await personOf(platform, 'cleo'), await personOf(platform, 'ada')],
        input: { active: false },
      });
      return `${LIST}/bulk/${id}`;
    },
  },
  { route: `${LIST}/create`, name: 'administrator-create', as: 'ada' },
  {
    route: `${LIST}/role-user-create`,
    name: 'administrator-create-wrong',
    as: 'cleo',
    act: async (page) => page.getByRole('button', { name: 'Create administrator' }).click(),
  },
  { route: `${LIST}/bulk-user-create`, name: 'administrators-many', as: 'ada' },
  {
    route: `${LIST}/role-bulk-user-create`,
    name: 'administrators-many-wrong',
    as: 'cleo',
    async act(page) {
      await page.locator('input[type=file]').setInputFiles({
        name: 'people.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(
          'first_name,last_name,user_name,email,phone,department\n' +
            'Nora,Falk,nora.falk,nora.falk@nordmark-lb.example,+49 30 1234,IT\n' +
            'Cleo,Again,cleo,cleo.again@nordmark-lb.example,,IT\n' +
            'Olaf,Gran,olaf.gran,olaf.gran,,IT\n',
        ),
      });
      await page.getByRole('button', { name: 'Check the list' }).click();
      await page.getByText('This user name is taken').or(page.getByText('1 person can be created')).first().waitFor();
    },
  },
  {
    route: `${LIST}/bulk-user-create`,
    name: 'administrators-many-file',
    as: 'ada',
    async act(page) {
      await page.getByLabel('First name, row 1').fill('Nora');
      await page.locator('input[type=file]').setInputFiles({
        name: 'people.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(
          'first_name,last_name,user_name,email\nOlaf,Gran,olaf.gran,olaf.gran@nordmark-lb.example\n',
        ),
      });
      await page.getByRole('dialog').waitFor();
    },
  },
  { route: `${LIST}/$id`, name: 'administrator-own', as: 'ada', at: at('ada') },
  { route: `${LIST}/$id`, name: 'administrator', as: 'ada', at: at('cleo') },
  {
    route: `${LIST}/$id`,
    name: 'administrator-access',
    as: 'ada',
    at: at('cleo', '?check=accounts.create#access'),
  },
  {
    route: `${LIST}/$id`,
    name: 'administrator-access-past',
    as: 'cleo',
    at: async (platform) => {
      const monthAgo = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
      return at('maren', `?check=administrators.manage&date=${monthAgo}#access`)(platform);
    },
  },
  {
    route: `${LIST}/$id`,
    name: 'administrator-menu',
    as: 'ada',
    at: at('cleo'),
    act: async (page) => page.getByRole('button', { name: 'Actions for Cleo Marchetti' }).click(),
  },
  {
    route: `${LIST}/$id`,
    name: 'administrator-start-page',
    as: 'ada',
    at: at('cleo'),
    async act(page) {
      await page.getByRole('button', { name: 'Actions for Cleo Marchetti' }).click();
      await page.getByRole('menuitem', { name: 'Set start page' }).click();
    },
  },
  {
    route: `${LIST}/$id`,
    name: 'administrator-disable',
    as: 'cleo',
    at: at('maren'),
    async act(page) {
      await page.getByRole('button', { name: 'Actions for Maren Nordhoff' }).click();
      await page.getByRole('menuitem', { name: 'Disable administrator' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { route: `${LIST}/$id`, name: 'administrator-read-only', as: 'maren', at: at('cleo') },
  { route: `${LIST}/$id/edit`, name: 'administrator-edit', as: 'ada', at: at('cleo', '/edit') },
  { route: `${LIST}/$id/role-user-edit`, name: 'administrator-edit-own', as: 'ada', at: at('ada', '/role-user-edit') },
  { route: `${LIST}/$id/role-edit`, name: 'administrator-roles', as: 'ada', at: at('cleo', '/role-edit') },
];
