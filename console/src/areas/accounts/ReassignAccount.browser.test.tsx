import type { AccountRow } from '@signet/contract/areas/accounts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CUSTOMER } from '../../testing/account.ts';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { ReassignAccount } from './ReassignAccount.tsx';

const open = (partner: string | null) => {
  answerWith(() => ({ items: [], total: 0, total_exact: true, offset: 0, limit: 10 }));
  const account: AccountRow = { ...CUSTOMER, partner_account_name: partner };
  return renderPart(<ReassignAccount account={account} opened onClose={() => undefined} />);
};

test('[A-280] giving a customer to another partner begins at the way that is chosen', async () => {
  await open('Umbra Trust Services');
  await expect.element(page.getByRole('radio', { name: 'Another partner' })).toHaveFocus();
});

test('[A-280] giving an account to a partner begins at the choice of one', async () => {
  await open(null);
  await expect.element(page.getByRole('combobox')).toHaveFocus();
});
