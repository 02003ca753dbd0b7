import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { accountOf } from './accounts.ts';
import { WRITTEN_MS } from './mail.ts';
import { nextNumber, type Platform, type Visit } from './visit.ts';

const ROUTE = '/account/create-user-account';

/** Where the demo's open link leads. */
async function openLink(platform: Platform): Promise<string> {
  const [, id = ''] = /accounts\/(.+)$/.exec(await accountOf(platform, 'nordmark-lb')) ?? [];
  const { items } = await platform.call<{ items: { url: string; state: string }[] }>(
    'ada',
    'GET',
    `/account/ui-api/v1/account/${id}/self-service-link`,
  );
  const { pathname, search } = new URL(items.find(({ state }) => state === 'open')?.url ?? '');
  return pathname + search;
}

/** The passcode of the newest mail to an address, once a job has written it. */
async function passcodeTo(platform: Platform, address: string): Promise<string> {
  const until = performance.now() + WRITTEN_MS;
  while (performance.now() < until) {
    const { items } = await platform.call<{ items: { id: string }[] }>(
      'ada',
      'GET',
      `/account/ui-api/v1/mail?to=${encodeURIComponent(address)}&limit=1`,
    );
    const [mail] = items;
    if (mail) {
      const { text } = await platform.call<{ text: string }>('ada', 'GET', `/account/ui-api/v1/mail/${mail.id}`);
      return /^\d{6}$/m.exec(text)?.[0] ?? '';
    }
    await pause(20);
  }
  throw new Error(`No mail to ${address} was written.`);
}

/** An address that nobody has asked with yet. */
const freshAddress = (): string => `trainee.${nextNumber('trainee', 31)}@nordmark-lb.example`;

/** Begins a request and proves its address. The fragment names it, for the tab that shall go on with it. */
async function prove(platform: Platform): Promise<string> {
  const address = await openLink(platform);
  const email = freshAddress();
  const begin = `/account/ui-api/v1/self-service-request${new URL(address, platform.url).search}`;
  const body = { email, locale: 'en_US' };
  const { id, state } = await platform.call<{ id: string; state: string }>(null, 'POST', begin, body);
  const passcode = await passcodeTo(platform, email);
  const validate = `/account/ui-api/v1/self-service-user/${id}/validate-passcode?state=${state}`;
  await platform.call(null, 'POST', validate, { passcode });
  return `${address}#${id}.${state}`;
}

/** Goes on with it, as the tab would that began it. */
async function goOn(page: Page): Promise<void> {
  await page.evaluate(() => {
    const [id, state] = location.hash.slice(1).split('.');
    const link = new URLSearchParams(location.search).get('state');
    sessionStorage.setItem('self_service_request', JSON.stringify({ link, id, state }));
  });
  await page.reload();
  await page.getByRole('heading', { name: 'Create your user' }).waitFor();
}

export const visits: readonly Visit[] = [
  { route: ROUTE, name: 'create-user', as: null, at: openLink },
  {
    route: ROUTE,
    name: 'create-user-form-wrong',
    as: null,
    at: prove,
    async act(page) {
      await goOn(page);
      await page.getByLabel('User name').fill('cleo');
      await page.getByText('This user name is taken.').first().waitFor();
      await page.getByRole('button', { name: 'Create and sign in' }).click();
    },
  },
  {
    route: ROUTE,
    name: 'create-user-ended',
    as: null,
    at: () => `${ROUTE}?state=unknown-to-the-server`,
    act: async (page) => page.getByRole('heading', { name: 'This link no longer works' }).waitFor(),
    refused: [/^GET 410 .*\/self-service-user$/],
  },
  {
    route: '/account/accounts/$id/create-self-service-link',
    name: 'self-service-link-create-wrong',
    as: 'cleo',
    at: async (platform) => `${await accountOf(platform, 'nordmark-lb')}/create-self-service-link`,
    async act(page) {
      await page.getByRole('textbox', { name: 'Email domains' }).fill('nordmark');
      await page.getByLabel('Last day').fill('');
      await page.getByRole('button', { name: 'Create link' }).click();
    },
  },
];
