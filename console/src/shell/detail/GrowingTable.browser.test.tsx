import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';
import { GrowingTable, useGrowing } from './GrowingTable.tsx';

const ROWS = Array.from({ length: 25 }, (_, index) => ({ id: `${index + 1}` }));

function Part() {
  const { limit, onMore } = useGrowing();
  const data = { items: ROWS.slice(0, limit), total: ROWS.length };
  const query = { data, error: null, refetch: () => {}, isPlaceholderData: false };
  const columns = [{ key: 'name', head: 'Name', cell: ({ id }: { id: string }) => <a href={`#${id}`}>Row {id}</a> }];
  return <GrowingTable caption="Rows" columns={columns} query={query} onMore={onMore} none="None" />;
}

test('who asks for the last rows by the keyboard goes on at the first that is new', async () => {
  await renderPart(<Part />);
  page.getByRole('button', { name: 'Show more' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('link', { name: 'Row 21' })).toHaveFocus();
});
