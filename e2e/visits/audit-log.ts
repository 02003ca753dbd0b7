import type { Platform, Visit } from './visit.ts';

/** The newest event that changed a value, as the person sees it. */
async function changeOf(platform: Platform, person: string): Promise<string> {
  const { items } = await platform.call<{ items: { id: string }[] }>(
    person,
    'GET',
    '/account/ui-api/v1/audit-log?limit=1',
  );
  return `/account/reporting/logging/${items[0]?.id ?? ''}`;
}

export const visits: readonly Visit[] = [
  { route: '/account/reporting', name: 'reporting', as: 'cleo' },
  { route: '/account/reporting/logging', name: 'audit-log', as: 'ada' },
  {
    route: '/account/reporting/logging',
    name: 'audit-log-filters',
    as: 'ada',
    at: () => '/account/reporting/logging?action=LOGIN&result=failure&from=2026-01-01',
  },
  {
    route: '/account/reporting/logging',
    name: 'audit-log-resource-filter',
    as: 'cleo',
    act: async (page) => {
      await page.getByRole('button', { name: 'Add filter' }).click();
      await page.getByRole('button', { name: 'Resource type' }).click();
    },
  },
  {
    route: '/account/reporting/logging/$id',
    name: 'audit-event',
    as: 'ada',
    at: (platform) => changeOf(platform, 'ada'),
    act: async (page) => page.getByRole('button', { name: 'Verify' }).click(),
  },
];
