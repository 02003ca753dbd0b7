import type { Visit } from './visit.ts';

export const visits: readonly Visit[] = [
  { route: '/account/setup-license', name: 'setup-license', as: null, stage: 'empty' },
  { route: '/account/setup-user', name: 'setup-user', as: null, stage: 'licensed' },
];
