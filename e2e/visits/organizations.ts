import type { Platform, Visit } from './visit.ts';

/** Nordmark Leasing's id. */
export async function organizationOf(platform: Platform): Promise<string> {
  return (
    (await platform.call<{ items: { id: string }[] }>('cleo', 'GET', '/account/ui-api/v1/organization?name=leasing'))
      .items[0]?.id ?? ''
  );
}

export const visits: readonly Visit[] = [
  { route: '/account/ca/organizations', name: 'organizations', as: 'ada' },
  { route: '/account/ca/organizations', name: 'organizations-account', as: 'cleo' },
  {
    route: '/account/ca/organizations',
    name: 'organizations-menu',
    as: 'cleo',
    act: async (page) => page.getByRole('button', { name: 'Actions for Nordmark Leasing' }).click(),
  },
  { route: '/account/ca/organizations/create', name: 'organization-create', as: 'ben' },
  {
    route: '/account/ca/organizations/create',
    name: 'organization-create-wrong',
    as: 'cleo',
    act: async (page) => page.getByRole('button', { name: 'Create organization' }).click(),
  },
  {
    route: '/account/ca/organizations/$id',
    name: 'organization',
    as: 'cleo',
    at: async (platform) => `/account/ca/organizations/${await organizationOf(platform)}`,
  },
  {
    route: '/account/ca/organizations/$id',
    name: 'organization-delete',
    as: 'cleo',
    at: async (platform) => `/account/ca/organizations/${await organizationOf(platform)}`,
    act: async (page) => page.getByRole('button', { name: 'Delete organization' }).click(),
  },
  {
    route: '/account/ca/organizations/$id/edit',
    name: 'organization-edit',
    as: 'cleo',
    at: async (platform) => `/account/ca/organizations/${await organizationOf(platform)}/edit`,
  },
  {
    route: '/account/ca/organizations/$id/edit',
    name: 'organization-edit-conflict',
    as: 'cleo',
    at: async (platform) => `/account/ca/organizations/${await organizationOf(platform)}/edit`,
    async act(page) {
      const id = page.url().split('/').at(-2) ?? '';
      await page.getByLabel('City').fill('Lübeck');
      await page.evaluate(async (organization) => {
        const headers = {
          authorization: `Bearer ${localStorage.getItem('access_token')}`,
          'content-type': 'application/json',
        };
        const place = `/account/ui-api/v1/organization/${organization}`;
        const { name, country } = await (await fetch(place, { headers })).json();
        // Another city in every picture, since to save the same is to change nothing.
        const scheme = matchMedia('(prefers-color-scheme: dark)').matches ? '-Nord' : '';
        const city = `${innerWidth < 500 ? 'Emden' : 'Bremen'}${scheme}`;
        await (await fetch(place, { method: 'PUT', headers, body: JSON.stringify({ name, country, city }) })).text();
      }, id);
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByText('while you were editing').waitFor();
    },
    refused: [/^PUT 4(?:09|12) .*\/organization\//],
  },
  {
    route: '/account/ca/organizations/$id/create-contact',
    name: 'contact-create',
    as: 'cleo',
    at: async (platform) => `/account/ca/organizations/${await organizationOf(platform)}/create-contact`,
  },
  {
    route: '/account/ca/organizations/$id/$contactId',
    name: 'contact-edit',
    as: 'cleo',
    async at(platform) {
      const id = await organizationOf(platform);
      const { items } = await platform.call<{ items: { id: string }[] }>(
        'cleo',
        'GET',
        `/account/ui-api/v1/organization/${id}/contact`,
      );
      return `/account/ca/organizations/${id}/${items[0]?.id}`;
    },
  },

  // What a person opens, or may not.
  {
    route: '/account/ca/organizations',
    name: 'organizations-filter-country',
    as: 'ada',
    async act(page) {
      await page.getByRole('button', { name: 'Add filter' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Country', exact: true }).click();
    },
  },
  {
    route: '/account/ca/organizations/create',
    name: 'organization-create-account',
    as: 'bea',
    async act(page) {
      await page.getByRole('combobox', { name: 'Account' }).fill('orsini');
      await page.getByRole('option', { name: 'Orsini Custody' }).click();
    },
  },
  { route: '/account/ca/organizations/create', name: 'organization-create-no-permission', as: 'maren' },
  {
    route: '/account/ca/organizations/$id',
    name: 'organization-read-only',
    as: 'maren',
    at: async (platform) => `/account/ca/organizations/${await organizationOf(platform)}`,
  },
  ...['', '/edit', '/create-contact'].map((below): Visit => ({
    route: `/account/ca/organizations/$id${below}`,
    name: `organization-missing${below.replace('/', '-')}`,
    as: 'carl',
    // It is there, for others.
    at: async (platform) => `/account/ca/organizations/${await organizationOf(platform)}${below}`,
    act: async (page) => page.getByRole('heading', { name: 'Page not found' }).waitFor(),
    refused: [/^GET 404 .*\/organization\//],
  })),
  {
    route: '/account/ca/organizations/$id/create-contact',
    name: 'contact-create-wrong',
    as: 'cleo',
    at: async (platform) => `/account/ca/organizations/${await organizationOf(platform)}/create-contact`,
    act: async (page) => page.getByRole('button', { name: 'Add contact' }).click(),
  },
];
