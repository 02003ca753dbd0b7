import { withLinux } from './assistant.ts';
import { seatOf } from './seats.ts';
import type { Platform, Visit } from './visit.ts';

type Made = { id: string; link: string };

/** A new invitation for a seat of Nordmark's, in which something is asked of the invited person. */
export async function invite(platform: Platform, values: Record<string, unknown> = {}): Promise<Made> {
  const { primary_account_id: account } = await platform.call<{ primary_account_id: string }>(
    'cleo',
    'GET',
    '/account/api/v1/user/me',
  );
  const seat = await seatOf(platform);
  const { type } = await platform.call<{ type: string }>('cleo', 'GET', `/account/ui-api/v2/seat/${seat}`);
  const { items } = await platform.call<{ items: { id: string; seat_types: string[] }[] }>(
    'cleo',
    'GET',
    `/account/ui-api/v1/account/${account}/template?limit=100`,
  );
  const template = items.find(({ seat_types: types }) => types.includes(type));
  return platform.call<Made>('cleo', 'POST', '/account/ui-api/v2/enrollment', {
    seat_id: seat,
    email: 'maren.nordhoff@nordmark.example',
    template_id: template?.id,
    keystore_location: 'browser',
    ...values,
  });
}
const byLink =
  (values?: Record<string, unknown>) =>
  async (platform: Platform): Promise<string> =>
    new URL((await invite(platform, values)).link).pathname;

const route = '/account/enrollment/$enrollmentId/$enrollmentCode';
const errorRoute = '/account/clientAuthLoginVerificationError/{-$errorCode}/{-$errorMessage}';

export const visits: readonly Visit[] = [
  { route, name: 'enrollment', as: null, at: byLink() },
  {
    route,
    name: 'enrollment-asked-wrong',
    as: null,
    at: byLink({ asked: ['organization_units', 'email'], locality: 'Hamburg' }),
    async act(page) {
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    route,
    name: 'enrollment-file',
    as: null,
    at: byLink(),
    async act(page) {
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByLabel('Repeat passphrase').waitFor();
    },
  },
  {
    route,
    name: 'enrollment-assistant',
    as: null,
    at: byLink({ keystore_location: 'software' }),
    async act(page) {
      await withLinux(page);
      await page.reload();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('button', { name: 'Check again' }).waitFor();
    },
  },
  {
    route: errorRoute,
    name: 'enrollment-refused',
    as: null,
    at: () => '/account/clientAuthLoginVerificationError/redeemed#enrollment',
  },
  {
    route: '/account/ca/enrollments',
    name: 'enrollments',
    as: 'cleo',
    at: async (platform) => (await invite(platform), '/account/ca/enrollments'),
  },
  {
    route: '/account/ca/enrollments/bulk/$plan',
    name: 'enrollments-resend-plan',
    as: 'cleo',
    async at(platform) {
      const open = await invite(platform);
      const over = await invite(platform);
      await platform.call('cleo', 'PUT', `/account/ui-api/v2/enrollment/${over.id}/status`, { status: 'canceled' });
      const { id } = await platform.call<{ id: string }>('cleo', 'POST', '/account/ui-api/v2/enrollment/bulk/resend', {
        ids: [open.id, over.id],
        input: {},
      });
      return `/account/ca/enrollments/bulk/${id}`;
    },
  },
  { route: '/account/ca/enrollments/bulk-create', name: 'enrollments-many', as: 'cleo' },
  {
    route: '/account/ca/enrollments/bulk-create',
    name: 'enrollments-many-wrong',
    as: 'cleo',
    async act(page) {
      await page.locator('input[type=file]').setInputFiles({
        name: 'people.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(
          'first_name,last_name,email,organization_units\n' +
            'Nora,Falk,nora.falk@nordmark-lb.example,Treasury\n' +
            'Olaf,Gran,olaf.gran,Treasury\n',
        ),
      });
      await page.getByRole('combobox', { name: 'Template' }).selectOption({ index: 1 });
      await page.getByRole('button', { name: 'Check the list' }).click();
      await page.getByText('1 person can be invited').waitFor();
    },
  },
  { route: '/account/ca/enrollments/create', name: 'enrollment-create', as: 'cleo' },
  {
    route: '/account/ca/enrollments/create',
    name: 'enrollment-create-address',
    as: 'cleo',
    async act(page) {
      await page.getByRole('radio', { name: 'Somebody by their email address' }).click();
      await page.getByRole('radio', { name: 'Hardware token' }).click();
      await page.getByRole('button', { name: 'Send invitation' }).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    route: '/account/ca/enrollments/$id',
    name: 'enrollment-detail',
    as: 'cleo',
    at: async (platform) => `/account/ca/enrollments/${(await invite(platform)).id}`,
  },
];
