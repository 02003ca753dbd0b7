import type { Visit } from './visit.ts';

export const visits: readonly Visit[] = [
  { route: '/account', name: 'home', as: 'ada' },
  { route: '/account/start', name: 'start', as: 'emil' },
  {
    route: '/account/welcome',
    name: 'welcome-public',
    as: null,
    at: () => '/account/welcome?app=ca_manager&message=Ask%20for%20a%20role%20in%20it.',
  },
  { route: '/account/welcome', name: 'welcome', as: 'emil' },
  { route: '/account/redirect', name: 'redirect', as: 'ada' },
  { route: '*', name: 'not-found', as: 'ada', at: () => '/account/no-such-page' },
];
