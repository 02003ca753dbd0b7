import type { Visit } from './visit.ts';

export const visits: readonly Visit[] = [
  {
    route: '/account/access/administrators/$id',
    name: 'administrator-own',
    as: 'ada',
    at: async (platform) => {
      const { id } = await platform.call<{ id: string }>('ada', 'GET', '/account/api/v1/user/me');
      return `/account/access/administrators/${id}`;
    },
  },
];
