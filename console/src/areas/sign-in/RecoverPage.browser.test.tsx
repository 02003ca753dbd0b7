import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerWith, problem } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { PublicFrame } from '../../shell/public/PublicLayout.tsx';
import RecoverPage from './RecoverPage.tsx';

const USER = '00000000-0000-4000-8000-000000000500';
const AT = { at: `/account/recover#${USER}/code-1`, pages: ['account/recover', 'account/callback/oauth'] };
const signIn = page.getByRole('button', { name: 'Sign in' });

test('the link signs in without a password too, and leads to the settings', async () => {
  const calls = answerWith(({ path }) =>
    path.endsWith('/recover') ? { return_url: '/account/callback/oauth?code=c&state=s' } : { activation: null },
  );
  const { address } = await renderPart(<RecoverPage />, AT);
  await page.getByLabelText(/^New password/).fill('short');
  await signIn.click();
  await expect.element(page.getByText(/Use at least 12 characters/).first()).toBeVisible();
  expect(calls.some(({ path }) => path.endsWith('/recover'))).toBe(false);
  await page.getByLabelText(/^New password/).fill('');
  await page.getByRole('checkbox', { name: 'I have lost my second factor' }).click();
  await signIn.click();
  await expect.poll(address).toBe('/account/callback/oauth?code=c&state=s&returnPath=%2Faccount%2Fsettings');
  const body = { user_id: USER, code: 'code-1', second_factor_lost: true };
  expect(calls.find(({ path }) => path.endsWith('/recover'))?.body).toEqual(body);
});

test('a link that is spent meanwhile says so', async () => {
  answerWith(({ path }) => (path.endsWith('/check-code') ? { activation: null } : problem('CODE_INVALID', 410)));
  await renderPart(<RecoverPage />, AT);
  await signIn.click();
  await expect.element(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
});

test('the link that skips to the content leaves the code in the address, and what is typed', async () => {
  answerWith(({ path }) => (path.endsWith('/check-code') ? { activation: null } : undefined));
  await renderPart(
    <PublicFrame>
      <RecoverPage />
    </PublicFrame>,
    AT,
  );
  // The frame has a main part of its own.
  document.querySelector('div#main')?.removeAttribute('id');
  const password = page.getByLabelText(/^New password/);
  await password.fill('half-filled');
  const before = location.hash;
  page.getByRole('link', { name: 'Skip to the content' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('main')).toHaveFocus();
  expect(location.hash).toBe(before);
  await expect.element(password).toHaveValue('half-filled');
});
