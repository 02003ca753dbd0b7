/** What is said where the platform has no license in force. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import LicenseExpiredPage from './LicenseExpiredPage.tsx';

test.each([
  ['expired', 'The platform license has ended'],
  ['not_found', 'The platform has no license in force'],
])('[S-149] a license that is %s is said to be so, with the way to a new one', async (status, said) => {
  answerWith(({ path }) =>
    path.endsWith('/license/status')
      ? { status, redirect_url: '/account/licenseExpired', evaluation: false, setup_complete: true }
      : undefined,
  );
  await renderPart(<LicenseExpiredPage />);
  await expect.element(page.getByRole('heading', { name: said })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Sign in to install a license' }))
    .toHaveAttribute('href', '/account/login?returnPath=%2Faccount%2Fsettings%2Fupdate-license');
});
