import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';
import { GrowingTable, useGrowing } from './GrowingTable.tsx';

const ROWS = Array.from({ length: 25 }, (_, index) => ({ id: `${index + 1}` }));

const columns = [{ key: 'name', head: 'Name', cell: ({ id }: { id: string }) => <a href={`#${id}`}>Row {id}</a> }];

function Part() {
  const { limit, onMore } = useGrowing();
  const data = { items: ROWS.slice(0, limit), total: ROWS.length };
  const query = { data, error: null, refetch: () => {}, isPlaceholderData: false };
  return <GrowingTable caption="Rows" columns={columns} query={query} onMore={onMore} none="None" />;
}

test('who asks for the last rows by the keyboard goes on at the first that is new', async () => {
  await renderPart(<Part />);
  page.getByRole('button', { name: 'Show more' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('link', { name: 'Row 21' })).toHaveFocus();
});

/** How many rows a section has, the wait for more, an answer without any, and what another reading brings later. */
const READINGS = [
  { count: 20, busy: false },
  { count: 20, busy: true },
  { count: 20, busy: false },
  { count: 25, busy: false },
] as const;

function Late() {
  const [at, setAt] = useState(0);
  const { count, busy } = READINGS[at] ?? READINGS[0];
  const next = () => setAt(at + 1);
  const data = { items: ROWS.slice(0, count), total: ROWS.length };
  const query = { data, error: null, refetch: () => {}, isPlaceholderData: busy };
  return (
    <>
      <button type="button" onClick={next}>
        Go on
      </button>
      <GrowingTable caption="Rows" columns={columns} query={query} onMore={next} none="None" />
    </>
  );
}

test('rows that come after a press which brought none call nobody back', async () => {
  await renderPart(<Late />);
  await page.getByRole('button', { name: 'Show more' }).click();
  const goOn = page.getByRole('button', { name: 'Go on' });
  await goOn.click();
  const button = goOn.element();
  if (!(button instanceof HTMLElement)) throw new Error('There is no button.');
  button.blur();
  // By no pointer: the focus stays where nobody has put it.
  button.click();
  await expect.element(page.getByRole('link', { name: 'Row 25' })).toBeVisible();
  expect(document.activeElement).toBe(document.body);
});
