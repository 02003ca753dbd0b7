import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerWith, held } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import OidcSignInPage from './OidcSignInPage.tsx';

const ID = '00000000-0000-4000-8000-000000000100';
const ADDRESS = '/account/accounts/$id/updateOpenidConnectIntegration';
const ISSUER = 'https://login.nordmark.example';
const account = (standard: 'enabled' | 'disabled', oidc: 'enabled' | 'disabled') => ({
  id: ID,
  name: 'Nordmark',
  display_name: 'Nordmark',
  sign_in_methods: [
    { signInMethod: 'standard', status: standard },
    { signInMethod: 'singleSignOnOidc', status: oidc },
  ],
  clientAuthCertLoginEnabled: false,
  why_not: { sign_in: null },
});
const CONFIG = { issuer: ISSUER, client_id: 'signet', scopes: 'openid email', user_claim: 'sub', version: 3 };
const REDIRECT = `https://signet.example/imauth/api/v1/callback/oidc/${ID}`;

type Sent = { verb: string; path: string; body: unknown };
const NOBODY = { people: 0, first: [], administrators: 0, yourself: false };
async function open(
  config: object | null,
  standard: 'enabled' | 'disabled' = 'enabled',
  effects: () => unknown = () => NOBODY,
): Promise<Sent[]> {
  const sent: Sent[] = [];
  const enabled = config !== null;
  answerWith(({ path, method: verb, body }) => {
    if (path.endsWith('/sign-in-effects')) return effects();
    if (verb !== 'GET') sent.push({ verb, path: path.split('/').at(-1) ?? '', body });
    if (path.endsWith('/check')) return { issuer: ISSUER, authorization_endpoint: `${ISSUER}/authorize` };
    if (path.includes('/oidc-config')) return { enabled, redirect_uri: REDIRECT, config };
    return path.includes(`/account/${ID}`) ? account(standard, enabled ? 'enabled' : 'disabled') : undefined;
  });
  await renderPart(<OidcSignInPage />, {
    as: { scope: 'account', permissions: ['view_account', 'manage_account'], accounts: ['Nordmark'] },
    at: ADDRESS.replace('$id', ID),
    pages: [ADDRESS],
  });
  return sent;
}
const field = (name: string) => page.getByRole('textbox', { name });

test('[A-169] a provider is checked, and set up with its secret', async () => {
  const sent = await open(null);
  await expect.element(page.getByText(REDIRECT)).toBeVisible();
  await field('Issuer').fill(`${ISSUER}/.well-known/openid-configuration`);
  await page.getByRole('button', { name: 'Check the provider' }).click();
  await expect.element(page.getByText(`${ISSUER}/authorize`)).toBeVisible();
  await field('Client ID').fill('signet');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(page.getByText('Fill in this field.').first()).toBeVisible();
  await page.getByLabelText('Client secret', { exact: true }).fill('the secret');
  // A provider that is not set up yet is meant to be used.
  await expect.element(page.getByRole('radio', { name: 'On' })).toBeChecked();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect
    .poll(() => sent.find(({ path }) => path === 'oidc-config'))
    .toEqual({
      verb: 'POST',
      path: 'oidc-config',
      body: {
        issuer: `${ISSUER}/.well-known/openid-configuration`,
        client_id: 'signet',
        client_secret: 'the secret',
        scopes: 'openid email profile',
        user_claim: 'sub',
        enabled: true,
      },
    });
});

test('[A-169] the secret is kept where nothing is entered, and asked for with another issuer', async () => {
  const sent = await open(CONFIG);
  await field('Scopes').fill('openid');
  await field('Issuer').fill('https://other.example');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(page.getByText('Fill in this field.').first()).toBeVisible();
  await field('Issuer').fill(ISSUER);
  await page.getByRole('button', { name: 'Save changes' }).click();
  const body = { issuer: ISSUER, client_id: 'signet', scopes: 'openid', user_claim: 'sub', enabled: true };
  await expect.poll(() => sent).toEqual([{ verb: 'PUT', path: 'oidc-config', body }]);
});

test('[A-137] the last way is locked on, with the reason', async () => {
  await open(CONFIG, 'disabled');
  await expect.element(page.getByRole('radio', { name: 'Off' })).toBeDisabled();
  await expect.element(page.getByText(/needs at least one way to sign in/).first()).toBeVisible();
  const erase = page.getByRole('button', { name: 'Delete the provider' });
  await expect.element(erase).toHaveAttribute('aria-disabled', 'true');
  await expect.element(erase).toHaveAccessibleDescription(/needs at least one way to sign in/);
});

test('it is not switched off before it is known whom that shuts out', async () => {
  const { wait, release } = held();
  const sent = await open(CONFIG, 'enabled', () => wait.then(() => ({ ...NOBODY, people: 1, yourself: true })));
  const save = page.getByRole('button', { name: 'Save changes' });
  await page.getByRole('radio', { name: 'Off' }).click();
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  await save.click({ force: true });
  expect(sent).toEqual([]);
  release();
  await page.getByRole('checkbox', { name: /I know that I may not/ }).click();
  await save.click();
  await expect.poll(() => sent).toHaveLength(1);
});

test('nor is it deleted before that is known and, by those it shuts out, confirmed', async () => {
  const { wait, release } = held();
  const sent = await open(CONFIG, 'enabled', () => wait.then(() => ({ ...NOBODY, people: 1, yourself: true })));
  await page.getByRole('button', { name: 'Delete the provider' }).click();
  const dialog = page.getByRole('dialog');
  const erase = dialog.getByRole('button', { name: 'Delete the provider' });
  await expect.element(dialog.getByText('Wait until it is known who could no longer sign in.')).toBeVisible();
  await erase.click({ force: true });
  release();
  await expect.element(dialog.getByText('You are one of them.')).toBeVisible();
  await erase.click({ force: true });
  expect(sent).toEqual([]);
  await dialog.getByRole('checkbox', { name: /I know that I may not/ }).click();
  await erase.click();
  await expect.poll(() => sent).toHaveLength(1);
});

test('a provider is deleted once that was confirmed', async () => {
  const sent = await open(CONFIG);
  await page.getByRole('button', { name: 'Delete the provider' }).click();
  expect(sent).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the provider' }).click();
  await expect.poll(() => sent).toEqual([{ verb: 'DELETE', path: 'oidc-config', body: undefined }]);
});

test('whoever cancels is asked to confirm once more', async () => {
  await open(CONFIG, 'enabled', () => ({ ...NOBODY, people: 1, yourself: true }));
  const dialog = page.getByRole('dialog');
  const tick = dialog.getByRole('checkbox', { name: /I know that I may not/ });
  await page.getByRole('button', { name: 'Delete the provider' }).click();
  await tick.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Delete the provider' }).click();
  await expect.element(tick).not.toBeChecked();
});

test('where nothing is to be confirmed the keyboard begins on the way back', async () => {
  await open(CONFIG);
  await page.getByRole('button', { name: 'Delete the provider' }).click();
  await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toHaveFocus();
});
