import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { AccountEditor } from '../account/AccountEditor.tsx';
import { AddFilter } from './AddFilter.tsx';
import type { FilterSpec } from './filter-spec.ts';
import { FilterChip } from './FilterChip.tsx';
import { useList } from './list-state.ts';

const FILTERS: FilterSpec<'city' | 'country' | 'status'>[] = [
  { name: 'city', label: 'City' },
  { name: 'country', label: 'Country' },
  { name: 'status', label: 'Status', choices: ['On', 'Off'].map((label) => ({ value: label, label })) },
];

function Row() {
  const list = useList({ filters: ['city', 'country', 'status'], defaultSort: [] });
  return <AddFilter list={list} filters={FILTERS} />;
}

/** What has the focus in the moment in which the element comes into the page. */
function focusWhenShown(selector: string): Promise<Element | null> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(selector)) return;
      observer.disconnect();
      resolve(document.activeElement);
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
}

test('a key pressed as soon as the options of "Add filter" show reaches them', async () => {
  await renderPart(<Row />);
  const add = page.getByRole('button', { name: 'Add filter' });
  await expect.element(add).toBeVisible();
  const focused = focusWhenShown('[role=dialog] button');
  await add.click();
  expect((await focused)?.textContent).toBe('City');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('textbox', { name: 'City' })).toHaveFocus();
});

test('the arrow keys, Home and End move among the filters, and among the values of one', async () => {
  await renderPart(<Row />);
  await page.getByRole('button', { name: 'Add filter' }).click();
  const option = (name: string) => page.getByRole('button', { name, exact: true });
  await expect.element(option('City')).toHaveFocus();
  for (const [key, name] of [
    ['ArrowDown', 'Country'],
    ['End', 'Status'],
    ['ArrowDown', 'City'],
    ['ArrowUp', 'Status'],
    ['Home', 'City'],
    ['End', 'Status'],
  ] as const) {
    await userEvent.keyboard(`{${key}}`);
    await expect.element(option(name)).toHaveFocus();
  }
  await userEvent.keyboard('{Enter}');
  await expect.element(option('On')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(option('Off')).toHaveFocus();
});

test('a filter without a text, or of blanks alone, is not applied and says so until there is one', async () => {
  const { address } = await renderPart(<Row />);
  const before = address();
  await page.getByRole('button', { name: 'Add filter' }).click();
  await userEvent.keyboard('{Enter}');
  const field = page.getByRole('textbox', { name: 'City' });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('   {Enter}');
  await expect.element(field).toHaveAccessibleDescription('Fill in this field.');
  expect(address()).toBe(before);
  await field.fill(' Kiel ');
  await expect.element(page.getByText('Fill in this field.')).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toContain('city=Kiel');
});

const ACCOUNT: FilterSpec<'account'> = {
  name: 'account',
  label: 'Account',
  editor: AccountEditor,
  valueText: () => 'Any',
};

function AccountRow() {
  const list = useList({ filters: ['account'], defaultSort: [] });
  return list.filters.account ? (
    <FilterChip list={list} filter={ACCOUNT} />
  ) : (
    <AddFilter list={list} filters={[ACCOUNT]} />
  );
}

test.each([
  ['of a new filter', '/account/list'],
  ['of a filter in force', '/account/list?account=id-2'],
])('Escape in the choice %s closes its list, then the popover, and no text is lost before', async (_, at) => {
  answerWith(({ path }) =>
    path === '/account/ui-api/v1/customer'
      ? { items: [{ id: 'id-1', name: 'Nordmark', friendly_identifier: 'id-1' }], total: 1 }
      : undefined,
  );
  await renderPart(<AccountRow />, { as: { scope: 'system', permissions: ['view_account'], accounts: [] }, at });
  const button = page.getByRole('button', { name: /^(Add filter|Account)/ });
  await button.first().click();
  const add = page.getByRole('button', { name: 'Account', exact: true });
  if (!at.includes('?')) await add.click();
  const field = page.getByRole('combobox', { name: 'Account' });
  await field.fill('nord');
  await expect.element(page.getByRole('option', { name: 'Nordmark' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('option')).not.toBeInTheDocument();
  await expect.element(field).toHaveValue('nord');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(field).not.toBeInTheDocument();
  await expect.element(button.first()).toHaveFocus();
});

test('a filter whose value is chosen from a list says so where nothing is, and applies what is', async () => {
  answerWith(({ path }) =>
    path === '/account/ui-api/v1/customer'
      ? { items: [{ id: 'id-1', name: 'Nordmark', friendly_identifier: 'id-1' }], total: 1 }
      : undefined,
  );
  const as = { scope: 'system', permissions: ['view_account'], accounts: [] } as const;
  const { address } = await renderPart(<AccountRow />, { as });
  const before = address();
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  const told = page.getByRole('alert');
  await expect.element(told).toHaveTextContent('Choose from the list.');
  expect(address()).toBe(before);
  await page.getByRole('combobox', { name: 'Account' }).fill('nord');
  await page.getByRole('option', { name: 'Nordmark' }).click();
  await expect.element(told).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(address).toContain('account=id-1');
});
