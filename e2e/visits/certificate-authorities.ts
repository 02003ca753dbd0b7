import type { Platform, Visit } from './visit.ts';

const PAGE = '/account/ca/authorities';

/** The platform's authority that signs; a job has made it after the setup. */
async function issuing(platform: Platform): Promise<string> {
  const place = '/certificate-authority/api/v1/ca?kind=issuing&state=active';
  return (await platform.call<{ items: { id: string }[] }>('ada', 'GET', place)).items[0]?.id ?? '';
}

export const visits: readonly Visit[] = [
  { route: PAGE, name: 'authorities', as: 'ada' },
  {
    route: `${PAGE}/create`,
    name: 'authority-create-wrong',
    as: 'ada',
    act: async (page) => page.getByRole('button', { name: 'Create certificate authority' }).click(),
  },
  { route: `${PAGE}/$id`, name: 'authority', as: 'ada', at: async (platform) => `${PAGE}/${await issuing(platform)}` },
  {
    route: `${PAGE}/$id/renew`,
    name: 'authority-renew',
    as: 'ada',
    at: async (platform) => `${PAGE}/${await issuing(platform)}/renew`,
  },
];
