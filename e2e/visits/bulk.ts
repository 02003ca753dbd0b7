import { mailTo } from './mail.ts';
import type { Platform, Visit } from './visit.ts';

const API = '/account/ui-api/v1';

/** Makes a plan and answers its id. */
async function planOf(platform: Platform, path: string, body: object): Promise<string> {
  return (await platform.call<{ id: string }>('ada', 'POST', `${API}/${path}`, body)).id;
}

/** A run that has ended: accounts are given the language that they have already, but for those that have another. */
async function ended(platform: Platform): Promise<string> {
  const id = await planOf(platform, 'account/bulk/language', { filters: { name: 'bank' }, input: { locale: 'en_US' } });
  const plan = await platform.call<{ verdicts: { change: number } }>('ada', 'GET', `${API}/bulk/${id}`);
  if (plan.verdicts.change === 0) return id;
  await platform.call('ada', 'PUT', `${API}/bulk/${id}/run`);
  await untilDone(platform, id);
  return id;
}

/** A run of Ada's that has ended and that nobody has looked at: an account is given a language that it has not. */
async function endedUnseen(platform: Platform): Promise<void> {
  for (const locale of ['fr_FR', 'en_US']) {
    const id = await planOf(platform, 'account/bulk/language', { filters: { name: 'aalto' }, input: { locale } });
    const plan = await platform.call<{ verdicts: { change: number } }>('ada', 'GET', `${API}/bulk/${id}`);
    if (plan.verdicts.change === 0) continue;
    await platform.call('ada', 'PUT', `${API}/bulk/${id}/run`);
    await untilDone(platform, id);
    return;
  }
}

async function untilDone(platform: Platform, id: string): Promise<void> {
  for (;;) {
    const { status } = await platform.call<{ status: string }>('ada', 'GET', `${API}/bulk/${id}`);
    if (status === 'done') return;
  }
}

export const visits: readonly Visit[] = [
  {
    route: '/account/accounts/bulk/$plan',
    name: 'bulk-plan',
    as: 'ada',
    async at(platform) {
      const off = { filters: { name: 'tr' }, input: { active: false } };
      return `/account/accounts/bulk/${await planOf(platform, 'account/bulk/active', off)}`;
    },
  },
  {
    route: '/account/accounts/bulk/$plan',
    name: 'bulk-result',
    as: 'ada',
    at: async (platform) => `/account/accounts/bulk/${await ended(platform)}`,
  },
  {
    route: '/account/ca/organizations/bulk/$plan',
    name: 'bulk-plan-organizations',
    as: 'ada',
    async at(platform) {
      const selection = { filters: { name: 'nordmark' }, input: {} };
      return `/account/ca/organizations/bulk/${await planOf(platform, 'organization/bulk/delete', selection)}`;
    },
  },
  {
    route: '/account/settings/outgoing-mail/bulk/$plan',
    name: 'bulk-plan-mail',
    as: 'ada',
    async at(platform) {
      await mailTo(platform, 'cleo');
      const id = await planOf(platform, 'mail/bulk/resend', { filters: {}, input: {} });
      return `/account/settings/outgoing-mail/bulk/${id}`;
    },
  },
  {
    route: '/account/bulk',
    name: 'bulk-actions',
    as: 'ada',
    async at(platform) {
      await ended(platform);
      await planOf(platform, 'account/bulk/active', { filters: { name: 'tr' }, input: { active: false } });
      return '/account/bulk';
    },
  },
  {
    route: '/account/bulk',
    name: 'bulk-bell',
    as: 'ada',
    async at(platform) {
      await endedUnseen(platform);
      return '/account/bulk';
    },
    act: (page) => page.getByRole('button', { name: /^Notifications/ }).click(),
  },
];
