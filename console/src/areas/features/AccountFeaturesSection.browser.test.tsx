import { catalogueOf } from '@signet/contract/areas/feature-catalogue';
import type { AppCode, Scope } from '@signet/contract/viewer';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DetailSections } from '../../shell/detail/DetailSections.tsx';
import type { RecordSection } from '../../shell/detail/record-section.ts';
import { NoticeArea } from '../../shell/notices/NoticeArea.tsx';
import { clearNotices } from '../../shell/notices/notifications.ts';
import { answerWith, held, problem, type Asked } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { addDays } from '../../shell/day/days.ts';
import { payloadDate } from '@signet/contract/dates';
import AccountFeaturesSection from './AccountFeaturesSection.tsx';
import type { AccountFeature } from './features.ts';

const ID = '00000000-0000-4000-8000-000000000100';
const APPS: readonly AppCode[] = ['secure_software_manager', 'discovery_automation_manager'];
const today = payloadDate(new Date());
const inDays = (days: number): string => addDays(today, days);
const ACCOUNT_END = inDays(100);

/** What of an account the section looks at. */
const RECORD = { id: ID, service_period: { from: '2021-01-01', to: ACCOUNT_END } };
const SECTIONS: RecordSection<typeof RECORD>[] = [
  { id: 'features', title: 'features.title', Content: AccountFeaturesSection },
];

type Options = {
  /** Ids that are on in the signing manager; of a trial its last day. */
  on?: Record<string, string | true>;
  /** All others stand as for every account; without it they are off. */
  asDefault?: boolean;
  scope?: Scope;
  whyNot?: { status: string } | null;
  width?: number;
  /** What a PUT answers beside its state; a Response takes its place. */
  answer?: (asked: Asked, times: number) => unknown;
};

/** The section on the page of an account that ends in 100 days; answers the calls that were made. */
async function open({
  on = {},
  asDefault = false,
  scope = 'system',
  whyNot = null,
  width = 1280,
  answer,
}: Options = {}) {
  clearNotices();
  const state = new Map<string, { enabled: boolean; endDate: string | null }>();
  for (const [id, until] of Object.entries(on))
    state.set(`${APPS[0]} ${id}`, { enabled: true, endDate: until === true ? null : until });
  let version = 1;
  let puts = 0;
  const body = () => ({
    items: APPS.flatMap((appCode): AccountFeature[] =>
      catalogueOf(appCode)
        .map((feature): AccountFeature => ({
          ...feature,
          appCode,
          enabled: asDefault && feature.defaultFeature,
          endDate: null,
          ...state.get(`${appCode} ${feature.featureId}`),
        }))
        // The order is not that of the answer.
        .toReversed(),
    ),
    total: 8,
    applications: APPS.map((app_code) => ({ app_code, version })),
    why_not_switch: whyNot,
  });
  const calls = answerWith(async (asked) => {
    if (!asked.path.startsWith('/account/ui-api/v1/features/account/')) return undefined;
    if (asked.method === 'GET') return body();
    puts += 1;
    const special = await answer?.(asked, puts);
    if (special !== undefined) {
      // What the other person saved meanwhile.
      state.set(`${APPS[0]} release_approval`, { enabled: true, endDate: null });
      version += 1;
      return special;
    }
    const app = asked.path.split('/').at(-2);
    for (const { feature_id, enabled, end_date = null } of asked.body as {
      feature_id: string;
      enabled: boolean;
      end_date?: string;
    }[])
      state.set(`${app} ${feature_id}`, { enabled, endDate: end_date });
    version += 1;
    return { ...body(), error: false, message: null };
  });
  await renderPart(
    <>
      <main id="main">
        <DetailSections record={RECORD} sections={SECTIONS} />
      </main>
      <NoticeArea />
    </>,
    { as: { scope, permissions: ['view_account', 'manage_account'], accounts: ['Umbra'] }, width },
  );
  return {
    puts: () => calls.filter(({ method }) => method === 'PUT'),
    gets: () => calls.filter(({ method }) => method === 'GET').length,
  };
}

const card = (name: string) => page.getByRole('region', { name, exact: true });
const signing = card('Signing Manager');
const edit = (name = 'Signing Manager') => page.getByRole('button', { name: `Edit features of ${name}` });
const toggle = (name: string) => page.getByRole('switch', { name });
const save = page.getByRole('button', { name: 'Save changes' });
const day = page.getByRole('textbox', { name: 'Last day of the trial' });
const notices = page.getByRole('region', { name: 'Messages' });

test('what is saved of one application does not close the form of another one', async () => {
  const saving = held();
  const { puts } = await open({
    answer: async () => {
      await saving.wait;
      return undefined;
    },
  });
  await edit().click();
  await toggle('Public issuance').click();
  await save.click();
  await expect.poll(() => puts().length).toBe(1);
  await edit('Trust Manager').click();
  await toggle('Discovery scans').click();
  saving.release();
  await expect.element(notices.getByText(/Public issuance is switched on/)).toBeVisible();
  await expect.element(toggle('Discovery scans')).toBeChecked();
});

test('[A-227] features stand by application in their order, each with its state', async () => {
  await open({ on: { public_issuance: true, trial_account: '2026-12-31' } });
  await expect.element(signing).toBeVisible();
  const lines = signing
    .getByRole('listitem')
    .elements()
    .map((line) => line.textContent);
  expect(lines).toEqual([
    'Public issuanceOn',
    'Key-locker accountOff',
    'Trial accountOn until 2026-12-31',
    'TimestampingOff',
    'Release approvalOff',
  ]);
  await expect.element(card('Trust Manager').getByText('Discovery scans')).toBeVisible();
});

test('an application of which nothing was switched is closed, and says how many are on', async () => {
  await open({ on: { public_issuance: true }, asDefault: true });
  const trust = card('Trust Manager');
  const heading = (name: string) => page.getByRole('heading', { name }).getByRole('button');
  await expect.element(heading('Trust Manager')).toHaveAttribute('aria-expanded', 'false');
  await expect.element(trust.getByText('1 of 3 on')).toBeVisible();
  await expect.element(trust.getByText('Discovery scans')).not.toBeVisible();
  await expect.element(heading('Signing Manager')).toHaveAttribute('aria-expanded', 'true');
  await expect.element(signing.getByText('2 of 5 on')).toBeVisible();
  await expect.element(signing.getByText('Timestamping')).toBeVisible();
  await heading('Trust Manager').click();
  await expect.element(trust.getByText('Discovery scans')).toBeVisible();
  await heading('Trust Manager').click();
  // What was edited stays open.
  await edit('Trust Manager').click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(trust.getByText('Discovery scans')).toBeVisible();
});

test('an application with a trial, or with a feature off that others have, is open', async () => {
  await open({ on: { timestamping: true, trial_account: inDays(3) } });
  for (const name of ['Signing Manager', 'Trust Manager'])
    await expect
      .element(page.getByRole('heading', { name }).getByRole('button'))
      .toHaveAttribute('aria-expanded', 'true');
});

test('[A-240] who may not switch them sees them without a way to edit', async () => {
  await open({ scope: 'partner', whyNot: { status: 'FORBIDDEN' } });
  await expect.element(signing.getByText('Key-locker account')).toBeVisible();
  expect(page.getByRole('button', { name: /^Edit/ }).elements()).toEqual([]);
});

test('of an account whose migration is not confirmed yet is said why none is switched', async () => {
  await open({ whyNot: { status: 'MIGRATION_UNCONFIRMED' } });
  await expect.element(page.getByText(/^This account came from another platform: its migration must be/)).toBeVisible();
  expect(page.getByRole('button', { name: /^Edit/ }).elements()).toEqual([]);
});

test('[A-229 A-236 A-237 A-238] one call has what changed in one application; each change is told', async () => {
  const { puts, gets } = await open();
  await edit().click();
  expect(page.getByRole('switch').elements()).toHaveLength(6);
  await expect.element(toggle('All features')).toHaveFocus();
  await expect.element(save).toHaveAccessibleDescription('Nothing is changed yet.');
  await toggle('Public issuance').click();
  await toggle('Trial account').click();
  await day.fill(inDays(10));
  const before = gets();
  await save.click();
  await expect.element(signing.getByText(`On until ${inDays(10)}`)).toBeVisible();
  const [put, ...others] = puts();
  expect(others).toEqual([]);
  expect(put?.path).toBe(`/account/ui-api/v1/features/account/${ID}/secure_software_manager/features`);
  expect(put?.query.get('version')).toBe('1');
  expect(put?.body).toEqual([
    { feature_id: 'public_issuance', enabled: true },
    { feature_id: 'trial_account', enabled: true, end_date: inDays(10) },
  ]);
  expect(gets()).toBe(before + 1);
  await expect.element(notices.getByText('Public issuance is switched on for Signing Manager.')).toBeVisible();
  await expect
    .element(notices.getByText(`Trial account is switched on for Signing Manager until ${inDays(10)}.`))
    .toBeVisible();
  await expect.element(edit()).toHaveFocus();
});

test('[A-231 A-232] key-locker puts the trial out, and needs public issuance before it can be saved', async () => {
  const { puts } = await open({ on: { trial_account: inDays(10) } });
  await edit().click();
  await toggle('Key-locker account').click();
  await expect.element(toggle('Trial account')).not.toBeChecked();
  await expect.element(page.getByRole('status').getByText(/Trial account is off: .* exclude each other/)).toBeVisible();
  await expect.element(toggle('Key-locker account')).toHaveAccessibleDescription(/needs public issuance/);
  await expect.element(save).toHaveAccessibleDescription('You can’t save yet: Key-locker account has an error.');
  (save.element() as HTMLElement).click();
  expect(puts()).toEqual([]);
  await page.getByRole('link', { name: 'Key-locker account' }).click();
  await expect.element(toggle('Key-locker account')).toHaveFocus();
  await toggle('Public issuance').click();
  await expect.element(toggle('Key-locker account')).toHaveAccessibleDescription(/^Signing keys are made/);
  await expect.element(save).not.toHaveAttribute('aria-disabled');
  // And the other way round.
  await toggle('Trial account').click();
  await expect.element(toggle('Key-locker account')).not.toBeChecked();
});

test('[A-230] all features: everything but the trial, which key-locker excludes; and all off again', async () => {
  const { puts } = await open({ on: { trial_account: inDays(10) } });
  await edit().click();
  await toggle('All features').click();
  for (const name of ['Public issuance', 'Key-locker account', 'Timestamping', 'Release approval'])
    await expect.element(toggle(name)).toBeChecked();
  await expect.element(toggle('Trial account')).not.toBeChecked();
  await expect.element(page.getByText(/Trial account is off:/)).toBeVisible();
  await save.click();
  await expect.poll(() => (puts()[0]?.body as unknown[] | undefined)?.length).toBe(5);
  await edit('Trust Manager').click();
  await toggle('All features').click();
  // Where there is no key-locker the trial is one of all.
  await expect.element(toggle('Trial account')).toBeChecked();
  await toggle('All features').click();
  for (const name of ['Discovery scans', 'Automated renewal', 'Trial account'])
    await expect.element(toggle(name)).not.toBeChecked();
  await expect.element(save).toHaveAccessibleDescription('Nothing is changed yet.');
});

test('[A-233 A-234 A-235] a trial needs a last day: today or later, and not after the account', async () => {
  await open();
  await edit().click();
  await toggle('Trial account').click();
  await expect.element(day).toHaveAccessibleDescription('Enter the last day of the trial.');
  await expect.element(save).toHaveAccessibleDescription(/^You can’t save yet: Last day of the trial/);
  await day.fill(inDays(-1));
  await expect.element(day).toHaveAccessibleDescription('Choose today or a later day.');
  await day.fill(inDays(101));
  await expect
    .element(day)
    .toHaveAccessibleDescription(`The account ends on ${ACCOUNT_END}. Choose that day or an earlier one.`);
  await day.fill('soon');
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  for (const good of [today, ACCOUNT_END]) {
    await day.fill(good);
    await expect.element(save).not.toHaveAttribute('aria-disabled');
  }
});

test('[A-236] a trial that ends on another day is sent with that day, and nothing else is', async () => {
  const { puts } = await open({ on: { public_issuance: true, trial_account: inDays(10) } });
  await edit().click();
  await day.fill(inDays(20));
  await save.click();
  await expect
    .poll(() => puts()[0]?.body)
    .toEqual([{ feature_id: 'trial_account', enabled: true, end_date: inDays(20) }]);
});

test('[A-239] an answer with the error flag is an error with its message, and no success', async () => {
  const message = 'The signing service is being updated.';
  await open({ answer: () => ({ items: [], total: 0, applications: [], why_not_switch: null, error: true, message }) });
  await edit().click();
  await toggle('Timestamping').click();
  await save.click();
  await expect.element(notices.getByText(message)).toBeVisible();
  expect(notices.getByText(/is switched on/).elements()).toEqual([]);
  // The form stays, to try again.
  await expect.element(toggle('Timestamping')).toBeChecked();
});

test('who saves later is told what the other person switched, keeps what is theirs, and saves both', async () => {
  const late = Response.json(
    {
      error: {
        status: 'CHANGED_MEANWHILE',
        message: '',
        params: { by: 'Ada Lindqvist', named: 'yes', at: '2026-11-21 12:00:00' },
      },
    },
    { status: 409 },
  );
  const { puts } = await open({ answer: (_, times) => (times === 1 ? late : undefined) });
  await edit().click();
  await toggle('Timestamping').click();
  await save.click();
  await expect.element(page.getByText('Release approval: Off became On.')).toBeVisible();
  await expect.element(page.getByText(/Ada Lindqvist saved this/)).toBeVisible();
  await expect.element(toggle('Release approval')).toBeChecked();
  await expect.element(toggle('Timestamping')).toBeChecked();
  await save.click();
  await expect.poll(() => puts()[1]?.body).toEqual([{ feature_id: 'timestamping', enabled: true }]);
  expect(puts()[1]?.query.get('version')).toBe('2');
});

test('what the server refuses stands under its feature', async () => {
  const refused = Response.json(
    {
      error: {
        status: 'PUBLIC_ISSUANCE_NEEDED',
        message: '',
        fields: { '0.enabled': { status: 'PUBLIC_ISSUANCE_NEEDED', message: '' } },
      },
    },
    { status: 409 },
  );
  await open({ answer: () => refused });
  await edit().click();
  await toggle('Timestamping').click();
  await save.click();
  await expect.element(toggle('Timestamping')).toHaveAccessibleDescription(/needs public issuance/);
});

test('what is not saved is asked about before it is left; a closed section keeps it', async () => {
  await open();
  await edit().click();
  await toggle('Timestamping').click();
  const dialog = page.getByRole('dialog', { name: 'Discard your changes to Signing Manager?' });
  await edit('Trust Manager').click();
  await expect.element(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Go on editing' }).click();
  await expect.element(toggle('Timestamping')).toBeChecked();
  const heading = page.getByRole('button', { name: 'Features', exact: true });
  await heading.click();
  await expect.element(toggle('Timestamping')).not.toBeInTheDocument();
  await heading.click();
  await expect.element(toggle('Timestamping')).toBeChecked();
  toggle('Timestamping').element().focus();
  await userEvent.keyboard('{Escape}');
  await dialog.getByRole('button', { name: 'Discard changes' }).click();
  await expect.element(signing.getByRole('listitem').nth(3)).toHaveTextContent('TimestampingOff');
  // Nothing is lost where nothing was changed.
  await edit().click();
  await edit('Trust Manager').click();
  await expect.element(toggle('Discovery scans')).toBeVisible();
});

test('a save on its way can’t be sent twice; one that fails is told, and the form stays', async () => {
  const { wait, release } = held();
  const { puts } = await open({ answer: async () => (await wait, problem('INTERNAL', 500)) });
  await edit().click();
  await toggle('Timestamping').click();
  await save.click();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  release();
  await expect.element(notices.getByText(/Something went wrong on the server/)).toBeVisible();
  expect(puts()).toHaveLength(1);
  await expect.element(toggle('Timestamping')).toBeChecked();
});

test('at 360 pixels features stand below each other, and nothing is wider than the window', async () => {
  await open({ width: 360 });
  await edit().click();
  await toggle('Trial account').click();
  await expect.element(day).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});
