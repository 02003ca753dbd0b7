/** Actions over the selected rows of a list: which rows, what is asked, how far it is, what came of each. */
import type { OrganizationRow } from '@signet/contract/areas/organizations';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useBulkDelete } from '../../areas/organizations/bulk-delete.ts';
import { held, problem } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { rowsOf, serveRows, TestList } from '../../testing/TestList.tsx';
import type { Bulk } from './bulk.ts';

const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
const all = page.getByRole('checkbox', { name: 'Select all on this page' });
const bar = (text: string) => page.getByRole('status').filter({ hasText: text });
const erase = page.getByRole('button', { name: 'Delete', exact: true });

function Deletable({ leaveOut }: { leaveOut?: string }) {
  const { name, actions } = useBulkDelete(true);
  const whyNot = (row: OrganizationRow) => (row.name === leaveOut ? 'You belong to it yourself.' : null);
  const bulk: Bulk<OrganizationRow> = { name, actions: actions.map((action) => ({ ...action, whyNot })) };
  return <TestList bulk={bulk} />;
}

async function confirmDelete(act: string): Promise<void> {
  await erase.click();
  await page.getByLabelText('Type DELETE to confirm').fill('DELETE');
  await page.getByRole('dialog').getByRole('button', { name: act }).click();
}

test('rows are selected singly, as a range and all; the selection ends with its page', async () => {
  serveRows(rowsOf(32));
  await renderPart(<Deletable />);
  await box('Kalmar 02').click();
  await box('Kalmar 05').click({ modifiers: ['Shift'] });
  await expect.element(bar('4 selected on this page')).toBeVisible();
  await expect.element(box('Kalmar 04')).toBeChecked();
  await expect.element(all).toBePartiallyChecked();
  await all.click();
  await expect.element(bar('20 selected on this page')).toBeVisible();
  await all.click();
  await expect.element(page.getByText('selected on this page')).not.toBeInTheDocument();
});

test('rows are selected by keyboard: J and K over them, X one, Shift X a range; ] to the next page', async () => {
  serveRows(rowsOf(32));
  await renderPart(<Deletable />);
  await expect.element(box('Kalmar 01')).toBeVisible();
  await userEvent.keyboard('jjxjj{Shift>}X{/Shift}kx');
  const checked = page.getByRole('checkbox', { checked: true });
  await expect
    .poll(() => checked.elements().map((one) => one.getAttribute('aria-label')))
    .toEqual(['Select Kalmar 02', 'Select Kalmar 04']);
  await userEvent.keyboard(']]');
  await expect.element(box('Kalmar 21')).toBeVisible();
  await expect.element(bar('The selection ended: it holds for one page.')).toBeVisible();
  expect(checked.elements()).toEqual([]);
});

test('[S-336 S-397] a bulk deletion is asked once and settles row by row, with reasons', async () => {
  let away = true;
  serveRows(rowsOf(6), {
    first: ({ method, path }) => {
      if (method !== 'DELETE' || !away) return undefined;
      if (path.endsWith('03')) return Promise.reject(new TypeError('Failed to fetch'));
      return path.endsWith('05') ? problem('NOT_FOUND', 404) : undefined;
    },
  });
  await renderPart(<Deletable />);
  await all.click();
  await erase.click();
  await expect.element(page.getByRole('dialog', { name: 'Delete 6 organizations?' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(erase).toHaveFocus();
  await confirmDelete('Delete 6 organizations');
  await expect.element(bar('4 done, 2 failed')).toBeVisible();
  const row = (name: string) => page.getByRole('row').filter({ has: box(name) });
  await expect.element(row('Kalmar 03').getByText(/Signet could not be reached/)).toBeVisible();
  await expect.element(box('Kalmar 03')).toBeChecked();
  await expect.element(page.getByRole('button', { name: 'Clear', exact: true })).toHaveFocus();

  away = false;
  await confirmDelete('Delete 2 organizations');
  await expect.element(page.getByRole('heading', { name: 'No organizations yet' })).toBeVisible();
  await expect.element(bar('2 done')).toBeVisible();
});

test('what failed for a row that the page no longer shows is said in the bar', async () => {
  const rows = rowsOf(3);
  serveRows(rows, {
    first: ({ method, path }) => {
      if (method !== 'DELETE' || !path.endsWith('02')) return undefined;
      // Somebody else has deleted it meanwhile.
      rows.splice(
        rows.findIndex(({ id }) => path.endsWith(id)),
        1,
      );
      return problem('NOT_FOUND', 404);
    },
  });
  await renderPart(<Deletable />);
  await box('Kalmar 02').click();
  await confirmDelete('Delete 1 organization');
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Kalmar 02: ' })).toBeVisible();
});

test('what is under way says how far it is and can be stopped; what has not begun stays as it was', async () => {
  const rest = held();
  let seen = 0;
  serveRows(rowsOf(12), {
    first: ({ method }) => (method === 'DELETE' && (seen += 1) > 4 ? rest.wait : undefined),
  });
  await renderPart(<Deletable />);
  await all.click();
  await confirmDelete('Delete 12 organizations');
  await expect.element(page.getByText('Delete: 4 of 12')).toBeVisible();
  await expect
    .element(page.getByRole('progressbar', { name: 'Delete' }))
    .toHaveAttribute('aria-valuetext', 'Delete: 4 of 12');
  await expect.element(page.getByRole('button', { name: 'Stop' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Stopping' })).toBeVisible();
  rest.release();
  await expect.element(bar('8 done, 4 not started')).toBeVisible();
  await expect.element(page.getByText('1–4 of 4')).toBeInTheDocument();
});

test('rows that it can’t be done to are left out, with the reason; of none nothing is asked', async () => {
  serveRows(rowsOf(3));
  await renderPart(<Deletable leaveOut="Kalmar 02" />);
  await box('Kalmar 02').click();
  await expect.element(erase).toHaveAttribute('aria-disabled', 'true');
  await expect.element(erase).toHaveAttribute('title', 'You belong to it yourself.');
  await erase.click({ force: true });
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await box('Kalmar 01').click();
  await erase.click();
  await expect.element(page.getByRole('dialog', { name: 'Delete 1 organization?' })).toBeVisible();
  await expect.element(page.getByRole('dialog').getByText(/You belong to it yourself/)).toBeVisible();
});

test('who may do nothing to the rows selects none', async () => {
  serveRows(rowsOf(3));
  await renderPart(<TestList bulk={{ name: (row) => row.name, actions: [] }} />);
  await expect.element(page.getByRole('link', { name: 'Kalmar 01' })).toBeVisible();
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
});

test('a phone selects too, by a chip', async () => {
  serveRows(rowsOf(2));
  await renderPart(<Deletable />, { width: 360 });
  await page.getByRole('button', { name: 'Select all' }).click();
  await expect.element(bar('2 selected')).toBeVisible();
  await expect.element(box('Kalmar 01')).toBeChecked();
});
