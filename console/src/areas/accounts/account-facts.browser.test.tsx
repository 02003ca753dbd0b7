import type { Account } from '@signet/contract/areas/accounts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CUSTOMER } from '../../testing/account.ts';
import { renderPart } from '../../testing/render.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { useAccountFacts } from './account-facts.tsx';

function Part({ account }: { account: Account }) {
  return <Facts facts={useAccountFacts()(account)} />;
}

test('[A-058 A-059] the partner shows whatever the partner-scope flag is, the type with it alone', async () => {
  await renderPart(<Part account={CUSTOMER} />);
  await expect.element(page.getByRole('definition').filter({ hasText: 'Umbra Trust Services' })).toBeVisible();
  expect(page.getByText('Type', { exact: true }).elements()).toEqual([]);
});
