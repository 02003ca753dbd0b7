import { useLocation } from '@tanstack/react-router';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../paths.ts';
import { rememberBegun } from '../../session/begun-sign-in.ts';
import { beginSession } from '../../session/start.ts';
import { endSession, personOfTab, storedTokens } from '../../session/state.ts';
import { answerWith, problem, type Asked } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { tokensOf } from '../../testing/tokens.ts';
import CallbackPage from './CallbackPage.tsx';

const STATE = 'a-state-of-enough-characters';
const AT = `${paths.callbackOauth()}?code=c&state=${STATE}&returnPath=${encodeURIComponent(paths.profile())}`;
const [ADA, CARL] = [tokensOf('ada'), tokensOf('carl')];

let asked: Asked[];
beforeEach(() => {
  endSession('signed-out');
  localStorage.clear();
  sessionStorage.clear();
  asked = answerWith(({ path }) => {
    if (path.endsWith('/callback/check')) return { user_name: 'carl', name: 'Carl Meyer' };
    if (path.endsWith('/auto-login-for-idp-auth'))
      return { return_url: `${paths.callbackOauth()}?code=of-it&state=s2` };
    if (path.endsWith('/callback/oauth'))
      return {
        access_token: CARL.accessToken,
        refresh_token: CARL.refreshToken,
        expires_at: '2099-01-01 00:00:00',
      };
    return null;
  });
});

/** The page at its own address alone, as the map has it. */
function Routed() {
  return useLocation().pathname === paths.callbackOauth() ? <CallbackPage /> : null;
}

const open = (at = AT) =>
  renderPart(<Routed />, { at, pages: [paths.profile(), paths.home(), paths.accountExpiredError()] });
const calls = (): string[] => asked.map(({ path }) => path.replace('/imauth/api/v1/', ''));
const goOn = page.getByRole('button', { name: 'Go on as Carl Meyer' });

test('[S-270] the sign-in that this tab began is completed without a question, once', async () => {
  rememberBegun(STATE);
  const { address } = await open();
  await expect.poll(address).toBe(paths.profile());
  expect(calls()).toEqual(['callback/oauth']);
  expect(personOfTab()).toBe('carl');
});

test('a sign-in that was begun elsewhere asks first, and redeems nothing before the answer', async () => {
  rememberBegun('the-state-of-another-sign-in');
  const { address } = await open();
  await expect.element(page.getByRole('heading', { name: 'Go on as Carl Meyer?' })).toBeVisible();
  await expect.element(page.getByText(/user name carl/)).toBeVisible();
  expect([calls(), storedTokens()]).toEqual([['callback/check'], null]);
  await goOn.click();
  await expect.poll(address).toBe(paths.profile());
  expect(calls()).toEqual(['callback/check', 'callback/oauth']);
  expect(personOfTab()).toBe('carl');
});

test('[S-269] a provider’s own sign-in asks first, whatever this tab began, and goes on by its ticket', async () => {
  rememberBegun(STATE);
  const { address } = await open(AT.replace('?', '?ticket=t&'));
  await expect.element(page.getByRole('heading', { name: 'Go on as Carl Meyer?' })).toBeVisible();
  expect(storedTokens()).toBeNull();
  expect(asked).toMatchObject([{ path: '/imauth/api/v1/callback/check', body: { ticket: 't' } }]);
  await goOn.click();
  await expect.poll(address).toBe(paths.profile());
  expect(calls()).toEqual(['callback/check', 'auto-login-for-idp-auth', 'callback/oauth']);
  expect(asked[1]?.body).toEqual({ ticket: 't' });
  expect(Object.fromEntries(asked[2]?.query ?? [])).toEqual({ code: 'of-it', state: 's2' });
  expect(personOfTab()).toBe('carl');
});

/** By a ticket whose exchange is refused. */
async function goOnRefused(refusal: () => Response) {
  asked = answerWith(({ path }) => (path.endsWith('/check') ? { user_name: 'carl', name: 'Carl Meyer' } : refusal()));
  const opened = await open(`${paths.callbackOauth()}?ticket=t`);
  await goOn.click();
  return opened;
}

test('a ticket that is used up is told as a code is', async () => {
  await goOnRefused(() => problem('CODE_INVALID', 410));
  await expect.element(page.getByRole('heading', { name: 'The sign-in could not be completed' })).toBeVisible();
  expect(calls()).toEqual(['callback/check', 'auto-login-for-idp-auth']);
});

test('a ticket of somebody whose account has ended leads to the page of that', async () => {
  const { address } = await goOnRefused(() => problem('ACCOUNT_EXPIRED', 403));
  await expect.poll(address).toBe(paths.accountExpiredError());
});

test('whoever is signed in is told what going on means, and stays so otherwise', async () => {
  beginSession(ADA);
  const declined = await open();
  await expect.element(page.getByText(/Somebody is signed in in this browser/)).toBeVisible();
  await page.getByRole('link', { name: 'Don’t go on' }).click();
  await expect.poll(declined.address).toBe(paths.home());
  expect([calls(), storedTokens()]).toEqual([['callback/check'], ADA]);
});

test('going on ends the session that was there, on the server', async () => {
  beginSession(ADA);
  await open();
  await goOn.click();
  await expect.poll(() => storedTokens()?.refreshToken).toBe(CARL.refreshToken);
  expect(asked.at(-1)).toMatchObject({
    path: '/imauth/api/v1/logout',
    body: { refresh_token: ADA.refreshToken },
  });
});

test('a state that is empty was begun by nobody', async () => {
  rememberBegun('');
  await renderPart(<CallbackPage />, { at: `${paths.callbackOauth()}?code=c` });
  await expect.element(goOn).toBeVisible();
});

test('a callback that is used up says so, whether or not this tab began it', async () => {
  answerWith(() => problem('CODE_INVALID', 410));
  await open();
  await expect.element(page.getByRole('heading', { name: 'The sign-in could not be completed' })).toBeVisible();
});
