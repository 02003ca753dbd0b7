import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { changeSavedFilters } from '../../session/list-settings.ts';
import { renderPart } from '../../testing/render.tsx';
import { rowsOf, serveRows, TestList } from '../../testing/TestList.tsx';

test('a saved filter is deleted after a question, which says what goes', async () => {
  serveRows(rowsOf(3));
  changeSavedFilters('organizations', () => [{ name: 'Only one', filters: { name: '01' }, sort: ['name:asc'] }]);
  await renderPart(<TestList remember="organizations" />);
  const tab = page.getByRole('navigation', { name: 'Saved filters' }).getByRole('button', { name: 'Only one' });
  await tab.click();
  // A long one is cut.
  await expect.element(tab.getByText('Only one')).toHaveAttribute('title', 'Only one');
  const ask = async () => {
    await page.getByRole('button', { name: 'Actions for Only one' }).click();
    await page.getByRole('menuitem', { name: 'Delete filter' }).click();
  };
  await ask();
  const question = page.getByRole('dialog', { name: 'Delete the filter Only one?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(tab.first()).toBeVisible();
  await ask();
  await question.getByRole('button', { name: 'Delete filter' }).click();
  await expect.element(page.getByRole('navigation', { name: 'Saved filters' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'Kalmar 01' })).toBeVisible();
});

test('a saved filter of which a part does not hold here counts, is current and goes as it is shown', async () => {
  serveRows(rowsOf(3));
  // Saved while another account was chosen, say: here nobody may filter by that.
  changeSavedFilters('organizations', () => [{ name: 'By city', filters: { name: 'B' }, sort: ['city:asc'] }]);
  await renderPart(<TestList counts remember="organizations" accepts={(name) => name !== 'B'} />);
  const tab = page.getByRole('navigation', { name: 'Saved filters' }).getByRole('button', { name: 'By city 3' });
  await tab.click();
  await expect.element(tab).toHaveAttribute('aria-current', 'true');
  await expect.element(page.getByRole('button', { name: 'Save filter' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Actions for By city' })).toBeVisible();
});
