import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { beginSession } from '../../session/start.ts';
import { endSession } from '../../session/state.ts';
import { answerWith, problem } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { tokensOf } from '../../testing/tokens.ts';
import AgreementPage from './AgreementPage.tsx';

const ADA = { id: 'ada', first_name: 'Ada', last_name: 'Winter', locale: 'en_US', agreement_accepted: false };
beforeEach(() => endSession('signed-out'));

test('[S-031] a person who can’t be read is no wait for ever: it is said, and asked for again', async () => {
  let me: unknown = problem('INTERNAL', 500);
  answerWith(({ path }) => {
    if (!path.endsWith('/user/me')) return { items: [], permissions: [] };
    return me instanceof Response ? me.clone() : me;
  });
  beginSession(tokensOf('ada'));
  await renderPart(<AgreementPage />, { at: '/account/agreement/ada', pages: ['account/agreement/$userId'] });
  await expect.element(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
  me = ADA;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('heading', { name: 'Terms of this platform' })).toBeVisible();
});
