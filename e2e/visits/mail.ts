import { expect } from '@playwright/test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Platform, Visit } from './visit.ts';

/** A job writes a mail within this, in milliseconds, on a busy machine. */
export const WRITTEN_MS = 20_000;

/** The id of the newest mail to somebody, of this kind or any; where there is none, a new password is asked for. */
export async function mailTo(platform: Platform, person: string, kind?: string): Promise<string> {
  const newest = `/account/ui-api/v1/mail?to=${person}&limit=100`;
  const find = async () => {
    const { items } = await platform.call<{ items: { id: string; kind: string }[] }>('ada', 'GET', newest);
    return items.find((mail) => kind === undefined || mail.kind === kind)?.id;
  };
  const known = await find();
  if (known !== undefined) return known;
  await platform.call(null, 'POST', '/account/ui-api/v1/auth/forgot-password', { user_name: person, locale: 'en_US' });
  // A job writes it, a moment after the answer.
  const until = performance.now() + WRITTEN_MS;
  while (performance.now() < until) {
    const written = await find();
    if (written !== undefined) return written;
    await pause(20);
  }
  throw new Error(`No mail to ${person} was written.`);
}

/**
 * Where the link in somebody's newest mail leads, of this kind or any, once that is one with a link: a job may be about
 * to write it.
 */
export async function linkTo(platform: Platform, person: string, kind?: string): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const address = `/account/ui-api/v1/mail/${await mailTo(platform, person, kind)}`;
    const { text } = await platform.call<{ text: string }>('ada', 'GET', address);
    link = /https?:\/\/\S+/.exec(text)?.[0];
    expect(link).toBeDefined();
  }).toPass();
  const { pathname, hash } = new URL(link ?? '');
  return `${pathname}${hash}`;
}

/** Where the link leads by which somebody of Nordmark makes a certificate; people of its account may have one then. */
export async function pickupLink(platform: Platform, person: string): Promise<string> {
  const { items } = await platform.call<{ items: { id: string }[] }>(
    'cleo',
    'GET',
    `/account/ui-api/v1/user?name=${person}&limit=1`,
  );
  const { id = '' } = items[0] ?? {};
  const { primary_account_id: account } = await platform.call<{ primary_account_id: string }>(
    'cleo',
    'GET',
    '/account/api/v1/user/me',
  );
  await platform.call('cleo', 'PUT', `/account/ui-api/v1/account/${account}/enable-cac`, { enabled: true });
  await platform.call('cleo', 'PUT', `/account/ui-api/v1/user/${id}/sendSetupCacBasedLoginEmail`);
  return linkTo(platform, person);
}

export const visits: readonly Visit[] = [
  {
    route: '/account/settings/outgoing-mail',
    name: 'outgoing-mail',
    as: 'ada',
    at: async (platform) => (await mailTo(platform, 'cleo'), '/account/settings/outgoing-mail'),
  },
  {
    route: '/account/settings/outgoing-mail/$id',
    name: 'outgoing-mail-item',
    as: 'ada',
    at: async (platform) => `/account/settings/outgoing-mail/${await mailTo(platform, 'cleo')}`,
  },

  {
    route: '/account/settings/outgoing-mail/$id',
    name: 'outgoing-mail-missing',
    as: 'ada',
    at: () => '/account/settings/outgoing-mail/01a1fc66-0000-7000-8000-000000000000',
    act: async (page) => page.getByRole('heading', { name: 'Page not found' }).waitFor(),
    refused: [/^GET 404 .*\/mail\/01a1fc66-/],
  },
  {
    route: '/account/settings/outgoing-mail',
    name: 'outgoing-mail-no-permission',
    as: 'ben',
    act: async (page) => page.getByRole('heading', { name: 'You can’t open Outgoing mail' }).waitFor(),
  },
];
