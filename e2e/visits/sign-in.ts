import { DEMO_PASSWORD } from '../../tools/running-server.ts';
import { linkTo, pickupLink } from './mail.ts';
import type { Platform, Visit } from './visit.ts';

/** Other mail tells the same person of their sign-ins. */
const resetLink = (platform: Platform): Promise<string> => linkTo(platform, 'carl', 'password-reset');

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
    route: '/account/login/second-factor',
    name: 'login-second-factor',
    as: null,
    // A sign-in of this tab that awaits its code.
    async act(page) {
      const awaited = JSON.stringify({ signIn: 'unknown', app: true, key: true, setUp: false });
      await page.evaluate((kept) => sessionStorage.setItem('login_second_factor', kept), awaited);
      await page.reload();
      await page.getByLabel('Code from the app').waitFor();
    },
  },
  {
    route: '/account/callback/oauth',
    name: 'callback-failed',
    as: null,
    at: () => '/account/callback/oauth?ticket=used',
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
  {
    route: '/account/callback/provider',
    name: 'callback-provider',
    as: null,
    at: () => '/account/callback/provider?error=OTHER_PERSON',
  },
  { route: '/account/forgot-password', name: 'forgot-password', as: null },
  {
    route: '/account/reset-password/$userId/$code',
    name: 'reset-password',
    as: null,
    at: resetLink,
  },
  {
    route: '/account/recover',
    name: 'recover',
    as: null,
    at: () => '/account/recover#00000000-0000-4000-8000-000000000500/made-by-the-command',
    // The command that makes a link is another process, beside the platform.
    async act(page) {
      await page.route('**/auth/check-code', (route) => route.fulfill({ json: { activation: null } }));
      await page.reload();
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
    },
    refused: [/^POST 410 .*\/check-code$/],
  },
  {
    route: '/account/sign-in-setup',
    name: 'sign-in-setup',
    as: null,
    at: () => '/account/sign-in-setup#00000000-0000-4000-8000-000000000500/made-by-an-administrator',
    // A link is shown once, to whoever makes it.
    async act(page) {
      const own = 'https://signet.example/saml';
      await page.route('**/auth/sign-in-setup/open', (route) =>
        route.fulfill({
          json: {
            purpose: 'saml',
            account_name: 'Nordmark',
            expires_at: '2026-11-24 12:00:00',
            service_provider_config: { entity_id: own, acs_url: `${own}/acs`, logout_url: `${own}/logout` },
            redirect_uri: null,
          },
        }),
      );
      await page.reload();
      await page.getByRole('button', { name: 'Save' }).waitFor();
    },
    refused: [/^POST 410 .*\/sign-in-setup\/open$/],
  },
  {
    route: '/account/certificate-pickup',
    name: 'certificate-pickup',
    as: null,
    at: (platform) => pickupLink(platform, 'emil'),
  },
  {
    route: '/account/certificate-pickup',
    name: 'certificate-pickup-used',
    as: null,
    at: () => '/account/certificate-pickup#00000000-0000-4000-8000-000000000500/used',
    refused: [/^POST 410 .*\/certificate-pickup\/check$/],
  },
  {
    route: '/account/certificate-pickup',
    name: 'certificate-pickup-asks',
    as: null,
    at: () => '/account/certificate-pickup',
    async act(page) {
      await page.getByLabel('Link or code from your email').fill('the link of the email');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('This is no link to a certificate.').first().waitFor();
    },
  },
  {
    route: '/account/verify/$userId/$verificationCode',
    name: 'verify',
    as: null,
    at: (platform) => linkTo(platform, 'ravi'),
  },
  {
    route: '/account/verify/$userId/$verificationCode',
    name: 'verify-activate',
    as: null,
    at: (platform) => linkTo(platform, 'ravi'),
    // As the link of somebody who signs documents is answered, where a flag has it so.
    async act(page) {
      const activation = { name: 'Ravi Menon', account_name: 'Nordmark Landesbank' };
      await page.route('**/auth/check-code', (route) => route.fulfill({ json: { activation } }));
      await page.reload();
      await page.getByLabel('User name').fill('ravi');
      await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
      await page.getByLabel('Confirm password', { exact: true }).fill(DEMO_PASSWORD);
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByRole('heading', { name: 'Activate signing' }).waitFor();
    },
  },
  {
    route: '/account/agreement/$userId',
    name: 'agreement',
    as: 'tove',
    at: async (platform) =>
      `/account/agreement/${(await platform.call<{ id: string }>('tove', 'GET', '/account/api/v1/user/me')).id}`,
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
      await page.getByRole('heading', { name: 'Check your mailbox' }).waitFor();
      await page.getByText('If this user name is known, an email with a link is on its way.').waitFor();
    },
  },
  {
    route: '/account/reset-password/$userId/$code',
    name: 'reset-password-used',
    as: null,
    at: async (platform) => `${(await resetLink(platform)).slice(0, -6)}wrong1`,
    refused: [/^POST 410 .*\/auth\/check-code$/],
  },
  {
    route: '/account/unlock/$userId/$code',
    name: 'unlock-used',
    as: null,
    at: async (platform) => (await resetLink(platform)).replace('reset-password', 'unlock'),
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
