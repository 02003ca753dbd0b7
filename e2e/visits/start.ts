import type { Visit } from './visit.ts';

export const visits: readonly Visit[] = [
  { route: '/account', name: 'home', as: 'ada' },
  { route: '/account/start', name: 'start', as: 'emil' },
  { route: '/account/overview', name: 'overview', as: 'ada' },
  { route: '/account/overview', name: 'overview-account', as: 'jonas' },
  {
    route: '/account/welcome',
    name: 'welcome-public',
    as: null,
    at: () => '/account/welcome?app=ca_manager&message=Ask%20for%20a%20role%20in%20it.',
  },
  { route: '/account/welcome', name: 'welcome', as: 'emil' },
  { route: '/account/redirect', name: 'redirect', as: 'ada' },
  { route: '*', name: 'not-found', as: 'ada', at: () => '/account/no-such-page' },

  {
    route: '/account/accounts',
    name: 'help',
    as: 'ada',
    wideOnly: true,
    async act(page) {
      await page.getByRole('button', { name: 'Help' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    route: '/account/accounts',
    name: 'person-menu',
    as: 'ada',
    async act(page) {
      await page.getByRole('button', { name: /profile and sign out/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    },
  },
  {
    route: '/account/ca/organizations',
    name: 'account-switch',
    as: 'jonas',
    async act(page) {
      await page.getByRole('button', { name: /switch account/ }).click();
      await page.getByRole('menu').waitFor();
    },
  },
  { route: '*', name: 'not-found-signed-out', as: null, at: () => '/account/no-such-page' },
  { route: '*', name: 'not-found-legal', as: null, at: () => '/account/legal/imprint' },
];
