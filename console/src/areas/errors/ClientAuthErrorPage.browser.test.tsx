/** What a refused link of an invitation is said with. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';
import ClientAuthErrorPage from './ClientAuthErrorPage.tsx';

const show = (code: string) =>
  renderPart(<ClientAuthErrorPage />, {
    at: `/account/clientAuthLoginVerificationError/${code}#enrollment`,
    pages: ['account/clientAuthLoginVerificationError/$errorCode'],
  });

test('[S-159] a link that was asked for too often is not called a broken one', async () => {
  await show('too_many_requests');
  await expect.element(page.getByText(/wait a minute, then open the link again/)).toBeVisible();
  await expect.element(page.getByText(/The link is not whole/)).not.toBeInTheDocument();
});

test('[S-432] where the server failed, nobody has looked at the link: it can be opened later', async () => {
  await show('internal');
  await expect.element(page.getByRole('heading', { name: 'This invitation can’t be opened right now' })).toBeVisible();
  await expect.element(page.getByText(/wait a minute, then open the link again/i)).toBeVisible();
  await expect.element(page.getByText(/The link is not whole/)).not.toBeInTheDocument();
});

test('[S-159] a code that nobody knows is one of a link that is not whole', async () => {
  await show('not_found');
  await expect.element(page.getByText(/The link is not whole/)).toBeVisible();
});

test('[S-159] a renewal that comes too late, or of a revoked certificate, is called so', async () => {
  await show('renewal_over');
  await expect.element(page.getByText(/was revoked, or ended too long ago/)).toBeVisible();
  await expect.element(page.getByText(/The link is not whole/)).not.toBeInTheDocument();
});
