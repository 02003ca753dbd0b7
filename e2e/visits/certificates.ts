import type { Platform, Visit } from './visit.ts';

/** A certificate that is good. */
const certificateOf = async (platform: Platform): Promise<string> =>
  (
    await platform.call<{ items: { id: string }[] }>(
      'cleo',
      'GET',
      '/account/ui-api/v1/certificate?status=issued&sort=common_name:asc',
    )
  ).items[0]?.id ?? '';

const at = async (platform: Platform): Promise<string> => `/account/ca/certificates/${await certificateOf(platform)}`;

export const visits: readonly Visit[] = [
  { route: '/account/ca/certificates', name: 'certificates', as: 'cleo' },
  { route: '/account/ca/certificates/$id', name: 'certificate', as: 'cleo', at },
  {
    route: '/account/ca/certificates/$id',
    name: 'certificate-revoke',
    as: 'cleo',
    at,
    act: async (page) => page.getByRole('button', { name: 'Revoke' }).click(),
  },
  {
    route: '/account/ca/certificates/bulk/$plan',
    name: 'certificates-plan',
    as: 'cleo',
    async at(platform) {
      const plan = await platform.call<{ id: string }>('cleo', 'POST', '/account/ui-api/v1/certificate/bulk/revoke', {
        ids: [await certificateOf(platform)],
        input: { reason: 'superseded' },
      });
      return `/account/ca/certificates/bulk/${plan.id}`;
    },
  },
];
