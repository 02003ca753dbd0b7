import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerWith, problem } from '../../testing/answers.ts';
import { openNotices } from '../../shell/notices/notifications.ts';
import { renderPart } from '../../testing/render.tsx';
import { PasswordStep } from './PasswordStep.tsx';

const TRANSACTION = { state: 'x'.repeat(22), userName: 'tove.lind', hasPassword: true, elsewhere: [] };
const nothing = () => undefined;

test('who may sign in with a certificate as well is offered it, at the address that asks for one', async () => {
  const url = 'https://localhost:8443/imauth/api/v1/login/certificate?state=x';
  await renderPart(
    <PasswordStep
      transaction={{ ...TRANSACTION, elsewhere: [{ method: 'certificate', url }] }}
      onChangeUser={nothing}
      onStartAgain={nothing}
      onSignedIn={nothing}
    />,
    { at: '/account/login' },
  );
  const link = page.getByRole('link', { name: 'Sign in with a certificate' });
  await expect.element(link).toHaveAttribute('href', url);
});

test('[S-264] a wrong password stays on the page, says so under the field, and ends nobody’s session', async () => {
  // Somebody else's session, of another tab.
  localStorage.setItem('access_token', 'a');
  localStorage.setItem('refresh_token', 'r');
  const calls = answerWith(({ path }) =>
    path === '/account/ui-api/v1/auth/login' ? problem('INVALID_CREDENTIALS', 401) : undefined,
  );
  const { address } = await renderPart(
    <PasswordStep transaction={TRANSACTION} onChangeUser={nothing} onStartAgain={nothing} onSignedIn={nothing} />,
    { at: '/account/login' },
  );
  await page.getByLabelText('Password', { exact: true }).fill('Wrong-horse-7-battery');
  // By the keyboard: who stays in the field hears it too.
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('alert')).toHaveTextContent('The password does not match this user name.');
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveAccessibleDescription(/password/i);
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveFocus();
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /account/ui-api/v1/auth/login']);
  expect(address()).toBe('/account/login');
  expect(localStorage.getItem('refresh_token')).toBe('r');
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveValue('');
});

test.each([
  ['a server that is not well', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
])('a password that nobody has judged stays for another try: %s', async (_cause, answer) => {
  answerWith(answer);
  await renderPart(
    <PasswordStep transaction={TRANSACTION} onChangeUser={nothing} onStartAgain={nothing} onSignedIn={nothing} />,
    { at: '/account/login' },
  );
  const password = page.getByLabelText('Password', { exact: true });
  await password.fill('Right-horse-7-battery');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(() => openNotices.get()).toMatchObject([{ type: 'error' }]);
  await expect.element(password).toHaveFocus();
  await expect.element(password).toHaveValue('Right-horse-7-battery');
});
