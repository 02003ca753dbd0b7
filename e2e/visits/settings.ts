import { mailTo } from './mail.ts';
import type { Visit } from './visit.ts';

export const visits: readonly Visit[] = [
  {
    route: '/account/settings',
    name: 'settings',
    as: 'ada',
    at: async (platform) => (await mailTo(platform, 'cleo'), '/account/settings'),
  },
  {
    route: '/account/settings',
    name: 'settings-partner',
    as: 'ben',
    act: async (page) => page.getByText('Valid until').waitFor(),
  },
  {
    route: '/account/settings',
    name: 'settings-no-permission',
    as: 'cleo',
    act: async (page) => page.getByRole('heading', { name: 'You can’t open Platform settings' }).waitFor(),
  },
  { route: '/account/settings/login-page', name: 'settings-login', as: 'ada' },
  { route: '/account/settings/addresses', name: 'settings-addresses', as: 'ada' },
  { route: '/account/settings/mail-server', name: 'settings-mail', as: 'ada' },
  { route: '/account/settings/sessions', name: 'settings-sessions', as: 'ada' },
  { route: '/account/settings/assistant-versions', name: 'settings-assistant', as: 'ada' },
  { route: '/account/settings/feature-flags', name: 'feature-flags', as: 'ada' },
  { route: '/account/settings/update-license', name: 'update-license', as: 'ada' },

  {
    route: '/account/settings/feature-flags',
    name: 'feature-flag-for-account',
    as: 'ada',
    act: async (page) =>
      page
        .getByRole('button', { name: /Add account/ })
        .first()
        .click(),
  },
];
