import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';
import type { Column } from '../list/column.ts';
import { GrowingTable } from './GrowingTable.tsx';

const COLUMNS: Column<{ id: string }>[] = [
  { key: 'name', head: 'Name', small: 'name', cell: ({ id }) => <span>{id}</span> },
  { key: 'status', head: 'Status', width: 300, narrow: 200, cell: () => 'Open' },
];
const QUERY = {
  data: { items: [{ id: 'Kalmar' }], total: 1 },
  error: null,
  refetch: () => undefined,
  isPlaceholderData: false,
};

test.each([
  [1200, 300],
  [610, 200],
])('in a box of %i a column is %i wide, however wide the window is', async (box, wide) => {
  await renderPart(
    <div style={{ width: box }}>
      <GrowingTable caption="Rows" columns={COLUMNS} query={QUERY} onMore={() => undefined} none="None" />
    </div>,
    { width: 1440 },
  );
  const status = page.getByRole('columnheader', { name: 'Status' });
  await expect.element(status).toBeVisible();
  expect(status.element().getBoundingClientRect().width).toBe(wide);
});
