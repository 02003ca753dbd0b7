import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../paths.ts';
import { beginSession } from '../../session/start.ts';
import { endSession } from '../../session/state.ts';
import { answerWith, problem, type Asked } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { tokensOf } from '../../testing/tokens.ts';
import LoginPage from './LoginPage.tsx';

let asked: Asked[];
let refusal: Response | null;
let ways: object;
let verified: Promise<void>;
const PASSWORD_ALONE = { methods: ['standard'], certificate_url: null, saml_url: null, oidc_url: null };
beforeEach(() => {
  endSession('signed-out');
  localStorage.clear();
  sessionStorage.clear();
  refusal = null;
  ways = PASSWORD_ALONE;
  verified = Promise.resolve();
  asked = answerWith(({ path, query }) => {
    if (path.endsWith('/login/verify')) return verified.then(() => ({ state: query.get('state'), ...ways }));
    if (path.endsWith('/auth/login')) return refusal;
    return undefined;
  });
});

const open = (at = paths.login()) => renderPart(<LoginPage />, { at, pages: [paths.login(), paths.start()] });
const userName = page.getByLabelText('User name');
const password = page.getByLabelText('Password', { exact: true });

async function toThePassword(): Promise<void> {
  await userName.fill('carl');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.element(password).toBeVisible();
}

test('a page that is loaded anew at the password goes on with the same name and the same sign-in', async () => {
  const before = await open();
  await toThePassword();
  const state = asked.find(({ path }) => path.endsWith('/login/verify'))?.query.get('state');
  document.body.replaceChildren();
  refusal = problem('INVALID_CREDENTIALS', 401);
  await open(before.address());
  await expect.element(page.getByText('carl', { exact: true })).toBeVisible();
  await password.fill('Wrong-horse-7-battery');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.element(page.getByText('The password does not match this user name.')).toBeVisible();
  expect(asked.at(-1)?.body).toMatchObject({ user_name: 'carl', state });
});

test('a sign-in that took too long says so and has kept the user name', async () => {
  refusal = problem('STATE_EXPIRED', 410);
  await open();
  await toThePassword();
  await password.fill('Right-horse-7-battery');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.element(page.getByText(/took too long/)).toBeVisible();
  await expect.element(userName).toHaveValue('carl');
});

test('another user name begins with an empty field, over a reload too', async () => {
  await open();
  await toThePassword();
  await page.getByRole('button', { name: 'Change' }).click();
  await expect.element(userName).toHaveValue('');
  document.body.replaceChildren();
  await open(paths.login({ step: 'password' }));
  await expect.element(userName).toHaveValue('');
});

test('a forgotten password is mended from the first page on, with the name that was typed', async () => {
  await open();
  await userName.fill('carl');
  await expect
    .element(page.getByRole('link', { name: 'Forgot your password?' }))
    .toHaveAttribute('href', paths.forgotPassword({ userName: 'carl' }));
});

test('[S-040] who comes back from a way elsewhere that failed is led on to where they were going', async () => {
  const returnPath = '/account/access/administrators';
  await open(paths.login({ returnPath }));
  await toThePassword();
  document.body.replaceChildren();
  // So the server leads back, which knows nothing of it.
  const { address } = await open(paths.login({ error: 'METHOD_DISABLED' }));
  await toThePassword();
  expect(new URLSearchParams(address().split('?')[1]).get('returnPath')).toBe(returnPath);
  expect(sessionStorage.getItem('login_return_path')).toBe(returnPath);
});

test.each([
  ['USER_DISABLED', /disabled/],
  ['ACCOUNT_EXPIRED', /The account is inactive, or its service period has ended or has not begun/],
  ['PLATFORM_LICENSE_EXPIRED', /The platform’s license has ended/],
])('who is proved and not let in reads why, not that it did not work: %s', async (error, words) => {
  await open(paths.login({ error }));
  await expect.element(page.getByText(words)).toBeVisible();
});

test('where a sign-in led that is over, nobody is led after it', async () => {
  await open(paths.login({ returnPath: '/account/access/administrators' }));
  await toThePassword();
  beginSession(tokensOf('ines'));
  document.body.replaceChildren();
  const signedIn = await open();
  await expect.poll(signedIn.address).not.toMatch(/login/);
  endSession('signed-out');
  document.body.replaceChildren();
  const { address } = await open();
  await toThePassword();
  expect(address()).toBe(paths.login({ step: 'password' }));
});

test('who follows a link while the name is looked up stays where it leads', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  verified = promise;
  const { address } = await open();
  await userName.fill('carl');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  const there = paths.forgotPassword({ userName: 'carl' });
  await expect.poll(address).toBe(there);
  resolve();
  await expect.poll(() => sessionStorage.length).toBeGreaterThan(0);
  await new Promise(requestAnimationFrame);
  expect(address()).toBe(there);
});

test('a password typed on while the name is looked up is not read in its field', async () => {
  const { promise, reject } = Promise.withResolvers<void>();
  verified = promise;
  await open();
  await userName.fill('carl');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => asked.some(({ path }) => path.endsWith('/login/verify'))).toBe(true);
  await expect.element(userName).toHaveFocus();
  await userEvent.keyboard('Right-horse{Enter}');
  await expect.element(userName).toHaveValue('carl');
  reject(new Error('The connection is lost.'));
  await expect.element(userName).not.toHaveAttribute('readonly');
  await userEvent.keyboard('a');
  await expect.element(userName).toHaveValue('carla');
});

test('when somebody signs in in another tab, this one leaves the sign-in page with them', async () => {
  const { address } = await open();
  await toThePassword();
  await password.fill('Half-a-passw');
  const { accessToken, refreshToken, expiresAt } = tokensOf('ines');
  Object.assign(localStorage, {
    access_token: accessToken,
    refresh_token: refreshToken,
    expires_at: expiresAt.toISOString(),
  });
  dispatchEvent(new StorageEvent('storage', { key: 'refresh_token', newValue: refreshToken }));
  await expect.poll(address).toBe(paths.start());
  expect(asked.filter(({ path }) => path.endsWith('/auth/login'))).toEqual([]);
});

test('of several ways without a password it is asked which one, in their order, over a reload too', async () => {
  ways = {
    methods: ['saml', 'certificate'],
    saml_url: '/imauth/api/v1/login/saml?state=x',
    certificate_url: 'https://localhost:8443/imauth/api/v1/login/certificate?state=x',
    oidc_url: null,
  };
  const before = await open();
  await userName.fill('carl');
  await page.getByRole('button', { name: 'Next' }).click();
  const both = page.getByRole('link');
  const inOrder = async () => {
    await expect.element(both.nth(0)).toHaveAccessibleName('Sign in with your organization');
    await expect.element(both.nth(0)).toHaveAttribute('href', '/imauth/api/v1/login/saml?state=x');
    await expect.element(both.nth(1)).toHaveAccessibleName('Sign in with a certificate');
    await expect.element(password).not.toBeInTheDocument();
  };
  await inOrder();
  document.body.replaceChildren();
  await open(before.address());
  await inOrder();
});

test.each([
  ['METHOD_DISABLED', /does not use this way of signing in/],
  ['OIDC_SOMETHING_NEW', /Start again with your user name/],
  ['<b>pay here</b>', /Start again with your user name/],
])('a sign-in that came back with %s says what to do', async (error, words) => {
  await open(paths.login({ error }));
  await expect.element(page.getByText(words)).toBeVisible();
});
