import { ownIdOf, type Platform, type Visit } from './visit.ts';

const ofCleo =
  (below: string) =>
  async (platform: Platform): Promise<string> =>
    `/account/access/administrators/${await ownIdOf(platform, 'cleo')}/${below}`;

const ofServiceUser =
  (below: string) =>
  async (platform: Platform): Promise<string> => {
    const path = '/account/ui-api/v1/service-user?name=payment';
    const { items } = await platform.call<{ items: { id: string }[] }>('ada', 'GET', path);
    return `/account/access/service-user/${items[0]?.id ?? ''}/${below}`;
  };

export const visits: readonly Visit[] = [
  { route: '/account/profile/client-certificates', name: 'client-certificates', as: 'cleo' },
  {
    route: '/account/profile/client-certificates',
    name: 'client-certificate',
    as: 'cleo',
    act: async (page) => page.getByRole('button', { name: 'Laptop', exact: true }).click(),
  },
  {
    route: '/account/access/administrators/$id/client-auth',
    name: 'client-certificate-generate',
    as: 'ada',
    at: ofCleo('client-auth'),
  },
  {
    route: '/account/access/administrators/$id/upload-certificate',
    name: 'client-certificate-upload',
    as: 'ada',
    at: ofCleo('upload-certificate'),
  },
  {
    route: '/account/access/service-user/$id/client-auth',
    name: 'service-user-certificate-generate',
    as: 'ada',
    at: ofServiceUser('client-auth'),
  },
  {
    route: '/account/access/service-user/$id/upload-certificate',
    name: 'service-user-certificate-upload',
    as: 'ada',
    at: ofServiceUser('upload-certificate'),
  },
];
