import type { Platform, Visit } from './visit.ts';

const PLACE = '/account/ui-api/v1/audit-receiver';
const PAGE = '/account/settings/audit-forwarding';
type Receiver = { id: string; name: string };

/** The receiver of a name, at an address where nobody listens; made where there is none. */
async function receiver(platform: Platform, name = 'Archive in Frankfurt'): Promise<string> {
  const { items } = await platform.call<{ items: Receiver[] }>(
    'ada',
    'GET',
    `${PLACE}?name=${encodeURIComponent(name)}`,
  );
  const known = items.find((one) => one.name === name);
  if (known) return known.id;
  const settings = {
    kind: 'https',
    address: 'https://localhost:9/events',
    own_network: true,
    authentication: 'signature',
    secret: 'whsec_c2lnbmV0LXZpc2l0cw==',
    enabled: false,
  };
  return (await platform.call<Receiver>('ada', 'POST', PLACE, { name, ...settings })).id;
}

export const visits: readonly Visit[] = [
  {
    route: PAGE,
    name: 'audit-forwarding',
    as: 'ada',
    at: async (platform) => (await receiver(platform), PAGE),
  },
  {
    route: PAGE,
    name: 'audit-forwarding-no-permission',
    as: 'ben',
    act: async (page) => page.getByRole('heading', { name: 'You can’t open Audit forwarding' }).waitFor(),
  },
  { route: `${PAGE}/create`, name: 'audit-receiver-create', as: 'ada' },
  {
    route: `${PAGE}/create`,
    name: 'audit-receiver-create-wrong',
    as: 'ada',
    async act(page) {
      await page.getByRole('radio', { name: 'HTTPS' }).check();
      await page.getByRole('radio', { name: 'Bearer token' }).check();
      await page.getByRole('button', { name: 'Create receiver' }).click();
    },
  },
  {
    route: `${PAGE}/$id`,
    name: 'audit-receiver',
    as: 'ada',
    at: async (platform) => `${PAGE}/${await receiver(platform)}`,
  },
  {
    route: `${PAGE}/$id`,
    name: 'audit-receiver-test-failed',
    as: 'ada',
    at: async (platform) => `${PAGE}/${await receiver(platform)}`,
    async act(page) {
      await page.getByRole('button', { name: 'Send test event' }).click();
      await page.getByText('Nobody answers at its address').waitFor();
    },
  },
  {
    route: `${PAGE}/$id`,
    name: 'audit-receiver-send-again',
    as: 'ada',
    at: async (platform) => `${PAGE}/${await receiver(platform)}`,
    async act(page) {
      await page.getByRole('button', { name: 'Send again' }).click();
      await page.getByRole('textbox', { name: 'From index' }).fill('999999');
    },
  },
  {
    route: `${PAGE}/$id`,
    name: 'audit-receiver-delete',
    as: 'ada',
    at: async (platform) => `${PAGE}/${await receiver(platform)}`,
    act: async (page) => page.getByRole('button', { name: 'Delete receiver' }).click(),
  },
  {
    route: `${PAGE}/$id/edit`,
    name: 'audit-receiver-edit',
    as: 'ada',
    at: async (platform) => `${PAGE}/${await receiver(platform)}/edit`,
  },
  ...['', '/edit'].map((below): Visit => ({
    route: `${PAGE}/$id${below}`,
    name: `audit-receiver-missing${below.replace('/', '-')}`,
    as: 'ada',
    at: () => `${PAGE}/01a1fc66-0000-7000-8000-000000000000${below}`,
    act: async (page) => page.getByRole('heading', { name: 'Page not found' }).waitFor(),
    refused: [/^GET 404 .*\/audit-receiver\/01a1fc66-/],
  })),
];
