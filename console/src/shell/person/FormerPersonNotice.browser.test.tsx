import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '../../api/query.ts';
import { rememberFormerPerson } from '../../session/former-person.ts';
import { profileQuery } from '../../session/profile.ts';
import { storeTokens } from '../../session/state.ts';
import { answersFor } from '../../testing/person.ts';
import { renderPart } from '../../testing/render.tsx';
import { tokensOf } from '../../testing/tokens.ts';
import { FormerPersonNotice } from './FormerPersonNotice.tsx';

const TOVE = answersFor({ scope: 'account', permissions: [], accounts: ['Nordmark Landesbank'] });
const ID = '00000000-0000-4000-8000-000000000001';
const notice = page.getByText(/so Ada Lindqvist is signed out in this tab too/);

/** Ada's page gives way to this person. */
function giveWayTo(person: string): void {
  for (const [key, answer] of TOVE) queryClient.setQueryData<unknown>(key, answer);
  queryClient.setQueryData(
    profileQuery.queryKey,
    (profile) => profile && { ...profile, first_name: 'Ada', last_name: 'Lindqvist' },
  );
  storeTokens(tokensOf(person));
  rememberFormerPerson();
}

test('the tab says whose it has become and whose it was, until that is dismissed', async () => {
  giveWayTo(ID);
  await renderPart(<FormerPersonNotice />);
  await expect.element(notice).toBeVisible();
  await expect.element(page.getByText(/You are now signed in as Tove Lind/)).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(notice).not.toBeInTheDocument();
  document.body.replaceChildren();
  await renderPart(<FormerPersonNotice />);
  await expect.element(notice).not.toBeInTheDocument();
});

test('it says nothing to anybody else than the one to whom the tab gave way', async () => {
  giveWayTo('somebody-else');
  await renderPart(
    <>
      <FormerPersonNotice />
      <p>drawn</p>
    </>,
  );
  await expect.element(page.getByText('drawn')).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
});
