/** A list that is left: its filters stay its own, whatever way the person goes and however long the next page takes. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useListSetting } from '../../session/list-settings.ts';
import { held } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { rowsOf, serveRows, TestList } from '../../testing/TestList.tsx';
import { Header } from '../frame/Header.tsx';
import { SideNavigation } from '../navigation/SideNavigation.tsx';

const ADA = { scope: 'system', permissions: ['view_account', 'view_organization'], accounts: ['Norden'] } as const;
const ACCOUNTS = '/account/accounts';
const NEXT = '/account/ca/organizations';
const field = page.getByRole('textbox', { name: 'Filter by name' });

/** What is kept of the list's filters for the person. */
function Kept() {
  return <output aria-label="Kept">{useListSetting('accounts').filters['name']}</output>;
}

/** A list of accounts in its frame, filtered by "Kalmar 0", and two pages that take their time. */
async function filteredList() {
  const arrival = held();
  serveRows(rowsOf(30));
  const next = { part: <TestList title="Next list" remember="organizations" />, arrives: arrival.wait };
  const record = { part: <h1>A record</h1>, arrives: arrival.wait };
  const shown = await renderPart(
    <>
      <Header onMenu={() => undefined} onMenuNear={() => undefined} />
      <SideNavigation />
      <TestList title="Accounts list" remember="accounts" />
      <Kept />
    </>,
    { as: ADA, at: ACCOUNTS, pages: [ACCOUNTS], elsewhere: { [NEXT]: next, [`${ACCOUNTS}/$id`]: record } },
  );
  await field.fill('Kalmar 0');
  await expect.poll(shown.address).toBe(`${ACCOUNTS}?name=Kalmar+0`);
  return { ...shown, arrive: arrival.release };
}

const WAYS: [string, () => Promise<void>][] = [
  ['the side navigation', () => page.getByRole('link', { name: 'Organizations' }).click()],
  [
    'the keys',
    async () => {
      page.getByRole('button', { name: 'Columns' }).element().focus();
      await userEvent.keyboard('go');
    },
  ],
  [
    'the palette',
    async () => {
      await userEvent.keyboard('{Control>}k{/Control}');
      await page.getByRole('combobox', { name: /Search/ }).fill('organi');
      await expect.element(page.getByRole('option', { name: /^Organizations/ }).first()).toBeVisible();
      await userEvent.keyboard('{Enter}');
    },
  ],
];

test.each(WAYS)('a filter stays with its list when the person leaves by %s', async (_, leave) => {
  const { address, arrive } = await filteredList();
  await leave();
  await expect.poll(address).toBe(NEXT);
  // The old list is still there, and goes by its own address.
  await expect.element(page.getByRole('heading', { name: 'Accounts list' })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Page 1' }))
    .toHaveAttribute('href', `${ACCOUNTS}?name=Kalmar+0#1`);
  arrive();
  await expect.element(page.getByRole('heading', { name: 'Next list' })).toBeVisible();
  await expect.element(page.getByText('1–20 of 30')).toBeVisible();
  expect(address()).toBe(NEXT);
});

test('Enter on a row leads to the record, without the list’s filter', async () => {
  const { address, arrive } = await filteredList();
  page.getByRole('link', { name: 'Kalmar 02' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe(`${ACCOUNTS}/id-02`);
  arrive();
  await expect.element(page.getByRole('heading', { name: 'A record' })).toBeVisible();
  expect(address()).toBe(`${ACCOUNTS}/id-02`);
});

test('what was still being typed does not hold back who leaves', async () => {
  const { address, arrive } = await filteredList();
  await field.fill('Kalmar 01');
  await page.getByRole('link', { name: 'Organizations' }).click();
  // The field has waited for more, and applied what there was.
  await expect.element(page.getByRole('status', { name: 'Kept' })).toHaveTextContent('Kalmar 01');
  expect(address()).toBe(NEXT);
  arrive();
  await expect.element(page.getByRole('heading', { name: 'Next list' })).toBeVisible();
  expect(address()).toBe(NEXT);
});
