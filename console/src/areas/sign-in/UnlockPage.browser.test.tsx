import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerWith, problem } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import UnlockPage from './UnlockPage.tsx';

const USER = '00000000-0000-4000-8000-000000000500';
const AT = { at: `/account/unlock/${USER}/code-1`, pages: ['account/unlock/$userId/$code'] };

test('[S-313] the link lifts the lock on a click, not by being opened, and leads to the sign-in', async () => {
  const calls = answerWith(({ path }) => (path.endsWith('/check-code') ? { activation: null } : null));
  const { address } = await renderPart(<UnlockPage />, AT);
  const lift = page.getByRole('button', { name: 'Lift the lock' });
  await expect.element(lift).toBeVisible();
  expect(calls.map(({ path }) => path)).toEqual(['/account/ui-api/v1/auth/check-code']);
  expect(calls[0]?.body).toEqual({ user_id: USER, code: 'code-1', purpose: 'unlock' });
  await lift.click();
  await expect.poll(address).toBe('/account/login');
  const body = { user_id: USER, code: 'code-1' };
  expect(calls.find(({ path }) => path.endsWith('/auth/unlock'))?.body).toEqual(body);
});

test('a link that is spent says so when it is opened', async () => {
  answerWith(() => problem('CODE_INVALID', 410));
  await renderPart(<UnlockPage />, AT);
  await expect.element(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
});

test('a link that is spent meanwhile says so when it is used', async () => {
  answerWith(({ path }) => (path.endsWith('/check-code') ? { activation: null } : problem('CODE_INVALID', 410)));
  await renderPart(<UnlockPage />, AT);
  await page.getByRole('button', { name: 'Lift the lock' }).click();
  await expect.element(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
});
