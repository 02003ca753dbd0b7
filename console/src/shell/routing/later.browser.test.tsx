/** Pieces that do not come leave the page around them, and may be asked for again. */
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { clearNotices, openNotices } from '../notices/notifications.ts';
import { renderPart } from '../../testing/render.tsx';
import { later } from './later.tsx';

afterEach(clearNotices);
const GONE = new TypeError('Failed to fetch dynamically imported module: https://signet.example/Piece.js');

test('where it stands it says so, beside what is typed, and comes when it is tried again', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  let comes = false;
  const Piece = later(async () => {
    if (!comes) throw GONE;
    return { default: () => <p>The piece</p> };
  });
  await renderPart(
    <>
      <input aria-label="Typed" />
      <Piece />
    </>,
  );
  await page.getByLabelText('Typed').fill('abc');
  await expect.element(page.getByRole('heading', { name: 'This part could not be loaded' })).toBeVisible();
  await expect.element(page.getByText(/^Signet could not be reached/)).toBeVisible();
  comes = true;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('The piece')).toBeVisible();
  await expect.element(page.getByLabelText('Typed')).toHaveValue('abc');
});

test.each([
  { which: 'a dialog', isOpen: true, closed: false },
  { which: 'one of several dialogs', isOpen: 'delete', closed: null },
] as const)('$which that does not come is told by a notice, counts as closed, and opens the next time', async (one) => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  let comes = false;
  let asked = 0;
  const Dialog = later<{ opened: boolean | string | null; onClose: () => void }>(async () => {
    asked += 1;
    if (!comes) throw GONE;
    return { default: ({ opened }) => (opened ? <p>The dialog</p> : null) };
  }, null);
  function Opener() {
    const [opened, setOpened] = useState<boolean | string | null>(one.closed);
    const [drawn, setDrawn] = useState(false);
    const show = () => {
      setDrawn(true);
      setOpened(one.isOpen);
    };
    return (
      <>
        <button onClick={show}>{opened ? 'Opened' : 'Closed'}</button>
        {drawn && <Dialog opened={opened} onClose={() => setOpened(one.closed)} />}
      </>
    );
  }
  await renderPart(<Opener />);
  const open = page.getByRole('button', { name: 'Closed' });
  for (const times of [1, 2]) {
    await open.click();
    await expect.poll(() => openNotices.get().at(-1)?.message).toMatch(/^Signet could not be reached/);
    await expect.poll(() => asked).toBe(times);
    await expect.element(open).toBeVisible();
  }
  comes = true;
  await page.getByRole('button', { name: 'Closed' }).click();
  await expect.element(page.getByText('The dialog')).toBeVisible();
});
