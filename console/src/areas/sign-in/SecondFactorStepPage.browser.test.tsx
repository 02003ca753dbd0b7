import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../paths.ts';
import { writeTab } from '../../session/tab-storage.ts';
import { freshAccessToken } from '../../session/tokens.ts';
import { PublicFrame } from '../../shell/public/PublicLayout.tsx';
import { answerWith, problem } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { keptAwaited } from './second-factor-step.ts';
import SecondFactorStepPage from './SecondFactorStepPage.tsx';

const AUTH = '/account/ui-api/v1/auth/second-factor';
const AT = { at: '/account/login/second-factor' };
const CODES = Array.from({ length: 10 }, (_, index) => `AAAA-BBBB-CCC${index}`);
const SIGNED_IN = {
  access_token: 'a',
  refresh_token: 'r',
  expires_at: '2026-11-21 12:05:00',
  recovery_codes: CODES,
  recovery_codes_left: null,
};
const WRONG = (): Response =>
  Response.json(
    { error: { status: 'SECOND_FACTOR_WRONG', message: '', fields: { code: { status: 'SECOND_FACTOR_WRONG' } } } },
    { status: 403 },
  );
const awaits = (more: object): void =>
  writeTab('loginSecondFactor', JSON.stringify({ signIn: 's', app: false, key: false, setUp: false, ...more }));
afterEach(() => writeTab('loginSecondFactor', null));

test('[A-143] an app is set up with the code to scan or its text; the session waits until codes are kept', async () => {
  awaits({ setUp: true });
  let right = false;
  const calls = answerWith(({ path }) => {
    if (path === `${AUTH}/set-up`) return { id: 'x', secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/Signet:cleo' };
    if (path === `${AUTH}/set-up/confirm`) return right ? SIGNED_IN : WRONG();
    return undefined;
  });
  const { address, go } = await renderPart(
    <PublicFrame>
      <SecondFactorStepPage />
    </PublicFrame>,
    AT,
  );
  await expect.element(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await expect.element(page.getByText('ABCD EFGH IJKL MNOP')).toBeVisible();
  const field = page.getByLabelText('Code from the app');
  await expect.element(field).toHaveFocus();
  const confirm = page.getByRole('button', { name: 'Confirm' });
  await confirm.click();
  await expect.element(field).toBeInvalid();
  await field.fill('000000');
  await confirm.click();
  await expect.element(field).toBeInvalid();
  right = true;
  await field.fill('123456');
  await confirm.click();
  await expect.element(page.getByText(CODES[9] ?? '')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Keep these recovery codes' })).toHaveFocus();
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await page.getByRole('button', { name: 'Copy all' }).click();
  await expect.element(page.getByRole('status').filter({ hasText: 'Copied' })).toBeInTheDocument();
  expect(copied).toHaveBeenCalledWith(`${CODES.join('\n')}\n`);
  go(paths.login());
  await expect.element(page.getByText('Leave without the recovery codes?')).toBeVisible();
  await page.getByRole('button', { name: 'Stay on page' }).click();
  await expect.element(page.getByText(CODES[9] ?? '')).toBeVisible();
  expect(address()).toBe(AT.at);
  expect(localStorage.getItem('access_token')).toBeNull();
  expect(calls.at(-1)?.body).toEqual({ sign_in: 's', code: '123456', name: 'Authenticator app' });
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect.poll(() => localStorage.getItem('access_token')).toBe('a');
});

test('whoever writes codes down for longer than the access token lives goes on with a renewed one', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime('2026-11-21T12:00:00Z');
  awaits({ setUp: true });
  answerWith(({ path, body }) => {
    if (path === `${AUTH}/set-up`) return { id: 'x', secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/Signet:cleo' };
    if (path === `${AUTH}/set-up/confirm`) return SIGNED_IN;
    if (path !== '/imauth/api/v1/refresh') return undefined;
    expect(body).toEqual({ refresh_token: 'r' });
    return { access_token: 'b', refresh_token: 's', expires_at: '2026-11-21 12:15:00' };
  });
  await renderPart(<SecondFactorStepPage />, AT);
  await page.getByLabelText('Code from the app').fill('123456');
  await page.getByRole('button', { name: 'Confirm' }).click();
  const kept = page.getByRole('button', { name: 'I have kept them' });
  await expect.element(kept).toBeVisible();
  vi.setSystemTime('2026-11-21T12:10:00Z');
  await kept.click();
  await expect.poll(() => localStorage.getItem('access_token')).toBe('a');
  expect(await freshAccessToken()).toBe('b');
});

test('who has a key alone is asked for it, and may give a recovery code instead', async () => {
  awaits({ key: true });
  answerWith(() => undefined);
  await renderPart(<SecondFactorStepPage />, AT);
  await expect
    .element(page.getByRole('button', { name: 'Use a security key' }))
    .toHaveAttribute('data-variant', 'filled');
  expect(page.getByRole('textbox').elements()).toHaveLength(0);
  expect(page.getByRole('button', { name: 'Sign in', exact: true }).elements()).toHaveLength(0);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await expect.element(page.getByLabelText('Recovery code')).toHaveFocus();
  await expect.element(page.getByRole('button', { name: 'Use a security key' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Use the app' })).not.toBeInTheDocument();
});

test.each([{ app: true }, { key: true }])('who is somebody else goes back to the first page: %j', async (has) => {
  awaits(has);
  answerWith(() => undefined);
  await renderPart(<SecondFactorStepPage />, AT);
  await page.getByRole('button', { name: 'Sign in as somebody else' }).click();
  await expect.poll(() => keptAwaited()).toBeNull();
});

test('a sign-in that is over says so, and begins again at the first page', async () => {
  awaits({ app: true });
  answerWith(() => problem('STATE_EXPIRED', 410));
  await renderPart(<SecondFactorStepPage />, AT);
  await page.getByLabelText('Code from the app').fill('123456');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.element(page.getByRole('link', { name: 'Go to sign-in' })).toHaveAttribute('href', '/account/login');
});

test('a refused code does not become a recovery code by another way', async () => {
  awaits({ app: true });
  answerWith(() => WRONG());
  await renderPart(<SecondFactorStepPage />, AT);
  await page.getByLabelText('Code from the app').fill('000000');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect.element(page.getByLabelText('Code from the app')).toBeInvalid();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  const field = page.getByLabelText('Recovery code');
  await expect.element(field).toHaveValue('');
  await expect.element(field).not.toBeInvalid();
});
