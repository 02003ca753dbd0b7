import type { Account } from '@signet/contract/areas/accounts';
import type { LicenseApplication } from '@signet/contract/areas/licenses';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../paths.ts';
import { beginSession } from '../../session/start.ts';
import { endSession, session } from '../../session/state.ts';
import type { RecordSection } from '../../shell/detail/record-section.ts';
import { AccessLost } from '../../shell/form/unsaved-forms.ts';
import { openNotices } from '../../shell/notices/notifications.ts';
import { answerWith, held, problem, type Asked } from '../../testing/answers.ts';
import type { Person } from '../../testing/person.ts';
import { renderPart } from '../../testing/render.tsx';
import { ACCOUNT, ACCOUNT_ID, application, EDITOR, feature } from '../../testing/licenses.ts';
import { tokensOf } from '../../testing/tokens.ts';
import LicenseEditPage from './LicenseEditPage.tsx';

const APP = 'secure_software_manager';
const ADDRESS = `/account/ui-api/v1/account/${ACCOUNT_ID}/license/usage/${APP}`;
const EVENT = `/account/ui-api/v1/account/${ACCOUNT_ID}/license/allocation-event/${APP}`;

/** The sections of an account's page, without what stands in them. */
const SECTIONS: RecordSection<Account>[] = (
  [
    ['licenses', 'accounts.licenses'],
    ['sign-in', 'accounts.signIn'],
  ] as const
).map(([id, title]) => ({ id, title, Content: () => null }));

const keyPairs = feature('key_pair_units', { limit: 2_000, used: 1_240, available: 8_000 });
const hardware = feature('hardware_key_pair_units', { limit: 200, used: 180, available: 250 });
const signatures = feature('signature_units', { limit: 500, used: 500, available: 0 });
const scans = feature('threat_scans', { limit: -1, used: 3_318, available: -1 });
const LICENSE = application(APP, [keyPairs, hardware, signatures, scans]);

type Platform = {
  license?: LicenseApplication;
  as?: Person;
  width?: number;
  account?: Partial<typeof ACCOUNT>;
  first?: (asked: Asked) => unknown;
};

/** The page of a license, and the calls it makes; `license` may be exchanged while the page is open. */
async function opened({
  license = LICENSE,
  as = EDITOR,
  width = 1280,
  account = {},
  first = () => undefined,
}: Platform = {}) {
  openNotices.set([]);
  const platform = { license };
  const calls = answerWith(async (asked) => {
    const special = await first(asked);
    if (special !== undefined) return special;
    const answer = { ...platform.license, version: '2.0', applications: [platform.license] };
    if (asked.path === ADDRESS) return answer;
    if (asked.path === ADDRESS.replace(`/${APP}`, '')) return { version: '2.0', applications: [platform.license] };
    if (asked.path === EVENT) return null;
    return asked.path.endsWith(`/account/${ACCOUNT_ID}`) ? { ...ACCOUNT, ...account } : undefined;
  });
  const shown = await renderPart(
    <main id="main" style={{ padding: 16 }}>
      <LicenseEditPage sections={SECTIONS} />
    </main>,
    {
      as,
      width,
      at: paths.licenseEdit(ACCOUNT_ID, APP),
      pages: ['/account/accounts/$id/licenses/$app'],
      elsewhere: { '/account/accounts/$id': { part: <h1>The account</h1>, arrives: Promise.resolve() } },
    },
  );
  return { ...shown, calls, platform };
}

const row = (name: string | RegExp) => page.getByRole('row', { name });
const action = (name: string) => page.getByRole('combobox', { name: `Change of ${name}` });
const quantity = (name: string) => page.getByRole('textbox', { name: `Quantity for ${name}` });
const save = page.getByRole('button', { name: /^Save/ });
const KEY_PAIRS = 'Key pair units';
const HARDWARE = 'Hardware key pair units';
const SIGNATURES = 'Signature units';

async function change(name: string, act: string, typed: string): Promise<void> {
  await action(name).selectOptions(act);
  await quantity(name).fill(typed);
}
const changing = (calls: readonly Asked[]) => calls.filter(({ method }) => method !== 'GET');
const cellsOf = (name: RegExp) =>
  row(name)
    .getByRole('cell')
    .elements()
    .map((cell) => cell.textContent);

test('[A-280] the form is entered at the version that holds, not at the one beside it', async () => {
  await opened({ license: { ...LICENSE, show_v2_feature_toggle: true } });
  await expect.element(page.getByRole('radio', { name: 'v2' })).toHaveFocus();
});

test('[A-078 A-080 A-081 A-087] a row per feature with its figures; nothing changes by itself', async () => {
  const { calls } = await opened();
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(/Nordmark Landesbank/);
  await expect.element(page.getByRole('heading', { level: 2 })).toMatchTextContent(/Edit licenses: Signing Manager/);
  for (const name of [KEY_PAIRS, HARDWARE, SIGNATURES]) await expect.element(action(name)).toHaveValue('no_change');
  const of = cellsOf(/^Key pair units/).join(' ');
  for (const figure of ['1,240', '2,000', '8,000', '760']) expect(of).toContain(figure);
  // What the console has no words for is called as the license calls it.
  await expect.element(row(/^threat_scans/)).toMatchTextContent(/Unlimited/);
  await expect.element(row(/^threat_scans/)).not.toMatchTextContent(/-1/);
  await expect.element(page.getByText(/^You move licenses between the platform and this account\./)).toBeVisible();
  await expect.element(save).toHaveAccessibleDescription('Nothing is changed yet.');
  (action(KEY_PAIRS).element() as HTMLSelectElement).focus();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(changing(calls)).toEqual([]);
});

test('[A-088 A-090 A-091 A-092] the actions that a row offers', async () => {
  await opened();
  const offered = (name: string) =>
    action(name)
      .getByRole('option')
      .elements()
      .map((one) => one.textContent);
  await expect.element(action(KEY_PAIRS)).toBeVisible();
  expect(offered(KEY_PAIRS)).toEqual(['No change', 'Add', 'Subtract', 'Reset to']);
  expect(offered(HARDWARE)).toEqual(['No change', 'Add', 'Subtract']);
  // All is used, and the platform has none left.
  expect(offered(SIGNATURES)).toEqual(['No change', 'Reset to']);
  await expect.element(row(/^Signature units/)).toMatchTextContent(/The platform has none left to add/);
  // System scope may give what has no limit one, where a reset is offered.
  expect(offered('threat_scans')).toEqual(['No change', 'Reset to']);
});

test('without reset a row that has no limit, or nothing to move, can’t be changed and says why', async () => {
  const ca = application(APP, [scans, feature('root_ca_units', { limit: 5, used: 5, available: 0 })]);
  await opened({ license: ca, account: { type: 'partner' } });
  await expect.element(action('threat_scans')).toBeDisabled();
  await expect.element(row(/^threat_scans/)).toMatchTextContent(/Unlimited, so nothing to change/);
  await expect.element(action('Root CA units')).toBeDisabled();
  await expect.element(page.getByRole('button', { name: 'Reset all to 0' })).not.toBeInTheDocument();
});

test('[A-098 A-101 A-102 A-116 A-117 A-124] live numbers; update, event, license; then the account', async () => {
  const { calls, address } = await opened();
  await change(KEY_PAIRS, 'Add', '500');
  const live = cellsOf(/^Key pair units/).join(' ');
  for (const figure of ['7,500', '2,500', '1,260', '+500']) expect(live).toContain(figure);
  await change(HARDWARE, 'Subtract', '20');
  expect(cellsOf(/^Hardware key pair units/).join(' ')).toContain('−20');
  const before = calls.length;
  await page.getByRole('button', { name: 'Save 2 changes' }).click();
  await expect.poll(address).toBe(paths.account(ACCOUNT_ID, 'licenses'));
  const [put, post] = changing(calls);
  expect(put).toMatchObject({
    method: 'PUT',
    path: ADDRESS,
    body: {
      license_feature_version: 'v2',
      features: [
        { name: 'key_pair_units', attributes: { limit: 2_500 }, reset: false, old_limit: 2_000 },
        { name: 'hardware_key_pair_units', attributes: { limit: 180 }, reset: false, old_limit: 200 },
      ],
    },
  });
  expect(put?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  expect(post).toMatchObject({
    method: 'POST',
    path: EVENT,
    body: {
      features: [
        { name: 'key_pair_units', quantity: 500, updated_limit: 2_500 },
        { name: 'hardware_key_pair_units', quantity: -20, updated_limit: 180 },
      ],
    },
  });
  const licenseCalls = calls
    .slice(before)
    .filter(({ path }) => path.includes('/license/'))
    .map(({ method, path }) => `${method} ${path.replace(/^.*\/license\//, '')}`);
  expect(licenseCalls.slice(0, 3)).toEqual([`PUT usage/${APP}`, `POST allocation-event/${APP}`, `GET usage/${APP}`]);
  expect(openNotices.get().map(({ message, type }) => [type, message])).toEqual([['success', 'licenses.saved']]);
});

test('[A-095 A-096 A-105] while a row is wrong it can’t be saved; the reason leads to it', async () => {
  const { calls } = await opened();
  await change(KEY_PAIRS, 'Add', '500');
  await expect.element(save).not.toHaveAttribute('aria-disabled');
  await change(HARDWARE, 'Add', '400');
  await expect.element(row(/^Hardware key pair units/)).toMatchTextContent(/Not valid/);
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  await expect.element(save).toHaveAccessibleDescription('You can’t save yet: Hardware key pair units has an error.');
  // It is told under the field once that is left.
  await quantity(KEY_PAIRS).click();
  await expect
    .element(quantity(HARDWARE))
    .toHaveAccessibleDescription('Enter a number from 1 to 250. The platform has 250 left.');
  await page.getByRole('link', { name: HARDWARE }).click();
  await expect.element(quantity(HARDWARE)).toHaveFocus();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(changing(calls)).toEqual([]);
  await quantity(HARDWARE).fill('250');
  await expect.element(quantity(HARDWARE)).not.toHaveAttribute('aria-invalid');
  await expect.element(save).not.toHaveAttribute('aria-disabled');
});

test('[A-104 A-107 A-108 A-109] what is said of numbers that are none, and of those out of range', async () => {
  await opened();
  await change(HARDWARE, 'Subtract', '٣');
  await userEvent.tab();
  const said = quantity(HARDWARE);
  const positive = 'Enter a whole number that is not negative, in digits alone.';
  for (const typed of ['01', '1.5', '-1', '1e3', 'abc', '']) {
    await said.fill(typed);
    await expect.element(said).toHaveAccessibleDescription(positive);
  }
  await said.fill('201');
  await expect.element(said).toHaveAccessibleDescription('Enter a number from 1 to 200.');
  await said.fill('21');
  await expect.element(said).toHaveAccessibleDescription('This cannot exceed 20: the rest is in use.');
  await change(KEY_PAIRS, 'Reset to', '10001');
  await userEvent.tab();
  await expect.element(quantity(KEY_PAIRS)).toHaveAccessibleDescription('Enter a number from 0 to 10,000.');
  await quantity(KEY_PAIRS).fill('0');
  await expect.element(quantity(KEY_PAIRS)).toHaveAccessibleDescription('1,240 stay in use, so none is left for now.');
});

test('[A-100] reset all to 0 leaves alone what offers no reset', async () => {
  await opened();
  await change(HARDWARE, 'Add', '1');
  await page.getByRole('button', { name: 'Reset all to 0' }).click();
  for (const name of [KEY_PAIRS, SIGNATURES, 'threat_scans']) {
    await expect.element(action(name)).toHaveValue('reset');
    await expect.element(quantity(name)).toHaveValue('0');
  }
  await expect.element(action(HARDWARE)).toHaveValue('add');
  await expect.element(quantity(SIGNATURES)).toHaveAccessibleDescription('Counting begins at 0 again.');
});

test('[A-079 A-093 A-094] the switch changes the rows and goes along; changes have to be saved before', async () => {
  const both = application(
    APP,
    [feature('key_pairs', { limit: 10, used: 0, generation: 'v1' }), feature('signature_units', { limit: 5, used: 0 })],
    { license_feature_version: 'v1', show_v2_feature_toggle: true },
  );
  const { calls } = await opened({ license: both });
  await expect.element(action('Key pairs')).toBeVisible();
  await expect.element(action(SIGNATURES)).not.toBeInTheDocument();
  await page.getByText('v2', { exact: true }).click();
  await expect.element(action('Key pairs')).not.toBeInTheDocument();
  await change(SIGNATURES, 'Add', '7');
  await expect.element(page.getByText(/^To switch the version, save these changes/)).toBeVisible();
  await page.getByText('v1', { exact: true }).click();
  await expect.element(action(SIGNATURES)).toHaveValue('add');
  await save.click();
  await expect.poll(() => changing(calls).length).toBe(2);
  expect(changing(calls)[0]?.body).toMatchObject({
    license_feature_version: 'v2',
    features: [{ name: 'signature_units', attributes: { limit: 12 } }],
  });
});

test('[A-079] without two generations there is no switch', async () => {
  await opened();
  await expect.element(action(KEY_PAIRS)).toBeVisible();
  await expect.element(page.getByText('License version')).not.toBeInTheDocument();
});

test('[A-103] an update that is refused: no event, the numbers as they were, the refusal told', async () => {
  const { calls, address } = await opened({
    first: ({ method }) => (method === 'PUT' ? problem('FORBIDDEN', 403) : undefined),
  });
  await change(KEY_PAIRS, 'Add', '500');
  await save.click();
  await expect.poll(() => openNotices.get().map(({ type }) => type)).toEqual(['error']);
  expect(changing(calls).map(({ method }) => method)).toEqual(['PUT']);
  await expect.element(quantity(KEY_PAIRS)).toHaveValue('500');
  expect(address()).toBe(paths.licenseEdit(ACCOUNT_ID, APP));
});

test('sent again after a lost answer it is the same operation; with other numbers it is another one', async () => {
  let lost = 2;
  const { calls } = await opened({
    first: ({ method }) => (method === 'PUT' && (lost -= 1) >= 0 ? problem('UNAVAILABLE', 503) : undefined),
  });
  await change(KEY_PAIRS, 'Add', '500');
  const puts = () => changing(calls).filter(({ method }) => method === 'PUT');
  await save.click();
  await expect.poll(() => puts().length).toBe(1);
  await expect.element(save).not.toHaveAttribute('aria-busy');
  await save.click();
  await expect.poll(() => puts().length).toBe(2);
  await quantity(KEY_PAIRS).fill('501');
  await save.click();
  await expect.poll(() => puts().length).toBe(3);
  const [first, second, third] = puts().map(({ headers }) => headers.get('idempotency-key'));
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('what is thrown away on leaving is not saved', async () => {
  const { calls, address } = await opened();
  session.set((before) => ({ ...before, isAuth: true }));
  onTestFinished(() => session.set((before) => ({ ...before, isAuth: false })));
  await change(KEY_PAIRS, 'Add', '500');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Leave page' }).click();
  await expect.poll(address).toBe(paths.account(ACCOUNT_ID, 'licenses'));
  expect(changing(calls)).toEqual([]);
});

test('what is typed while a save is refused stays', async () => {
  const saving = held();
  const refusal = {
    status: 'INVALID_INPUT',
    message: '',
    fields: {
      'features.0.attributes.limit': { status: 'LICENSE_LIMIT_CHANGED', message: '', params: { limit: 2_400 } },
    },
  };
  const { calls } = await opened({
    async first({ method }) {
      if (method !== 'PUT') return undefined;
      await saving.wait;
      return Response.json({ error: refusal }, { status: 409 });
    },
  });
  await change(KEY_PAIRS, 'Add', '500');
  await save.click();
  await expect.poll(() => changing(calls).length).toBe(1);
  await change(HARDWARE, 'Add', '7');
  saving.release();
  await expect.element(quantity(KEY_PAIRS)).toHaveAttribute('aria-invalid', 'true');
  await expect.element(quantity(HARDWARE)).toHaveValue('7');
});

test('a form opened before the pool changed: says what changed, keeps what was typed, judges it anew', async () => {
  const changed = application(APP, [
    feature('key_pair_units', { limit: 2_400, used: 1_240, available: 300 }),
    feature('hardware_key_pair_units', { limit: 210, used: 180, available: 240 }),
    signatures,
    scans,
  ]);
  const refusal = Response.json(
    {
      error: {
        status: 'INVALID_INPUT',
        message: '',
        fields: {
          'features.0.attributes.limit': { status: 'LICENSE_LIMIT_CHANGED', message: '', params: { limit: 2_400 } },
        },
      },
    },
    { status: 409 },
  );
  const { calls, platform } = await opened({
    first({ method }) {
      if (method !== 'PUT' || platform.license === changed) return undefined;
      platform.license = changed;
      return refusal;
    },
  });
  await change(KEY_PAIRS, 'Add', '500');
  await save.click();
  const notice = page.getByText(/^These licenses changed while you were editing\./);
  await expect.element(notice).toBeVisible();
  for (const told of [
    'Key pair units: allocated was 2,000, now 2,400.',
    'Key pair units: 8,000 were left to add, now 300.',
    'Hardware key pair units: allocated was 200, now 210.',
  ])
    await expect.element(page.getByText(told)).toBeVisible();
  expect(openNotices.get()).toEqual([]);
  await expect.element(quantity(KEY_PAIRS)).toHaveValue('500');
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  await quantity(KEY_PAIRS).fill('300');
  await save.click();
  await expect.poll(() => changing(calls).map(({ method }) => method)).toEqual(['PUT', 'PUT', 'POST']);
  expect(changing(calls)[1]?.body).toMatchObject({
    features: [{ name: 'key_pair_units', attributes: { limit: 2_700 }, old_limit: 2_400 }],
  });
});

test('[A-091 A-105] what comes back to the pool above counts as left to add', async () => {
  const back = feature('signature_units', { limit: 0, used: 0, available: 0, usedAbove: 3 });
  await opened({ license: application(APP, [back]) });
  await expect.element(action(SIGNATURES)).toBeVisible();
  await expect.element(row(/^Signature units/)).not.toMatchTextContent(/none left to add/);
  await change(SIGNATURES, 'Add', '4');
  await userEvent.tab();
  const said = 'Enter a number from 1 to 3. The platform has 3 left.';
  await expect.element(quantity(SIGNATURES)).toHaveAccessibleDescription(said);
});

test('entries that come back after the session has ended are told what changed meanwhile', async () => {
  beginSession(tokensOf('ada'));
  await opened();
  await change(HARDWARE, 'Subtract', '10');
  endSession('expired');
  const subtracted = feature('hardware_key_pair_units', { limit: 190, used: 180, available: 260 });
  beginSession(tokensOf('ada'));
  document.body.replaceChildren();
  await opened({ license: application(APP, [keyPairs, subtracted, signatures, scans]) });
  await expect.element(quantity(HARDWARE)).toHaveValue('10');
  await expect.element(page.getByText(/^These licenses changed while you were editing\./)).toBeVisible();
  await expect.element(page.getByText('Hardware key pair units: allocated was 200, now 190.')).toBeVisible();
  await expect.element(page.getByText(/^Key pair units: /)).not.toBeInTheDocument();
  // It stays while the entry is corrected, and takes the focus away from nobody.
  await quantity(HARDWARE).fill('5');
  await expect.element(quantity(HARDWARE)).toHaveFocus();
  await expect.element(page.getByText('Hardware key pair units: allocated was 200, now 190.')).toBeVisible();
});

test('entries that come back to the same license are told of no change', async () => {
  beginSession(tokensOf('ada'));
  await opened();
  await change(HARDWARE, 'Subtract', '10');
  endSession('expired');
  beginSession(tokensOf('ada'));
  document.body.replaceChildren();
  await opened();
  await expect.element(quantity(HARDWARE)).toHaveValue('10');
  await expect.element(page.getByText(/^These licenses changed/)).not.toBeInTheDocument();
});

test('a form whose page is no longer allowed is read and copied, and saves nothing', async () => {
  const calls = answerWith(({ path }) =>
    path === ADDRESS ? LICENSE : path.endsWith(`/account/${ACCOUNT_ID}`) ? ACCOUNT : undefined,
  );
  await renderPart(
    <AccessLost value>
      <LicenseEditPage sections={SECTIONS} />
    </AccessLost>,
    { as: EDITOR, at: paths.licenseEdit(ACCOUNT_ID, APP), pages: ['/account/accounts/$id/licenses/$app'] },
  );
  await change(KEY_PAIRS, 'Add', '500');
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  await expect.element(save).toHaveAccessibleDescription(/You have no access to this page/);
  expect(changing(calls)).toEqual([]);
});

test('[A-072 A-097] the other sections are locked; Cancel sends nothing, and asks before it forgets', async () => {
  const { calls, address } = await opened();
  const ways = page.getByRole('navigation', { name: 'Sections' });
  await expect
    .element(ways.getByRole('listitem').filter({ hasText: 'Licenses' }))
    .toHaveAttribute('aria-current', 'true');
  await expect
    .element(ways.getByRole('listitem').filter({ hasText: 'Account sign-in' }))
    .toMatchTextContent(/locked while you edit/);
  expect(ways.getByRole('button').elements()).toEqual([]);
  // Whoever is not signed in has nothing to lose.
  session.set((before) => ({ ...before, isAuth: true }));
  onTestFinished(() => session.set((before) => ({ ...before, isAuth: false })));
  await change(KEY_PAIRS, 'Add', '500');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Stay on page' }).click();
  await expect.element(quantity(KEY_PAIRS)).toHaveValue('500');
  await action(KEY_PAIRS).selectOptions('No change');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(address).toBe(paths.account(ACCOUNT_ID, 'licenses'));
  expect(changing(calls)).toEqual([]);
});

test('[A-112 A-118] a partner moves its own; for its account it is nobody’s but the platform’s', async () => {
  const own = application(APP, [
    feature('key_pair_units', { limit: 10, used: 0, available: 0, availableOf: 'Umbra Trust Services' }),
  ]);
  const as: Person = { ...EDITOR, scope: 'partner' };
  await opened({ license: own, as });
  await expect.element(page.getByRole('columnheader', { name: 'Partner left' })).toBeVisible();
  await expect.element(row(/^Key pair units/)).toMatchTextContent(/Umbra Trust Services has none left to add/);
  document.body.replaceChildren();
  await opened({ license: { ...own, why_not: { edit: { status: 'FORBIDDEN' } } }, as });
  await expect.element(page.getByText(/changed by the platform, or by the partner/)).toBeVisible();
  await expect.element(save).not.toBeInTheDocument();
});

test('the address of the form says so too where the account’s migration is not confirmed yet', async () => {
  await opened({ license: { ...LICENSE, why_not: { edit: { status: 'MIGRATION_UNCONFIRMED' } } } });
  await expect.element(page.getByText(/This account came from another platform: its migration must be/)).toBeVisible();
  await expect.element(save).not.toBeInTheDocument();
});

test('[A-111] who lacks the permission over the application is told which one', async () => {
  const without = (name: string): Person => ({
    ...EDITOR,
    permissions: EDITOR.permissions.filter((one) => one !== name),
  });
  const { calls } = await opened({ as: without('manage_secure_software_manager_license') });
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(/^You can’t open/);
  await expect
    .element(page.getByText(/manage_secure_software_manager_license|signing manager license/i).first())
    .toBeVisible();
  expect(calls.filter(({ path }) => path.includes('/license/'))).toEqual([]);
  document.body.replaceChildren();
  // Whoever may manage it may see it.
  await opened({ as: without('view_secure_software_manager_license') });
  await expect.element(save).toBeVisible();
});

test('on a small screen each feature is a card, and nothing is wider than the page', async () => {
  await opened({ width: 360 });
  await change(HARDWARE, 'Add', '400');
  await userEvent.tab();
  await expect.element(page.getByText(/Enter a number from 1 to 250/)).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  await expect.element(row(/^Key pair units/).getByText('Allocated')).toBeVisible();
});
