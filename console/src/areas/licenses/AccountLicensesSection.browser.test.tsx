import type { Account } from '@signet/contract/areas/accounts';
import type { LicenseApplication } from '@signet/contract/areas/licenses';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../paths.ts';
import { DetailSections } from '../../shell/detail/DetailSections.tsx';
import type { RecordSection } from '../../shell/detail/record-section.ts';
import { answerWith, problem } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { ACCOUNT, ACCOUNT_ID, application, EDITOR, feature } from '../../testing/licenses.ts';
import AccountLicensesSection from './AccountLicensesSection.tsx';

const SECTIONS: RecordSection<Account>[] = [
  { id: 'licenses', title: 'accounts.licenses', Content: AccountLicensesSection },
];
const ADDRESS = `/account/ui-api/v1/account/${ACCOUNT_ID}/license/usage`;

const CA = application('ca_manager', [
  feature('certificate_units', {
    limit: 5_000,
    used: 4_712,
    asOf: { limit: 4_500, used: 4_318, remaining: 182 },
    forecast: { kind: 'used_up_on', date: '2026-12-29' },
  }),
  feature('root_ca_units', { limit: 6, used: 4 }),
  feature('issuing_ca_units', { limit: 1_500, used: 1_500, forecast: { kind: 'used_up', date: '2026-11-17' } }),
  feature('smime_certificates', { limit: -1, used: 11_208 }),
  feature('certificates', { limit: 77, used: 0, generation: 'v1' }),
]);
const SIGNING = application('document_signing_manager', [
  feature('signer_units', { limit: 400, used: 212, forecast: { kind: 'enough', date: null } }),
]);

type Looking = {
  width?: number;
  search?: string;
};

/** The section of an account's page; the platform answers these licenses. */
async function shown(applications: LicenseApplication[], { width = 1280, search = '' }: Looking = {}) {
  const calls = answerWith(({ path }) => (path === ADDRESS ? { version: '2.0', applications } : undefined));
  const rendered = await renderPart(
    <main id="main" style={{ padding: 16 }}>
      <DetailSections record={ACCOUNT} sections={SECTIONS} />
    </main>,
    {
      as: EDITOR,
      at: `${paths.account(ACCOUNT_ID)}${search}`,
      pages: ['/account/accounts/$id'],
      width,
    },
  );
  return { ...rendered, calls };
}

const card = (name: string) => page.getByRole('group', { name });
const row = (name: RegExp) => page.getByRole('row', { name });
const day = page.getByRole('textbox', { name: 'Balance as of' });

test('[A-080 A-081 A-113] a card per application of the answer: what is allocated, used and left', async () => {
  await shown([CA, SIGNING]);
  await expect.element(card('CA Manager').getByText('v2')).toBeVisible();
  await expect.element(row(/^Certificate units/)).toMatchTextContent(/5,000.*4,712.*288.*94%/);
  await expect.element(row(/^smime_certificates/)).toMatchTextContent(/Unlimited.*11,208.*Unlimited.*Unlimited/);
  await expect.element(row(/^smime_certificates/)).not.toMatchTextContent(/-1|%/);
  await expect.element(card('Document Signing Manager').getByText('53%')).toBeVisible();
  // Rows of the other generation are not those that count.
  await expect.element(row(/^Certificates\b/)).not.toBeInTheDocument();
  await expect
    .element(card('CA Manager').getByRole('link', { name: /^Edit licenses ?: CA Manager$/ }))
    .toHaveAttribute('href', paths.licenseEdit(ACCOUNT_ID, 'ca_manager'));
});

test('who nears the end is told in words, and until when it lasts', async () => {
  await shown([CA, SIGNING]);
  await expect
    .element(row(/^Certificate units/))
    .toMatchTextContent(/Nearly used up.*At this pace used up on 2026-12-29/);
  await expect.element(row(/^Issuing CA units/)).toMatchTextContent(/100%.*Used up.*Used up since 2026-11-17/);
  await expect.element(row(/^Root CA units/)).toMatchTextContent(/66%.*Too little history for a forecast/);
  await expect.element(row(/^Root CA units/)).not.toMatchTextContent(/used up/i);
  await expect.element(row(/^Signer units/)).toMatchTextContent(/Enough at this pace/);
});

test('what an account uses without any of its own: it says with whom it shares, and what is left', async () => {
  const umbra = { of: 'partner', name: 'Umbra Trust', left: 47 } as const;
  const shared = { limit: 0, used: 3, usedAbove: 3 };
  await shown([
    application('ca_manager', [
      feature('certificate_units', { ...shared, drawsOn: umbra }),
      feature('root_ca_units', { ...shared, drawsOn: { of: 'withheld', name: null, left: null } }),
    ]),
  ]);
  await expect
    .element(row(/^Certificate units/))
    .toMatchTextContent(/Shared.*3.*47.*It shares those of Umbra Trust with that partner’s other customers\.$/);
  await expect.element(row(/^Certificate units/)).not.toMatchTextContent(/Used up|%/);
  await expect
    .element(row(/^Root CA units/))
    .toMatchTextContent(/Shared.*3.*Shared.*It shares some with other accounts\.$/);
});

test('without licenses of an application it says whose the account may use, and how many are left', async () => {
  const platform = { of: 'platform', name: null } as const;
  const seats = feature('seats', { limit: 0, used: 0, drawsOn: { ...platform, left: 50 } });
  const units = feature('certificates', { limit: 0, used: 0, drawsOn: { ...platform, left: -1 } });
  const refused = { why_not: { edit: { status: 'FORBIDDEN' } } };
  await shown([application('enterprise_manager', [seats, units], refused), nothing('device_manager', refused)]);
  const line = page.getByRole('button', { name: 'No licenses of its own: Managed PKI, IoT Device Manager' });
  await expect.element(line).toHaveAttribute('aria-expanded', 'true');
  await expect.element(page.getByText('It shares those of the platform with other accounts.')).toBeVisible();
  await expect
    .element(page.getByRole('listitem'))
    .toMatchTextContent(/^Managed PKI ?Left: Seats 50, Certificates Unlimited$/);
});

test('whose licenses an account may use is said once, or by each application where it differs', async () => {
  const platform = { of: 'platform', name: null, left: 50 } as const;
  const partner = { of: 'partner', name: 'Umbra Trust', left: 7 } as const;
  const ofPlatform = (app: LicenseApplication['app_code']) =>
    application(app, [feature('seats', { limit: 0, used: 0, drawsOn: platform })]);
  const whose = page.getByText('It shares those of the platform with other accounts.');
  await shown([ofPlatform('enterprise_manager'), ofPlatform('device_manager')]);
  await expect.poll(() => whose.elements()).toHaveLength(1);
  document.body.replaceChildren();
  const ofPartner = application('ca_manager', [feature('seats', { limit: 0, used: 0, drawsOn: partner })]);
  await shown([ofPlatform('enterprise_manager'), ofPlatform('device_manager'), ofPartner]);
  await expect.poll(() => whose.elements()).toHaveLength(2);
  await expect
    .element(page.getByRole('listitem').last())
    .toMatchTextContent(/^CA Manager ?It shares those of Umbra Trust.*Left: Seats 7/);
});

test('the balance of another day stands below, is kept in the address and can be left', async () => {
  const { calls, address } = await shown([CA]);
  await expect.element(row(/^Certificate units/)).toBeVisible();
  await day.fill('2026-09-30');
  await expect.element(row(/^Certificate units/)).toMatchTextContent(/On 2026-09-30.*4,500.*4,318.*182/);
  await expect.element(page.getByText(/balance at the end of 2026-09-30/)).toBeVisible();
  const asked = calls.at(-1)?.query;
  expect([asked?.get('as_of'), asked?.get('time_zone')]).toEqual([
    '2026-09-30',
    Intl.DateTimeFormat().resolvedOptions().timeZone,
  ]);
  expect(address()).toBe(`${paths.account(ACCOUNT_ID)}?as_of=2026-09-30`);
  await page.getByRole('button', { name: 'Back to today only' }).click();
  await expect.element(page.getByText(/balance at the end/)).not.toBeInTheDocument();
  expect(address()).toBe(paths.account(ACCOUNT_ID));
});

test('a day that is none, or is to come, is said under the field and not asked for', async () => {
  const { calls } = await shown([CA], { search: '?as_of=2026-09-30' });
  await expect.element(day).toHaveValue('2026-09-30');
  const before = calls.length;
  await day.fill('2999-01-01');
  await userEvent.tab();
  await expect.element(day).toHaveAccessibleDescription('Choose a day up to today.');
  await day.fill('31 Feb');
  await expect.element(day).toHaveAttribute('aria-invalid', 'true');
  expect(calls).toHaveLength(before);
});

test('a day is today where the person is, not where the platform counts', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  // In Berlin the next day has begun.
  vi.setSystemTime('2026-11-20T23:30:00Z');
  const { calls } = await shown([CA]);
  await day.fill('2026-11-21');
  await expect.poll(() => calls.at(-1)?.query.get('as_of')).toBe('2026-11-21');
  await day.fill('2026-11-22');
  await userEvent.tab();
  await expect.element(day).toHaveAccessibleDescription('Choose a day up to today.');
});

const nothing = (app: LicenseApplication['app_code'], more: Partial<LicenseApplication> = {}) =>
  application(app, [feature('seats', { limit: 0, used: 0 })], more);

test('of a day to come in the address no balance is claimed', async () => {
  const { calls } = await shown([CA], { search: '?as_of=2999-01-01' });
  await expect.element(row(/^Certificate units/)).toBeVisible();
  await expect.element(day).toHaveValue('');
  await expect.element(page.getByText(/balance at the end/)).not.toBeInTheDocument();
  expect(calls.map(({ query }) => query.get('as_of'))).toEqual([null]);
});

test('of a day on which the account was not the partner’s yet it is said that no balance is shown', async () => {
  await shown([SIGNING], { search: '?as_of=2026-09-30' });
  await expect.element(page.getByText(/^The balance of 2026-09-30 is not shown/)).toBeVisible();
  await expect.element(row(/^Signer units/)).not.toMatchTextContent(/On 2026-09-30/);
  await expect.element(page.getByText(/balance at the end/)).not.toBeInTheDocument();
});

test('applications without licenses are one line at the end, with the ways to give them some', async () => {
  const used = application('device_manager', [feature('device_units', { limit: 0, used: 3 })]);
  await shown([
    nothing('enterprise_manager'),
    CA,
    used,
    nothing('device_trust_manager', { why_not: { edit: { status: 'FORBIDDEN' } } }),
  ]);
  await expect.element(card('CA Manager')).toBeVisible();
  await expect.element(card('IoT Device Manager')).toBeVisible();
  await expect.element(card('Managed PKI')).not.toBeInTheDocument();
  const line = page.getByRole('button', { name: 'No licenses of its own: Managed PKI, Device Trust Manager' });
  const edit = page.getByRole('link', { name: /^Edit licenses ?: (Managed PKI|Device Trust Manager)$/ });
  await expect.element(line).toHaveAttribute('aria-expanded', 'false');
  await expect.element(edit).not.toBeInTheDocument();
  await line.click();
  await expect.element(edit).toHaveAttribute('href', paths.licenseEdit(ACCOUNT_ID, 'enterprise_manager'));
});

test('of an account that has nothing yet the ways stand open: they are what comes next', async () => {
  const used = application('account_manager', [feature('administrators', { limit: 0, used: 1 })]);
  await shown([used, nothing('ca_manager')]);
  await expect
    .element(page.getByRole('link', { name: /^Edit licenses ?: CA Manager$/ }))
    .toHaveAttribute('href', paths.licenseEdit(ACCOUNT_ID, 'ca_manager'));
});

test('who may edit none of them reads the line alone; what there was on the day shown keeps its card', async () => {
  const refused = { why_not: { edit: { status: 'FORBIDDEN' as const } } };
  const before = application(
    'device_manager',
    [feature('device_units', { limit: 0, used: 0, asOf: { limit: 5, used: 1, remaining: 4 } })],
    refused,
  );
  await shown([nothing('enterprise_manager', refused), before], { search: '?as_of=2026-09-30' });
  await expect.element(page.getByText('No licenses of its own: Managed PKI', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^No licenses/ })).not.toBeInTheDocument();
  await expect.element(card('IoT Device Manager')).toBeVisible();
});

test('[A-111] who may not edit a license has no way to its form', async () => {
  await shown([{ ...CA, why_not: { edit: { status: 'FORBIDDEN' } } }, SIGNING]);
  await expect.element(card('CA Manager')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: /^Edit licenses/ }))
    .toHaveAttribute('href', paths.licenseEdit(ACCOUNT_ID, 'document_signing_manager'));
});

test('of an account whose migration is not confirmed yet is said why nothing is given', async () => {
  const unconfirmed = { why_not: { edit: { status: 'MIGRATION_UNCONFIRMED' } } };
  await shown([{ ...CA, ...unconfirmed }, nothing('enterprise_manager', unconfirmed)]);
  await expect.element(page.getByText(/^This account came from another platform: its migration must be/)).toBeVisible();
  expect(page.getByRole('link', { name: /^Edit licenses/ }).elements()).toEqual([]);
});

test('nothing to show, and nothing that could be read', async () => {
  await shown([]);
  await expect.element(page.getByText('Nothing is allocated to this account.')).toBeVisible();
  document.body.replaceChildren();
  answerWith(() => problem('UNKNOWN', 400));
  await renderPart(<DetailSections record={ACCOUNT} sections={SECTIONS} />, {
    as: EDITOR,
    at: paths.account(ACCOUNT_ID),
  });
  await expect.element(page.getByText('The licenses could not be loaded')).toBeVisible();
});

test('beside the docked history no name of a feature breaks within a word', async () => {
  const then = { limit: 4_500, used: 4_318, remaining: 182 };
  await shown([application('ca_manager', [feature('certificate_units', { limit: 5_000, used: 4_712, asOf: then })])], {
    width: 660,
    search: '?as_of=2026-09-30',
  });
  const name = row(/^Certificate units/).getByText('Certificate units');
  await expect.element(name).toBeVisible();
  const { height } = name.element().getBoundingClientRect();
  expect(height).toBeLessThan(24);
});

test('on a small screen what is left and its bar stand alone, and nothing is wider than the page', async () => {
  await shown([CA, SIGNING], { width: 360, search: '?as_of=2026-09-30' });
  await expect.element(row(/^Certificate units/).getByText('288 left')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});
