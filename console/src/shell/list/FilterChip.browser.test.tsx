/** A filter in force, in its row. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ANY, paths } from '../../paths.ts';
import { renderPart } from '../../testing/render.tsx';
import type { FilterSpec } from './filter-spec.ts';
import { Filters } from './Filters.tsx';
import { useList } from './list-state.ts';

const FILTERS: FilterSpec<'name' | 'active' | 'city' | 'since'>[] = [
  {
    name: 'active',
    label: 'Status',
    choices: [
      { value: 'true', label: 'Active' },
      { value: 'false', label: 'Inactive' },
    ],
  },
  { name: 'city', label: 'City', max: 10 },
  { name: 'since', label: 'Since', kind: 'day' },
];

function Row() {
  const list = useList({
    filters: ['name', 'active', 'city', 'since'],
    defaultSort: [],
    defaultFilters: { active: 'true' },
  });
  return (
    <Filters
      list={list}
      search={{ name: 'name', label: 'Filter by name', max: 100 }}
      filters={FILTERS}
      columns={[]}
      count={null}
      onSelectAll={null}
      exportButton={null}
    />
  );
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const offered = () =>
  page
    .getByRole('dialog')
    .getByRole('button')
    .elements()
    .map((one) => one.textContent);

test('[A-024] a filter among whose values one chooses has All beside them, which takes it away', async () => {
  const { address } = await renderPart(<Row />);
  await button('Status Active').click();
  await expect.poll(offered).toEqual(['Active', 'Inactive', 'All']);
  await button('Inactive').click();
  await expect.poll(address).toContain('active=false');
  await button('Status Inactive').click();
  await button('All').click();
  await expect.poll(address).toContain(`active=${ANY}`);
  await expect.element(page.getByRole('button', { name: /^Status/ })).not.toBeInTheDocument();
  // Whoever works by keyboard goes on in the row of filters.
  await expect.element(page.getByRole('textbox', { name: 'Filter by name' })).toHaveFocus();
  // One that is not in force has no such choice: nothing of it is to be taken away.
  await button('Add filter').click();
  await button('Status').click();
  await expect.poll(offered).toEqual(['Active', 'Inactive']);
});

test('a filter that is typed has no such choice', async () => {
  await renderPart(<Row />, { at: `${paths.home()}/list?city=Lund` });
  await button('City Lund').click();
  await expect.element(page.getByRole('textbox', { name: 'City' })).toHaveValue('Lund');
  expect(offered()).toEqual(['Apply']);
});

test('a text that is longer than the filter takes is refused, not dropped', async () => {
  const { address } = await renderPart(<Row />, { at: `${paths.home()}/list?city=Lund` });
  await button('City Lund').click();
  await page.getByRole('textbox', { name: 'City' }).fill('x'.repeat(11));
  await button('Apply').click();
  await expect.element(page.getByRole('textbox', { name: 'City' })).toBeInvalid();
  await expect.element(page.getByRole('textbox', { name: 'City' })).toHaveAccessibleDescription(/10/);
  expect(address()).toContain('city=Lund');
  await expect.element(page.getByRole('textbox', { name: 'Filter by name' })).toHaveAttribute('maxlength', '100');
});

test('[S-414] a day stands in the date format of the person', async () => {
  await renderPart(<Row />, {
    as: { scope: 'system', permissions: [], accounts: [], dateFormat: 'DD.MM.YYYY' },
    at: `${paths.home()}/list?since=2026-03-05`,
  });
  await expect.element(button('Since 05.03.2026')).toBeVisible();
});
