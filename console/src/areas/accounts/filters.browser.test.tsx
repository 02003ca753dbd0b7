/** What the chips of the accounts list say. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../paths.ts';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import AccountsPage from './AccountsPage.tsx';

const UMBRA = '00000000-0000-4000-8000-000000000901';

test('[A-029] the customers of one partner are listed by its id, and the chip says its name', async () => {
  const calls = answerWith(({ path }) => {
    const items = path.endsWith('/customer') ? [{ id: UMBRA, name: 'Umbra Trust Services' }] : [];
    return { items, total: items.length, total_exact: true, offset: 0, limit: 25 };
  });
  await renderPart(<AccountsPage />, {
    at: paths.accounts({ partner_account_name: UMBRA, active: 'any' }),
    pages: ['/account/accounts'],
    as: { scope: 'system', permissions: ['view_account'], accounts: [], features: ['AM_enable_partner_scope'] },
  });
  await expect.element(page.getByRole('button', { name: 'Partner account Umbra Trust Services' })).toBeVisible();
  const asked = calls.filter(({ path }) => path.endsWith('/account')).map(({ query }) => Object.fromEntries(query));
  expect(asked).toContainEqual(expect.objectContaining({ partner_account_name: UMBRA }));
});
