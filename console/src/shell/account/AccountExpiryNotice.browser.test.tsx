import { expect, test } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { queryClient } from '../../api/query.ts';
import type { Person } from '../../testing/person.ts';
import { renderPart } from '../../testing/render.tsx';
import { tokensOf } from '../../testing/tokens.ts';
import { profileQuery, type OwnProfile } from '../../session/profile.ts';
import { endSession, keepTokens } from '../../session/state.ts';
import { AccountExpiryNotice } from './AccountExpiryNotice.tsx';

const AS: Person = { scope: 'account', permissions: [], accounts: ['Nordmark'] };
const notice = page.getByText(/^Nordmark is deactivated\. Until the account is in service/);

/** A page in its frame, in place of the one before: another part of the map draws a frame of its own. */
async function openPage(): Promise<void> {
  await cleanup();
  document.body.replaceChildren();
  await renderPart(<AccountExpiryNotice />, { as: AS });
  queryClient.setQueryData<OwnProfile>(profileQuery.queryKey, (own) =>
    own ? { ...own, accounts: own.accounts.map((one) => ({ ...one, active: false })) } : own,
  );
}

test('[S-154 S-155 S-156] it stays over all pages until it is put away, and comes with the next session', async () => {
  keepTokens(tokensOf('ines'));
  await openPage();
  await expect.element(notice).toBeVisible();
  await openPage();
  await expect.element(notice).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(notice).not.toBeInTheDocument();
  await openPage();
  await expect.element(notice).not.toBeInTheDocument();
  endSession('signed-out');
  keepTokens(tokensOf('ines'));
  await openPage();
  await expect.element(notice).toBeVisible();
});

test('[S-156] a page load later in the session does not show it again', async () => {
  localStorage.setItem('account_expiry_notification', 'shown');
  await openPage();
  await expect.element(notice).not.toBeInTheDocument();
});
