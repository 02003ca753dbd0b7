/** The row of an account: opened by whoever may see it, with everything that its page offers. */
import type { AccountRow } from '@signet/contract/areas/accounts';
import { LIMITS } from '@signet/contract/limits';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { Table } from '../../shell/list/Table.tsx';
import { accountRowMenu } from './AccountRowMenu.tsx';
import { useAccountColumns } from './columns.tsx';

const ID = '00000000-0000-4000-8000-000000000900';
/** The person's own account, as testing/person.ts has it. */
const OWN = '00000000-0000-4000-8000-000000000100';
const ROW: AccountRow = {
  id: ID,
  name: 'Alder Energy',
  display_name: 'Alder Energy',
  friendly_identifier: 'alder-energy',
  locale: 'en_US',
  type: 'standard',
  partner_account_id: OWN,
  partner_account_name: 'Umbra Trust Services',
  system_account: false,
  federated_account_id: null,
  federated_account_name: null,
  federated_account_details_url: null,
  federation_status: null,
  active: true,
  switched_on: true,
  service_period: { from: '2026-01-01', to: '2099-12-31' },
  has_onelogin_id: false,
};
const BEN = { scope: 'partner', permissions: ['view_account', 'manage_account'], accounts: ['Umbra'] } as const;
const ADA = {
  scope: 'system',
  permissions: ['view_account', 'manage_account', 'manage_organization', 'manage_permission'],
  accounts: ['Signet platform'],
} as const;

function List({ row }: { row: AccountRow }) {
  const columns = useAccountColumns({ partners: true, federated: false, today: '2026-11-21' });
  return (
    <main id="main">
      <Table
        caption="Accounts"
        columns={columns}
        rows={[row]}
        rowId={({ id }) => id}
        rowMenu={accountRowMenu}
        busy={false}
        limit={20}
      />
    </main>
  );
}

const dots = page.getByRole('button', { name: 'Actions for Alder Energy' });
const entries = () =>
  page
    .getByRole('menuitem')
    .elements()
    .map((one) => one.textContent);

test('[A-016] a partner opens an account that is switched off by its menu, and switches it on there', async () => {
  answerWith(() => undefined);
  const { address } = await renderPart(<List row={{ ...ROW, active: false, switched_on: false }} />, { as: BEN });
  await expect.element(page.getByRole('cell', { name: 'Alder Energy' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Alder Energy' })).not.toBeInTheDocument();
  await dots.click();
  await expect.poll(entries).toEqual(['Open', 'Edit account', 'Activate']);
  await page.getByRole('menuitem', { name: 'Activate' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Activate Alder Energy?' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await dots.click();
  await page.getByRole('menuitem', { name: 'Open' }).click();
  await expect.poll(address).toBe(`/account/accounts/${ID}`);
});

test('who may only look has no menu where the name leads there, and Open alone where it doesn’t', async () => {
  const looker = { ...BEN, permissions: ['view_account'] as const };
  await renderPart(<List row={ROW} />, { as: looker });
  await expect.element(page.getByRole('link', { name: 'Alder Energy' })).toBeVisible();
  await expect.element(dots).not.toBeInTheDocument();
  await renderPart(<List row={{ ...ROW, active: false, switched_on: false }} />, { as: looker });
  await dots.click();
  await expect.poll(entries).toEqual(['Open']);
});

test('a partner that has customers says in its menu why it can’t be deleted', async () => {
  answerWith(({ path }) => (path === `/account/ui-api/v1/account/${ID}` ? { ...ROW, customers: 3 } : undefined));
  await renderPart(<List row={{ ...ROW, type: 'partner', partner_account_id: null }} />, { as: ADA });
  await dots.click();
  await expect
    .element(page.getByRole('menuitem', { name: /^Delete account/ }))
    .toHaveAttribute('aria-disabled', 'true');
  await expect.element(page.getByRole('menuitem', { name: /^Delete account.*3 customers/ })).toBeVisible();
});

test('an account whose name is longer than that of a link may be is linked all the same', async () => {
  const name = 'A'.repeat(LIMITS.accountNameMax);
  const federated_account_name = name.slice(0, LIMITS.nameMax);
  const calls = answerWith(({ path }) => (path.endsWith('/link') ? { ...ROW, name } : undefined));
  await renderPart(<List row={{ ...ROW, name }} />, { as: ADA });
  await dots.click();
  await page.getByRole('menuitem', { name: 'Link account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Link Alder Energy' });
  await dialog.getByLabelText('Federated account ID').fill('F-77');
  await dialog.getByLabelText('Address of the linked account').fill('https://federation.example/F-77');
  await dialog.getByRole('button', { name: 'Link account' }).click();
  await expect
    .poll(() => calls.find(({ method }) => method === 'POST')?.body)
    .toMatchObject({ federated_account_name });
});

test.each([
  ['Deactivated', { switched_on: false }],
  ['Begins on 2026-12-01', { service_period: { from: '2026-12-01', to: null } }],
  ['Ended on 2026-10-31', { service_period: { from: '2026-01-01', to: '2026-10-31' } }],
  [
    'Deactivated · Ended on 2026-10-31',
    { switched_on: false, service_period: { from: '2026-01-01', to: '2026-10-31' } },
  ],
])('[A-266] an inactive account says why: %s', async (why, change) => {
  await renderPart(<List row={{ ...ROW, active: false, ...change }} />, { as: BEN });
  await expect.element(page.getByTitle(why, { exact: true })).toHaveTextContent(`Inactive, ${why}`);
});
