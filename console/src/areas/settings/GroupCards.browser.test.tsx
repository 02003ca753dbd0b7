/** The ways to the settings of the platform. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';
import { GroupCards } from './GroupCards.tsx';

test.each([false, true])('the card of the mail server says whether one is set up: %s', async (mailServer) => {
  await renderPart(<GroupCards />, { as: { scope: 'system', permissions: [], accounts: [], mailServer } });
  await expect.element(page.getByRole('link', { name: /^Mail server/ })).toBeVisible();
  expect(page.getByText('Not set up').elements()).toHaveLength(mailServer ? 0 : 1);
});
