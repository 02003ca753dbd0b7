import { DEMO_PASSWORD } from '../../tools/running-server.ts';
import { linkTo } from './mail.ts';
import type { Visit } from './visit.ts';

export const visits: readonly Visit[] = [
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
    refused: [/^POST 410 .*\/callback\/check$/],
  },
  {
    route: '/account/callback/oauth',
    name: 'callback-asks',
    as: null,
    at: async (platform) => {
      const answer = await fetch(`${platform.url}/imauth/api/v1/auto-login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ user_name: 'carl', password: DEMO_PASSWORD }),
      });
      return ((await answer.json()) as { return_url: string }).return_url;
    },
  },
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
    // Asked for with the person, before it is known that the terms are open.
    refused: [/^GET 403 .*\/(?:permission|applications|features|list-setting)$/],
  },

  {
    route: '/account/login',
    name: 'login-japanese',
    as: null,
    act: async (page) => void (await page.getByRole('combobox', { name: 'Language' }).selectOption('ja_JP')),
  },
  {
    route: '/account/login',
    name: 'login-unknown',
    as: null,
    at: () => '/account/login?error=username_not_found',
  },
  {
    route: '/account/login',
    name: 'login-wrong-password',
    as: null,
    async act(page) {
      await page.getByLabel('User name').fill('jonas');
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByLabel('Password', { exact: true }).fill('not the password');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('The password does not match this user name.').waitFor();
    },
    refused: [/^POST 401 .*\/auth\/login$/],
  },
  {
    route: '/account/forgot-password',
    name: 'forgot-password-sent',
    as: null,
    async act(page) {
      await page.getByLabel('User name').fill('nobody-by-this-name');
      await page.getByRole('button', { name: 'Send the link' }).click();
      await page.getByRole('heading', { name: 'Look into your mailbox' }).waitFor();
      await page.getByText('If this user name is known, an email with a link is on its way.').waitFor();
    },
  },
  {
    route: '/account/reset-password/$userId/$code',
    name: 'reset-password-used',
    as: null,
    at: async (platform) => `${(await linkTo(platform, 'carl')).slice(0, -6)}wrong1`,
    refused: [/^POST 410 .*\/auth\/check-code$/],
  },
  {
    route: '/account/verify/$userId/$verificationCode',
    name: 'verify-wrong',
    as: null,
    at: (platform) => linkTo(platform, 'ravi'),
    async act(page) {
      await page.getByLabel('User name').fill('ada');
      await page.getByLabel('Password', { exact: true }).fill('weak');
      await page.getByRole('button', { name: 'Finish and sign in' }).click();
    },
  },
];
