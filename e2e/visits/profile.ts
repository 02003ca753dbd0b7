import type { Visit } from './visit.ts';

export const visits: readonly Visit[] = [
  { route: '/account/profile/security', name: 'profile-security', as: 'cleo' },
  { route: '/account/profile', name: 'profile', as: 'ada' },
  { route: '/account/profile/edit', name: 'profile-edit', as: 'ada' },
  {
    route: '/account/profile/edit',
    name: 'profile-edit-aliases',
    as: 'ada',
    act: async (page) => page.getByRole('button', { name: 'Add alias' }).click(),
  },
  {
    route: '/account/profile/edit',
    name: 'profile-edit-locked',
    as: 'ines',
    // Names, user name and email.
    act: async (page) => page.locator('input[readonly]').nth(3).waitFor(),
  },
  { route: '/account/profile/password', name: 'profile-password', as: 'cleo' },
  {
    route: '/account/profile/sessions',
    name: 'profile-sessions',
    as: 'ben',
    at: async (platform) => (
      await platform.signIn(
        'ben',
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
          'Version/18.0 Safari/605.1.15',
      ),
      '/account/profile/sessions'
    ),
  },

  { route: '/account/profile/access', name: 'profile-access', as: 'emil' },
  {
    route: '/account/profile/access',
    name: 'profile-access-missing',
    as: 'cleo',
    at: () => '/account/profile/access?check=featureFlags.manage',
  },
  {
    route: '/account/profile/edit',
    name: 'profile-edit-wrong',
    as: 'cleo',
    async act(page) {
      await page.getByLabel('First name').fill('');
      await page.getByLabel('Email').fill('cleo@nowhere');
      await page.getByRole('button', { name: 'Save profile' }).click();
    },
  },
  {
    route: '/account/profile/password',
    name: 'profile-password-wrong',
    as: 'cleo',
    async act(page) {
      await page.getByLabel('New password').fill('short');
      await page.getByRole('button', { name: 'Change password' }).click();
    },
  },
  {
    route: '/account/profile/sessions',
    name: 'profile-sessions-end',
    as: 'ben',
    at: async (platform) => (await platform.signIn('ben'), '/account/profile/sessions'),
    act: async (page) => page.getByRole('button', { name: 'End session' }).first().click(),
  },
];
