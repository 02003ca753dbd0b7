import { nextNumber, type Platform, type Visit } from './visit.ts';

const BUILT_IN = '/account/ui-api/v1/profile?built_in=true&cert_type=end_entity&sort=name:asc';
const builtIn = async (platform: Platform): Promise<string> =>
  (await platform.call<{ items: { id: string }[] }>('ada', 'GET', BUILT_IN)).items[0]?.id ?? '';

/** One that people made. */
const custom = async (platform: Platform): Promise<string> =>
  (
    await platform.call<{ id: string }>('ada', 'POST', '/account/ui-api/v1/profile', {
      name: `Card readers, series ${nextNumber('card readers', 4)}`,
      key_usage: ['digitalSignature'],
      purposes: ['client_auth'],
      key_types: ['ec_p256', 'rsa_3072'],
      days: 90,
    })
  ).id;

export const visits: readonly Visit[] = [
  { route: '/account/ca/certificate-profiles', name: 'certificate-profiles', as: 'ada' },
  {
    route: '/account/ca/certificate-profiles/$id',
    name: 'certificate-profile',
    as: 'ada',
    at: async (platform) => `/account/ca/certificate-profiles/${await builtIn(platform)}`,
  },
  {
    route: '/account/ca/certificate-profiles/create',
    name: 'certificate-profile-create',
    as: 'ada',
    act: async (page) => page.getByRole('button', { name: 'Create profile' }).click(),
  },
  {
    route: '/account/ca/certificate-profiles/$id/edit',
    name: 'certificate-profile-edit',
    as: 'ada',
    at: async (platform) => `/account/ca/certificate-profiles/${await custom(platform)}/edit`,
  },
];
