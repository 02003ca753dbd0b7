import { Drawer, Modal } from '@mantine/core';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';

/** A page that is longer than its window, with one dialog over the other. */
function Long() {
  const [opened, setOpened] = useState({ drawer: false, question: false });
  const show = (next: Partial<typeof opened>) => () => setOpened({ ...opened, ...next });
  const still = { transitionProps: { duration: 0 } };
  return (
    <div style={{ height: 4000 }}>
      <button onClick={show({ drawer: true })}>Menu</button>
      <Drawer title="Navigation" opened={opened.drawer} onClose={show({ drawer: false })} {...still}>
        <button onClick={show({ question: true })}>Leave</button>
        <Modal title="Question" opened={opened.question} onClose={show({ question: false })} {...still}>
          <button onClick={show({ question: false })}>Stay</button>
        </Modal>
      </Drawer>
    </div>
  );
}

const held = (): boolean => getComputedStyle(document.body).overflowY === 'hidden';
const styles = (): number => document.querySelectorAll('style:not([data-vite-dev-id])').length;

test('the page behind dialogs is held until the last one has closed, and no style is written for it', async () => {
  const before = styles();
  await renderPart(<Long />);
  expect(held()).toBe(false);
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect.poll(held).toBe(true);
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Question' })).not.toBeInTheDocument();
  expect(held()).toBe(true);
  expect(styles()).toBe(before);
  await userEvent.keyboard('{Escape}');
  await expect.poll(held).toBe(false);
  expect(document.body.style.cssText).toBe('');
});
