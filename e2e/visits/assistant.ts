import type { Visit } from './visit.ts';

export const visits: readonly Visit[] = [
  { route: '/account/dta-sign-in-success-info', name: 'assistant-signed-in', as: null },
  { route: '/account/profile/keys', name: 'keys', as: 'ada' },
];
