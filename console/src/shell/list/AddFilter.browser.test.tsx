import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';
import { AddFilter } from './AddFilter.tsx';
import type { FilterSpec } from './filter-spec.ts';
import { useList } from './list-state.ts';

const FILTERS: FilterSpec<'city' | 'country'>[] = [
  { name: 'city', label: 'City' },
  { name: 'country', label: 'Country' },
];

function Row() {
  const list = useList({ filters: ['city', 'country'], defaultSort: [] });
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
