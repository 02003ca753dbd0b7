import type { Account } from '@signet/contract/areas/accounts';
import type { SelfServiceLink } from '@signet/contract/areas/self-service';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Place } from '../../shell/detail/Section.tsx';
import { answerWith } from '../../testing/answers.ts';
import { withoutClipboard } from '../../testing/no-clipboard.ts';
import { renderPart } from '../../testing/render.tsx';
import AccountSelfServiceSection from './AccountSelfServiceSection.tsx';

const ID = '00000000-0000-4000-8000-000000000001';
const URL_OF_LINK = 'http://signet.example/account/create-user?state=of-the-link';
const LINK = { id: ID, account_id: ID, domains: ['nordmark.example'], access_scope: 'account', state: 'open' };
const MORE = { url: URL_OF_LINK, ends_on: '2099-01-01', made_by_name: 'Ada Lindqvist' };
const PLACE = { id: 'links', headingId: 'links-title', title: 'Links', open: true };

test.each([
  ['its button', 1280, async () => page.getByRole('button', { name: 'Copy link' }).click()],
  [
    'the menu of its row',
    360,
    async () => {
      await page.getByRole('button', { name: /^Actions for/ }).click();
      await page.getByRole('menuitem', { name: 'Copy link' }).click();
    },
  ],
])('a link that can’t be copied by %s stands there to be copied by hand', async (_way, width, copy) => {
  withoutClipboard();
  const items = [{ ...LINK, ...MORE } as SelfServiceLink];
  answerWith(({ path }) => (path.endsWith('/self-service-link') ? { items, total: 1 } : undefined));
  await renderPart(
    <Place value={{ ...PLACE, onToggle: () => undefined, onCount: () => undefined, onKeep: () => undefined }}>
      <AccountSelfServiceSection record={{ id: ID } as Account} />
    </Place>,
    { width },
  );
  await copy();
  await expect.element(page.getByRole('textbox', { name: /did not allow copying/ })).toHaveValue(URL_OF_LINK);
});
