import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '../../api/query.ts';
import { profileQuery } from '../../session/profile.ts';
import { answerWith, problem } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import RedirectPage from './RedirectPage.tsx';

test('[S-109] a profile that can’t be read is no wait for ever: it is said, and asked for again', async () => {
  let me: unknown = null;
  answerWith(({ path }) => (path.endsWith('/user/me') ? (me ?? problem('INTERNAL', 500)) : undefined));
  const { address } = await renderPart(<RedirectPage />, { at: '/account/redirect', pages: ['account/redirect'] });
  await expect.element(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
  const profile = queryClient.getQueryData(profileQuery.queryKey);
  me = profile;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(address).toBe(`/account/access/administrators/${profile?.id}`);
});
