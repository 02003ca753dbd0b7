import type { Visit } from './visit.ts';

export const visits: readonly Visit[] = [
  {
    route: '/account/access/administrators/$id',
    name: 'administrator-own',
    as: 'ada',
    at: async (platform) =>
      `/account/access/administrators/${(await platform.call<{ id: string }>('ada', 'GET', '/account/api/v1/user/me')).id}`,
  },
];
