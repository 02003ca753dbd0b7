/**
 * How each page of the map is visited: by whom, where, and what is done there first. A page without a visit fails
 * `npm run pictures` and a test, so that no screen is forgotten.
 */
import type { Page } from '@playwright/test';
import { LEGAL_DOCUMENTS } from '@signet/contract/legal';
import type { Platform } from './platforms.ts';

/** demo: the furnished platform. empty: before the license. licensed: before the first administrator. */
export type Stage = 'demo' | 'empty' | 'licensed';
export type Visit = {
  /** The page's address in the map. */
  route: string;
  /** Names the pictures. */
  name: string;
  /** Who is signed in; null for nobody. */
  as: string | null;
  stage?: Stage;
  /** The address to open, where it is not the route's own; parameters come from the API. */
  at?: (platform: Platform) => string | Promise<string>;
  /** What the person does before the picture. */
  act?: (page: Page) => Promise<void>;
};

/** The id of the newest mail to somebody; where there is none, a new password is asked for. */
async function mailTo(platform: Platform, person: string): Promise<string> {
  const find = async () =>
    (await platform.call<{ items: { id: string }[] }>('ada', 'GET', `/account/ui-api/v1/mail?to=${person}&limit=1`))
      .items[0]?.id;
  const known = await find();
  if (known !== undefined) return known;
  await platform.call(null, 'POST', '/account/ui-api/v1/auth/forgot-password', { user_name: person, locale: 'en_US' });
  return (await find()) ?? '';
}

/** Where the link in somebody's newest mail leads. */
export async function linkTo(platform: Platform, person: string): Promise<string> {
  const { text } = await platform.call<{ text: string }>(
    'ada',
    'GET',
    `/account/ui-api/v1/mail/${await mailTo(platform, person)}`,
  );
  return new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '').pathname;
}

/** Where an account is, by its friendly identifier. */
async function accountOf(platform: Platform, identifier: string): Promise<string> {
  const { items } = await platform.call<{ items: { id: string; friendly_identifier: string }[] }>(
    'ada',
    'GET',
    `/account/ui-api/v1/account?friendly_identifier=${identifier}&limit=50`,
  );
  return `/account/accounts/${items.find((one) => one.friendly_identifier === identifier)?.id}`;
}

/** Nordmark Leasing's id. */
async function organizationOf(platform: Platform): Promise<string> {
  return (
    (await platform.call<{ items: { id: string }[] }>('cleo', 'GET', '/account/ui-api/v1/organization?name=leasing'))
      .items[0]?.id ?? ''
  );
}

/** Opens the search over everything and types. */
async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Search or go to…' }).click();
  const palette = page.getByRole('dialog', { name: 'Search and go to' });
  await palette.getByRole('combobox').fill(text);
  await (
    text === '' ? palette.getByRole('option').first() : palette.getByRole('status').filter({ hasText: /results/ })
  ).waitFor();
}

export const VISITS: readonly Visit[] = [
  { route: '/account', name: 'home', as: 'ada' },
  { route: '/account/start', name: 'start', as: 'emil' },

  // Public
  { route: '/account/login', name: 'login', as: null },
  {
    route: '/account/login',
    name: 'login-password',
    as: null,
    async act(page) {
      await page.getByLabel('User name').fill('ada');
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByLabel('Password', { exact: true }).waitFor();
    },
  },
  {
    route: '/account/callback/oauth',
    name: 'callback-failed',
    as: null,
    at: () => '/account/callback/oauth?code=used&state=unknown-to-the-server',
  },
  { route: '/account/setup-license', name: 'setup-license', as: null, stage: 'empty' },
  { route: '/account/setup-user', name: 'setup-user', as: null, stage: 'licensed' },
  {
    route: '/account/samlVerificationError/{-$errorCode}',
    name: 'error-saml',
    as: null,
    at: () => '/account/samlVerificationError/INVALID_SIGNATURE',
  },
  {
    route: '/account/clientAuthLoginVerificationError/{-$errorCode}/{-$errorMessage}',
    name: 'error-client-certificate',
    as: null,
    at: () => '/account/clientAuthLoginVerificationError/REVOKED/The%20certificate%20was%20revoked.',
  },
  { route: '/account/updateLicenseError', name: 'error-update-license', as: null },
  { route: '/account/accountExpiredError', name: 'error-account-expired', as: null },
  ...Object.values(LEGAL_DOCUMENTS).map((document): Visit => ({
    route: '/account/legal/$document',
    name: `legal-${document}`,
    as: null,
    at: () => `/account/legal/${document}`,
  })),
  { route: '/account/licenseExpired', name: 'error-license-expired', as: null },
  { route: '/account/forgot-password', name: 'forgot-password', as: null },
  {
    route: '/account/reset-password/$userId/$code',
    name: 'reset-password',
    as: null,
    at: (platform) => linkTo(platform, 'carl'),
  },
  {
    route: '/account/verify/$userId/$verificationCode',
    name: 'verify',
    as: null,
    at: (platform) => linkTo(platform, 'ravi'),
  },
  {
    route: '/account/agreement/$userId',
    name: 'agreement',
    as: 'tove',
    at: async (platform) =>
      `/account/agreement/${(await platform.call<{ id: string }>('tove', 'GET', '/account/api/v1/user/me')).id}`,
  },
  {
    route: '/account/welcome',
    name: 'welcome-public',
    as: null,
    at: () => '/account/welcome?app=ca_manager&message=Ask%20for%20a%20role%20in%20it.',
  },
  { route: '/account/welcome', name: 'welcome', as: 'emil' },

  // Signed in
  { route: '/account/redirect', name: 'redirect', as: 'ada' },
  { route: '/account/accounts', name: 'accounts', as: 'ada' },
  { route: '/account/accounts', name: 'accounts-partner', as: 'ben' },
  { route: '/account/accounts', name: 'palette', as: 'ada', act: (page) => search(page, '') },
  { route: '/account/accounts', name: 'palette-found', as: 'ada', act: (page) => search(page, 'nord') },
  { route: '/account/accounts', name: 'palette-nothing', as: 'ben', act: (page) => search(page, 'orsini') },
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
        await fetch(place, {
          method: 'PUT',
          headers,
          body: JSON.stringify({
            name,
            country,
            city: `${innerWidth < 500 ? 'Emden' : 'Bremen'}${matchMedia('(prefers-color-scheme: dark)').matches ? '-Nord' : ''}`,
          }),
        });
      }, id);
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByText('while you were editing').waitFor();
    },
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
  {
    route: '/account/settings',
    name: 'settings',
    as: 'ada',
    at: async (platform) => (await mailTo(platform, 'cleo'), '/account/settings'),
  },
  { route: '/account/settings', name: 'settings-partner', as: 'ben' },
  { route: '/account/settings', name: 'settings-no-permission', as: 'cleo' },
  { route: '/account/settings/feature-flags', name: 'feature-flags', as: 'ada' },
  { route: '/account/settings/update-license', name: 'update-license', as: 'ada' },
  {
    route: '/account/settings/outgoing-mail',
    name: 'outgoing-mail',
    as: 'ada',
    at: async (platform) => (await mailTo(platform, 'cleo'), '/account/settings/outgoing-mail'),
  },
  {
    route: '/account/settings/outgoing-mail/$id',
    name: 'outgoing-mail-item',
    as: 'ada',
    at: async (platform) => `/account/settings/outgoing-mail/${await mailTo(platform, 'cleo')}`,
  },
  { route: '/account/profile', name: 'profile', as: 'ada' },
  { route: '/account/profile/edit', name: 'profile-edit', as: 'ada' },
  {
    route: '/account/profile/edit',
    name: 'profile-edit-aliases',
    as: 'ada',
    act: async (page) => page.getByRole('button', { name: 'Add alias' }).click(),
  },
  { route: '/account/profile/edit', name: 'profile-edit-locked', as: 'ines' },
  { route: '/account/profile/password', name: 'profile-password', as: 'cleo' },
  {
    route: '/account/profile/sessions',
    name: 'profile-sessions',
    as: 'ben',
    at: async (platform) => (
      await platform.signIn(
        'ben',
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      ),
      '/account/profile/sessions'
    ),
  },
  {
    route: '/account/access/administrators/$id',
    name: 'administrator-own',
    as: 'ada',
    at: async (platform) =>
      `/account/access/administrators/${(await platform.call<{ id: string }>('ada', 'GET', '/account/api/v1/user/me')).id}`,
  },
  { route: '*', name: 'not-found', as: 'ada', at: () => '/account/no-such-page' },
];

type Spec = { path: string; page?: unknown; children?: readonly Spec[] };

/** The addresses of every page of the map; those that only lead elsewhere are none. */
export function pagesOf(specs: readonly Spec[], parent = '/account'): string[] {
  return specs.flatMap((spec) => {
    const address = spec.path === '' ? parent : `${parent}/${spec.path}`;
    return [...(spec.page ? [address] : []), ...pagesOf(spec.children ?? [], address)];
  });
}

/** The pages of the map that nobody visits. */
export function forgotten(specs: readonly Spec[]): string[] {
  const visited = new Set(VISITS.map((visit) => visit.route));
  return pagesOf(specs).filter((address) => !visited.has(address));
}

/** Visits to pages that the map does not have any more. */
export function astray(specs: readonly Spec[]): string[] {
  const pages = new Set([...pagesOf(specs), '*']);
  return VISITS.filter((visit) => !pages.has(visit.route)).map((visit) => `${visit.name} (${visit.route})`);
}
