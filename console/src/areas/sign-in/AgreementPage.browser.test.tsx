import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../paths.ts';
import { endSession } from '../../session/state.ts';
import { answerWith, problem } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { tokensOf } from '../../testing/tokens.ts';
import AgreementPage from './AgreementPage.tsx';

test('[S-031] a person who can’t be read is no wait for ever: it is said, and asked for again', async () => {
  let busy = true;
  const { accessToken, refreshToken, expiresAt } = tokensOf('tove', { renewal: 2 });
  answerWith(({ path }) => {
    if (!path.endsWith('/refresh')) return { items: [] };
    if (busy) return problem('OVERLOADED', 503);
    const expires_at = expiresAt.toISOString().slice(0, 19).replace('T', ' ');
    return { access_token: accessToken, refresh_token: refreshToken, expires_at };
  });
  endSession('signed-out');
  const stored = tokensOf('tove');
  localStorage.setItem('access_token', stored.accessToken);
  localStorage.setItem('refresh_token', stored.refreshToken);
  localStorage.setItem('expires_at', stored.expiresAt.toISOString());
  const { address } = await renderPart(<AgreementPage />, {
    at: paths.agreement('someone'),
    pages: ['account/agreement/$userId'],
    elsewhere: { 'account/start': { part: <p>Home</p>, arrives: Promise.resolve() } },
  });
  await expect.element(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
  busy = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(address).toBe(paths.start());
});
