import { nextNumber, ownIdOf, type Platform, type Visit } from './visit.ts';

const TOKENS = '/account/ui-api/v1/api-access-token';

/** The page on which Cleo makes a token of herself. */
const createPage = async (platform: Platform): Promise<string> =>
  `/account/access/administrators/${await ownIdOf(platform, 'cleo')}/create-api-Token`;

/** The page on which Cleo edits the token that the demo has made of hers. */
async function editPage(platform: Platform): Promise<string> {
  const { items } = await platform.call<{ items: { id: string }[] }>('cleo', 'GET', TOKENS);
  return `/account/access/administrators/${await ownIdOf(platform, 'cleo')}/edit-api-Token/${items[0]?.id ?? ''}`;
}

export const visits: readonly Visit[] = [
  { route: '/account/profile/api-tokens', name: 'api-tokens', as: 'cleo' },
  { route: '/account/profile/api-tokens', name: 'api-tokens-none', as: 'ben' },
  {
    route: '/account/profile/api-tokens',
    name: 'api-tokens-delete',
    as: 'cleo',
    async act(page) {
      await page.getByRole('button', { name: 'Actions for Nightly report' }).click();
      await page.getByRole('menuitem', { name: 'Delete API token' }).click();
    },
  },
  {
    route: '/account/access/administrators/$id/create-api-Token',
    name: 'api-token-create',
    as: 'cleo',
    at: createPage,
    act: async (page) => page.getByLabel('Only these permissions').check(),
  },
  {
    route: '/account/access/administrators/$id/create-api-Token',
    name: 'api-token-create-wrong',
    as: 'cleo',
    at: createPage,
    async act(page) {
      await page.getByLabel('Allowed addresses').fill('192.0.2.7/24');
      await page.getByLabel('Only these permissions').check();
      await page.getByRole('button', { name: 'Create API token' }).click();
    },
  },
  {
    route: '/account/access/administrators/$id/create-api-Token',
    name: 'api-token-shown-once',
    as: 'cleo',
    at: createPage,
    async act(page) {
      await page.getByLabel('Name').fill(`Branch import ${nextNumber('import', 7)}`);
      await page.getByLabel('Only these permissions').check();
      for (const name of ['View accounts', 'View organizations', 'View certificates'])
        await page.getByRole('checkbox', { name, exact: true }).check();
      await page.getByRole('button', { name: 'Create API token' }).click();
      await page.getByRole('button', { name: 'I have stored it' }).waitFor();
    },
  },
  {
    route: '/account/access/administrators/$id/edit-api-Token/$tokenId',
    name: 'api-token-edit',
    as: 'cleo',
    at: editPage,
  },
];
