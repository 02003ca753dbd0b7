import type { Platform, Visit } from './visit.ts';

/** A seat of Nordmark's. */
export const seatOf = async (platform: Platform): Promise<string> =>
  (await platform.call<{ items: { id: string }[] }>('cleo', 'GET', '/account/ui-api/v1/seat?name=SN-4471-07')).items[0]
    ?.id ?? '';

const at =
  (below: string) =>
  async (platform: Platform): Promise<string> =>
    `/account/ca/seats/${await seatOf(platform)}${below}`;

export const visits: readonly Visit[] = [
  { route: '/account/ca/seats', name: 'seats', as: 'cleo' },
  { route: '/account/ca/seats/create', name: 'seat-create', as: 'cleo' },
  { route: '/account/ca/seats/$id', name: 'seat', as: 'cleo', at: at('') },
  { route: '/account/ca/seats/$id/edit', name: 'seat-edit', as: 'cleo', at: at('/edit') },
  {
    route: '/account/ca/seats/$id/issue',
    name: 'seat-issue',
    as: 'cleo',
    at: at('/issue'),
    async act(page) {
      await page.getByRole('radio', { name: 'The key is elsewhere' }).click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByLabel('Certificate request', { exact: true }).waitFor();
    },
  },
];
