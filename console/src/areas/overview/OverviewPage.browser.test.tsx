import type { AuditEventRow } from '@signet/contract/areas/audit-log';
import type { Ending } from '@signet/contract/areas/ends-soon';
import { daysAfter } from '@signet/contract/areas/ends-soon-record';
import type { Arrival } from '@signet/contract/areas/migration';
import type { BulkPlanSummary } from '@signet/contract/bulk';
import { payloadDate } from '@signet/contract/dates';
import type { Permission } from '@signet/contract/viewer';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerWith, type Asked } from '../../testing/answers.ts';
import { ARRIVAL } from '../../testing/arrivals.ts';
import { renderPart } from '../../testing/render.tsx';
import OverviewPage from './OverviewPage.tsx';

const TODAY = payloadDate(new Date());
const ID = '00000000-0000-4000-8000-000000000300';
const ENDING: Ending = {
  key: `account:${ID}`,
  kind: 'account',
  name: 'Municipality of Veldrecht',
  record_id: ID,
  account_id: ID,
  account_name: 'Municipality of Veldrecht',
  app_code: null,
  owner_name: null,
  service_user: false,
  ends_at: `${daysAfter(TODAY, 10)} 00:00:00`,
  ends_on: daysAfter(TODAY, 9),
  last_used_at: null,
  people: 48,
  certificates: 1204,
  snooze: null,
};
const EVENT: AuditEventRow = {
  id: '00000000-0000-4000-8000-000000000700',
  at: '2026-11-20 12:00:00',
  action: 'UPDATE',
  resource_type: 'ORGANIZATION',
  resource_id: ID,
  resource_name: 'Nordmark Treasury',
  account_id: ID,
  account_name: 'Nordmark Landesbank',
  actor_id: '00000000-0000-4000-8000-000000000701',
  actor_name: 'Cleo Ferreira',
  actor_scope: 'system',
  actor_via: 'session',
  result: 'success',
  message: null,
};
const RUN: BulkPlanSummary = {
  id: 'plan-1',
  act: 'accounts.language',
  input: { locale: 'fr_FR' },
  undoes: null,
  status: 'done',
  made_at: '2026-11-20 23:00:00',
  made_by_name: 'Tove Lind',
  own: true,
  unseen: true,
  started_at: '2026-11-20 23:00:00',
  ended_at: '2026-11-20 23:10:00',
  total: 42,
  change: 40,
  settled: 40,
  done: 38,
  failed: 2,
};
const list = <T,>(items: T[], total = items.length) => ({ items, total, total_exact: true, offset: 0, limit: 20 });
const figures = (limit: number, used: number) => ({
  limit,
  used,
  remaining: limit - used,
  handed_on: 0,
  used_above: 0,
  draws_on: null,
  available: null,
  comes_back: null,
  available_of: null,
  as_of: null,
  forecast: { kind: 'enough', date: null },
});
const pool = (name: string, limit: number, used: number) => ({
  name,
  generation: 'v2',
  attributes: figures(limit, used),
});
const LICENSE = {
  version: '1',
  applications: [
    {
      name: 'CA Manager',
      app_code: 'ca_manager',
      license_feature_version: 'v2',
      show_v2_feature_toggle: false,
      features: [pool('almost', 100, 95), pool('free', 100, 5), pool('unlimited', -1, 9)],
      why_not: { edit: null },
    },
  ],
};

/** So many people have let their certificate end, which is nobody's work. */
const RENEWALS_OVER = 7;

type Answers = {
  endings?: Ending[];
  more?: number;
  events?: AuditEventRow[];
  lookedTo?: string;
  invited?: number;
  /** How many expired enrollments are invitations, not renewals. */
  expired?: number;
  failed?: boolean;
  health?: object[];
  runs?: BulkPlanSummary[];
  arrivals?: Arrival[];
  /** So many emails are held, since there is no mail server. */
  held?: number;
  /** The only account is the platform's own. */
  isNew?: boolean;
  license?: typeof LICENSE;
};

const ALL: Permission[] = [
  'manage_account',
  'view_account',
  'view_audit_log',
  'view_user',
  'manage_enrollment',
  'view_enrollment',
  'manage_system_settings',
  'view_ca_manager_license',
];

async function open(answers: Answers, permissions: Permission[] = ALL): Promise<Asked[]> {
  const { endings = [], more = 0, events = [], lookedTo } = answers;
  const { invited = 0, expired = 0, failed = false, health = [], runs = [], arrivals = [] } = answers;
  const { held, isNew = false, license = LICENSE } = answers;
  const calls = answerWith(({ path, query }) => {
    if (path.endsWith('/ends-soon')) {
      if (failed) throw new Error('the list of ends is away');
      return list(endings, endings.length + more);
    }
    if (path.endsWith('/audit-log/checkpoint'))
      return { checkpoint: null, tree_size: 0, at: '2026-11-20 13:00:00', public_key: 'k' };
    if (path.endsWith('/audit-log'))
      return {
        ...list(events.filter(({ action }) => action === query.get('action'))),
        looked_to: query.get('action') === 'UPDATE' ? lookedTo : null,
      };
    if (path.endsWith('/user')) return list([], invited);
    if (path.endsWith('/license/usage')) return license;
    if (path.endsWith('/platform/health')) return { items: health, total: health.length };
    if (path.endsWith('/enrollment'))
      return list([], query.get('renewal') === 'false' ? expired : expired + RENEWALS_OVER);
    if (path.endsWith('/bulk')) return list(runs);
    if (path.endsWith('/arrival')) return list(arrivals);
    if (path.endsWith('/v1/mail')) return { ...list([], held), mail_server: false };
    if (path.endsWith('/v1/account')) return list([{ system_account: isNew }], isNew ? 1 : 40);
    return undefined;
  });
  await renderPart(<OverviewPage />, {
    as: {
      scope: 'system',
      permissions,
      accounts: ['Signet platform'],
      migration: true,
      mailServer: held === undefined,
    },
    at: '/account/overview',
    pages: ['/account/overview'],
  });
  return calls;
}
const linesOf = (heading: string) =>
  page.getByRole('region', { name: new RegExp(`^${heading}`) }).getByRole('listitem');

test('what ends stands under the time that is left, with what follows of it, and leads to its page', async () => {
  await open({
    endings: [
      { ...ENDING, key: 'account:a', name: 'Ended', ends_on: daysAfter(TODAY, -2) },
      ENDING,
      { ...ENDING, key: 'account:b', name: 'Later', ends_on: daysAfter(TODAY, 45), certificates: 0 },
    ],
    more: 3,
  });
  await expect.element(page.getByText('3 lines, one of them for today.')).toBeVisible();
  await expect.element(linesOf('Today').getByText('2 days ago')).toBeVisible();
  const soon = linesOf('Within 30 days');
  await expect.element(soon.getByText('48 people can’t sign in. 1,204 certificates can’t be renewed.')).toBeVisible();
  await expect
    .element(soon.getByRole('link', { name: ENDING.name }))
    .toHaveAttribute('href', `/account/accounts/${ID}`);
  await expect.element(linesOf('Later').getByText('45 days')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: '3 more end within 60 days' }))
    .toHaveAttribute('href', '/account/reporting/ends-soon?within=60&snoozed=false');
});

test('an end of the platform itself is told as one, and its license is not told so twice', async () => {
  const ofPlatform = { ...ENDING, account_id: null, account_name: null, record_id: null };
  await open({
    endings: [
      { ...ofPlatform, key: 'authority:a', kind: 'authority', name: 'Signet Root 1' },
      { ...ofPlatform, key: 'license:platform', kind: 'license', name: 'Signet platform' },
      { ...ENDING, key: 'token:a', kind: 'token', name: 'Deployments' },
    ],
  });
  const soon = linesOf('Within 30 days');
  await expect.element(soon.getByText('Certificate authority of the platform', { exact: true })).toBeVisible();
  await expect.element(soon.getByText('License of the platform', { exact: true })).toBeVisible();
  await expect.element(soon.getByText(`API token of ${ENDING.name}`, { exact: true })).toBeVisible();
});

test('what stands still on the platform comes first, and leads to where it is looked after', async () => {
  const since = '2026-11-20 10:00:00';
  await open({
    endings: [{ ...ENDING, ends_on: TODAY }],
    health: [
      { kind: 'mail-failed', count: 2, since },
      { kind: 'jobs-waiting', count: 5, since },
    ],
  });
  await expect.element(page.getByText('3 lines, 3 of them for today.')).toBeVisible();
  const first = linesOf('Today').first();
  await expect.element(first.getByText(/^2 emails were given up after the last try/)).toBeVisible();
  await expect
    .element(first.getByRole('link', { name: 'Outgoing mail' }))
    .toHaveAttribute('href', '/account/settings/outgoing-mail?status=given_up');
  await expect
    .element(
      linesOf('Today')
        .nth(1)
        .getByText(/no server process takes them/),
    )
    .toBeVisible();
  await expect.element(linesOf('Today').nth(1).getByRole('link')).not.toBeInTheDocument();
  await expect.element(page.getByText('No job is stuck')).not.toBeInTheDocument();
});

test('what happened shortly before midnight stands under the day of whoever looks', async () => {
  const late = '2026-11-20 23:30:00';
  await open({
    health: [{ kind: 'jobs-waiting', count: 5, since: late }],
    runs: [{ ...RUN, ended_at: late }],
    arrivals: [{ ...ARRIVAL, state: 'arrived', made_at: late }],
  });
  await expect.element(linesOf('Today').nth(2)).toBeVisible();
  const days = Array.from(document.querySelectorAll('li time'), ({ textContent }) => textContent);
  expect(days).toEqual(['2026-11-21', '2026-11-21', '2026-11-21']);
});

test('invitations that nobody used are one line, which leads to those people', async () => {
  await open({ invited: 4 });
  const line = linesOf('Later');
  await expect
    .element(line.getByRole('link', { name: '4 invited people have not signed in yet' }))
    .toHaveAttribute('href', '/account/access/administrators?status=invited');
});

test('certificate invitations that nobody used are one line, without renewals, which leads to them', async () => {
  await open({ expired: 3 });
  await expect
    .element(linesOf('Later').getByRole('link', { name: '3 certificate invitations nobody used' }))
    .toHaveAttribute('href', '/account/ca/enrollments?status=expired&renewal=false');
});

test('where nothing waits it says so, and what was looked at', async () => {
  await open({});
  const heading = page.getByRole('heading', { name: 'Nothing needs you now' });
  await expect.element(heading).toBeVisible();
  // It is no head of a group.
  await expect.element(heading).toHaveStyle({ fontWeight: '600', borderBottomWidth: '0px' });
  await expect.element(page.getByText('No job is stuck')).toBeVisible();
  await expect.element(page.getByText(/^Audit log signed on/)).toBeVisible();
});

test('a part that can’t be read says so and can be asked again; the others are there', async () => {
  await open({ failed: true, invited: 1 });
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect.element(linesOf('Later').getByText(/^1 invited person/)).toBeVisible();
  await expect.element(page.getByText('Nothing needs you now')).not.toBeInTheDocument();
});

test('the pools of the license begin with the fullest; those without a limit are left out', async () => {
  await open({});
  const rows = page.getByRole('table', { name: 'Licenses' }).getByRole('rowheader');
  await expect
    .poll(() => rows.elements().map((row) => row.textContent))
    .toEqual(['almostCA Manager', 'freeCA Manager']);
});

test('of many pools the fullest five stand there, and all of the platform’s when asked for', async () => {
  const features = [10, 20, 30, 40, 50, 60].map((used) => pool(`of ${used}`, 100, used));
  await open({ license: { ...LICENSE, applications: LICENSE.applications.map((one) => ({ ...one, features })) } });
  const rows = page.getByRole('table', { name: 'Licenses' }).getByRole('rowheader');
  await expect.poll(() => rows.elements().length).toBe(5);
  await expect.element(rows.first()).toHaveTextContent('of 60CA Manager');
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(() => rows.elements().length).toBe(6);
  await page.getByRole('button', { name: 'Show fewer' }).click();
  await expect.poll(() => rows.elements().length).toBe(5);
});

test('the newest changes of others are asked for, ten of each kind, and lead to those of others', async () => {
  const calls = await open({
    events: [
      EVENT,
      { ...EVENT, id: '00000000-0000-4000-8000-000000000703', action: 'CREATE', resource_name: 'New GmbH' },
      { ...EVENT, id: '00000000-0000-4000-8000-000000000704', action: 'LOGIN', resource_name: 'maren' },
    ],
  });
  const region = page.getByRole('region', { name: 'Changes by others' });
  const changes = region.getByRole('listitem');
  await expect.poll(() => changes.elements().map((one) => one.textContent?.includes('Cleo'))).toEqual([true, true]);
  await expect.element(changes.first().getByText(/^New GmbH/)).toBeVisible();
  const asked = calls.filter(({ path }) => path.endsWith('/audit-log')).map(({ query }) => query);
  expect(asked.map(String).toSorted()).toEqual(
    ['CREATE', 'DELETE', 'UPDATE'].map((action) => expect.stringContaining(`action=${action}`)),
  );
  for (const query of asked) expect([query.get('others'), query.get('limit')]).toEqual(['true', '10']);
  // An address without filters would show what the person looked for last.
  await expect
    .element(region.getByRole('link', { name: 'Show all in the audit log' }))
    .toHaveAttribute('href', '/account/reporting/logging?result=success&others=true');
});

test('where nobody else is found, it says how far it was looked', async () => {
  await open({ lookedTo: '2026-11-20 12:00:00' });
  const region = page.getByRole('region', { name: 'Changes by others' });
  await expect.element(region.getByText(/^Nobody else has changed anything since .*2026/)).toBeVisible();
});

test('what is earlier than it was looked is not shown, and that is said', async () => {
  const earlier = {
    ...EVENT,
    id: '00000000-0000-4000-8000-000000000705',
    at: '2026-11-01 08:00:00',
    resource_name: 'Old',
  };
  await open({ events: [EVENT, earlier], lookedTo: '2026-11-10 12:00:00' });
  const region = page.getByRole('region', { name: 'Changes by others' });
  await expect.element(region.getByText(/^Changes before .*2026.* were not looked at/)).toBeVisible();
  expect(region.getByRole('listitem').elements()).toHaveLength(1);
  expect(region.getByText('Old').elements()).toEqual([]);
});

test('what is wrong with the audit log leads to all of its events', async () => {
  await open({ health: [{ kind: 'audit-log', count: 1, since: '2026-11-20 10:00:00' }] });
  await expect
    .element(linesOf('Today').first().getByRole('link'))
    .toHaveAttribute('href', '/account/reporting/logging?action=any');
});

test('without a mail server the emails that are held need whoever may set one up', async () => {
  await open({ held: 3, invited: 1 });
  const line = linesOf('Today');
  await expect.element(line.getByText(/^3 emails are held, and reach nobody/)).toBeVisible();
  await expect.element(line.getByText('Not set up')).toBeVisible();
  await expect
    .element(line.getByRole('link', { name: 'No mail server is set up' }))
    .toHaveAttribute('href', '/account/settings/mail-server');
  await expect.element(page.getByRole('region', { name: /^First steps/ })).not.toBeInTheDocument();
});

test('without a mail server, and before any email, it is nothing for today', async () => {
  await open({ held: 0 });
  await expect.element(linesOf('Later').getByText('Invitations and new passwords would reach nobody.')).toBeVisible();
});

test('a platform without customers is told what to begin with', async () => {
  await open({ held: 0, isNew: true }, [...ALL, 'manage_organization', 'manage_permission', 'manage_ca']);
  const steps = linesOf('First steps').getByRole('link');
  await expect
    .poll(() => steps.elements().map((link) => [link.textContent, link.getAttribute('href')]))
    .toEqual([
      ['No mail server is set up', '/account/settings/mail-server'],
      ['Create account', '/account/accounts/create'],
      ['Create certificate authority', '/account/ca/authorities/create'],
    ]);
});

test('who may see accounts alone is asked for nothing else, and sees no empty part', async () => {
  const calls = await open({}, ['view_account']);
  await expect.element(page.getByRole('heading', { name: 'Nothing needs you now' })).toBeVisible();
  await expect.element(page.getByText('Changes by others')).not.toBeInTheDocument();
  const others = /ends-soon|audit-log|enrollment|platform|\/user$|\/mail$|v1\/account$|arrival|bulk/;
  expect(calls.filter(({ path }) => others.test(path))).toEqual([]);
});
