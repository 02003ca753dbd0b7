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
  },
];
