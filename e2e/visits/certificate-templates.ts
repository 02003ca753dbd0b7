import type { Platform, Visit } from './visit.ts';

const templateOf = async (platform: Platform): Promise<string> =>
  (await platform.call<{ items: { id: string }[] }>('ada', 'GET', '/account/ui-api/v1/template?sort=name:asc')).items[0]
    ?.id ?? '';
const at = async (platform: Platform): Promise<string> =>
  `/account/ca/certificate-templates/${await templateOf(platform)}`;

export const visits: readonly Visit[] = [
  { route: '/account/ca/certificate-templates', name: 'certificate-templates', as: 'ada' },
  { route: '/account/ca/certificate-templates/$id', name: 'certificate-template', as: 'ada', at },
  {
    route: '/account/ca/certificate-templates/create',
    name: 'certificate-template-create',
    as: 'ada',
    act: async (page) => page.getByRole('button', { name: 'Create template' }).click(),
  },
  {
    route: '/account/ca/certificate-templates/$id/edit',
    name: 'certificate-template-edit',
    as: 'ada',
    at: async (platform) => `${await at(platform)}/edit`,
  },
];
