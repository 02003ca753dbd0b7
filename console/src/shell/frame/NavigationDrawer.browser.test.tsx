import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';
import NavigationDrawer from './NavigationDrawer.tsx';

function Frame() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open menu
      </button>
      <NavigationDrawer opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

test('who leaves the drawer by a link goes on at the page, who closes it at the button that opened it', async () => {
  await renderPart(<Frame />);
  const main = document.getElementById('main');
  if (main) main.tabIndex = -1;
  const menu = page.getByRole('button', { name: 'Open menu' });
  const drawer = page.getByRole('dialog');
  await menu.click();
  await expect.element(drawer).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(drawer).not.toBeInTheDocument();
  await expect.element(menu).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  const link = drawer.getByRole('link', { name: 'Signet' });
  await expect.element(link).toBeVisible();
  // The drawer takes the focus when it opens: from then on it stays where it is put.
  await expect.poll(() => drawer.element().contains(document.activeElement)).toBe(true);
  link.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(drawer).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.id).toBe('main');
});

test('who opens a page beside this one stays in the drawer', async () => {
  await renderPart(<Frame />);
  const drawer = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const link = drawer.getByRole('link', { name: 'Signet' }).element();
  // No tab is to open here: the browser's part ends at the window, after the page has heard of the click.
  window.addEventListener('click', (event) => event.preventDefault(), { once: true });
  link.focus();
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true }));
  await expect.element(drawer.getByRole('link', { name: 'Signet' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: 'Open menu' })).toHaveFocus();
});

test('who has no keyboard closes the drawer by a button in it, on the narrowest window', async () => {
  await renderPart(<Frame />, { width: 360 });
  const menu = page.getByRole('button', { name: 'Open menu' });
  const drawer = page.getByRole('dialog');
  await menu.click();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect.element(drawer).not.toBeInTheDocument();
  await expect.element(menu).toHaveFocus();
});
