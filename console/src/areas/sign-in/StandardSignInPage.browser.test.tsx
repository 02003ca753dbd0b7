import type { Account } from '@signet/contract/areas/accounts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '../../api/query.ts';
import { answerWith, held, problem } from '../../testing/answers.ts';
import { CUSTOMER } from '../../testing/account.ts';
import { renderPart } from '../../testing/render.tsx';
import { MethodCards } from './MethodCards.tsx';
import SettingsSignInSection from './SettingsSignInSection.tsx';
import StandardSignInPage from './StandardSignInPage.tsx';
import { UserCreation } from './UserCreation.tsx';

const ID = '00000000-0000-4000-8000-000000000100';
const ADDRESS = '/account/accounts/$id/editStandardSignIn';
type Method = Account['sign_in_methods'][number];
const method = (signInMethod: Method['signInMethod'], status: Method['status']): Method => ({
  signInMethod,
  status,
  mfaStatus: 'disabled',
  clientAuthCertLoginEnabled: false,
});
const account = (saml: 'enabled' | 'disabled') => ({
  id: ID,
  name: 'Nordmark',
  display_name: 'Nordmark',
  system_account: true,
  mfa_enabled: false,
  service_period: { from: '2021-07-01', to: '2028-06-30' },
  sign_in_methods: [method('standard', 'enabled'), method('singleSignOnSaml', saml)],
  clientAuthCertLoginEnabled: false,
  version: 1,
  why_not: { sign_in: null },
});
const EFFECTS = { people: 7, first: [{ id: ID, name: 'Cleo Marchetti' }], administrators: 1, yourself: true };
async function open(saml: 'enabled' | 'disabled', of = `accounts/${ID}`, effects: () => unknown = () => EFFECTS) {
  const sent: unknown[] = [];
  answerWith(({ path, method: verb, body }) => {
    if (path.endsWith('/sign-in-effects')) return effects();
    if (verb === 'PUT') sent.push(body);
    return path.includes(`/account/${ID}`) ? account(saml) : undefined;
  });
  const shown = await renderPart(<StandardSignInPage />, {
    as: { scope: 'account', permissions: ['view_account', 'manage_account'], accounts: ['Nordmark'] },
    at: `/account/${of}/editStandardSignIn`,
    pages: [ADDRESS, '/account/settings/editStandardSignIn'],
    elsewhere: { '/elsewhere': { part: <p>Elsewhere</p>, arrives: Promise.resolve() } },
  });
  return { sent, ...shown };
}
const off = page.getByRole('radio', { name: 'Off' });
const save = page.getByRole('button', { name: 'Save changes' });
const box = page.getByRole('checkbox', { name: 'I know that I may not be able to sign in again' });
/** Saving is off, says why, and does nothing. */
async function expectWait(sent: readonly unknown[]): Promise<void> {
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  await expect.element(save).toHaveAccessibleDescription('Wait until it is known who could no longer sign in.');
  await save.click({ force: true });
  expect(sent).toEqual([]);
}

test('[A-131 A-132] the last way is locked on, with the reason', async () => {
  await open('disabled');
  await expect.element(page.getByRole('radio', { name: 'On' })).toBeChecked();
  await expect.element(page.getByRole('radio', { name: 'Off' })).toBeDisabled();
  await expect.element(page.getByText(/needs at least one way to sign in/)).toBeVisible();
});

test.each([
  ['the last way is locked on beside certificates that nobody is asked for', null, true],
  ['with an address that asks for certificates theirs is another way', 'https://certificates.example', false],
])('[A-131 A-132] %s', async (_what, url, locked) => {
  answerWith(({ path }) => {
    if (path.endsWith('/clientAuthLoginUrl')) return { url };
    return path.includes(`/account/${ID}`) ? { ...account('disabled'), clientAuthCertLoginEnabled: true } : undefined;
  });
  await renderPart(<StandardSignInPage />, {
    as: { scope: 'account', permissions: ['view_account', 'manage_account'], accounts: ['Nordmark'] },
    at: `/account/accounts/${ID}/editStandardSignIn`,
    pages: [ADDRESS],
  });
  await expect.poll(() => off.element().hasAttribute('disabled')).toBe(locked);
  await expect.poll(() => page.getByText(/needs at least one way to sign in/).elements().length > 0).toBe(locked);
});

test('[A-132 A-133 A-139] with another way it says who is shut out, and oneself goes on only knowingly', async () => {
  const { sent, address } = await open('enabled');
  await expect.element(page.getByText(/needs at least one way to sign in/)).not.toBeInTheDocument();
  await page.getByRole('radio', { name: 'Off' }).click();
  await expect.element(page.getByText('7 people have no other way to sign in that is known to work:')).toBeVisible();
  await expect.element(page.getByText('Cleo Marchetti and 6 more')).toBeVisible();
  await expect.element(page.getByText('You are one of them.')).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  expect(sent).toEqual([]);
  await page.getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  const { name, service_period, sign_in_methods } = account('enabled');
  await expect.poll(() => sent).toEqual([{ name, service_period, sign_in_methods, standard_login: false }]);
  await expect.poll(address).toBe(`/account/accounts/${ID}#sign-in`);
});

test('it is not saved before it is known whom it shuts out', async () => {
  const { wait, release } = held();
  const { sent } = await open('enabled', `accounts/${ID}`, () => wait.then(() => EFFECTS));
  await off.click();
  await expectWait(sent);
  // What shuts nobody out waits for nothing.
  await page.getByRole('radio', { name: 'On' }).click();
  await expect.element(save).toHaveAccessibleDescription('Nothing is changed yet.');
  await off.click();
  release();
  await expect.element(box).toBeVisible();
  await save.click();
  await expect.element(box).toHaveAttribute('aria-invalid', 'true');
  expect(sent).toEqual([]);
  await box.click();
  await save.click();
  await expect.poll(() => sent).toHaveLength(1);
});

test('what an earlier visit read of it does not count', async () => {
  const { wait, release } = held();
  let answer: () => unknown = () => ({ people: 0, first: [], administrators: 0, yourself: false });
  const { sent, go, back } = await open('enabled', `accounts/${ID}`, () => answer());
  await off.click();
  await expect.element(page.getByText(/^Everybody who can sign in today/)).toBeVisible();
  await page.getByRole('radio', { name: 'On' }).click();
  go('/elsewhere');
  await expect.element(page.getByText('Elsewhere')).toBeVisible();
  await queryClient.invalidateQueries();
  answer = () => wait.then(() => EFFECTS);
  back();
  await off.click();
  await expectWait(sent);
  release();
  await expect.element(box).toBeVisible();
});

test('where it can’t be known it is saved all the same', async () => {
  const { sent } = await open('enabled', `accounts/${ID}`, () => problem('INTERNAL', 500));
  await off.click();
  await save.click();
  await expect.poll(() => sent).toHaveLength(1);
});

test('[A-279] the settings show the ways of the platform’s own account, edited under the settings', async () => {
  answerWith(({ path }) => (path.includes('/account/ui-api/v1/account/') ? account('enabled') : undefined));
  await renderPart(<SettingsSignInSection />, {
    as: { scope: 'system', permissions: ['view_account'], accounts: ['Signet'] },
  });
  await expect
    .element(page.getByRole('link', { name: 'Edit standard sign-in' }))
    .toHaveAttribute('href', '/account/settings/editStandardSignIn');
  await expect.element(page.getByText('Single sign-on (SAML)')).toBeVisible();
});

test('[A-133 S-082] saved under the settings, it leads back there', async () => {
  const { sent, address } = await open('enabled', 'settings');
  await page.getByRole('radio', { name: 'Off' }).click();
  await page.getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(() => sent).toHaveLength(1);
  await expect.poll(address).toBe('/account/settings');
});

test('[A-125 A-126 A-127] each way has a card with its state, and where it is edited', async () => {
  const sent: unknown[] = [];
  answerWith(({ path, method: verb, body }) => {
    if (verb === 'PUT') sent.push({ path, body });
    return undefined;
  });
  const record = {
    ...CUSTOMER,
    mfa_enabled: true,
    sign_in_methods: [method('standard', 'enabled'), method('singleSignOnSaml', 'enabled')],
  };
  await renderPart(
    <>
      <MethodCards account={record} />
      <UserCreation account={record} />
    </>,
    { as: { scope: 'system', permissions: ['view_account', 'manage_account'], accounts: ['Signet'] } },
  );
  await expect.element(page.getByRole('link', { name: 'Edit standard sign-in' })).toBeVisible();
  const at = `/account/accounts/${CUSTOMER.id}`;
  expect([...document.querySelectorAll('.card a')].map((link) => link.getAttribute('href'))).toEqual([
    `${at}/editStandardSignIn`,
    `${at}/editMfa`,
    `${at}/createAccountSignIn`,
    `${at}/updateOpenidConnectIntegration`,
    `${at}/updateClientAuthCertLogin`,
  ]);
  const states = [...document.querySelectorAll('.card')].map((card) => /On|Off/.exec(card.textContent ?? '')?.[0]);
  expect(states).toEqual(['On', 'On', 'On', 'Off', 'Off']);
  await page.getByLabelText(/^Create users for new people/).click();
  await expect
    .poll(() => sent)
    .toEqual([{ path: expect.stringMatching(/user-creation-via-sso$/), body: { enabled: true } }]);
});
