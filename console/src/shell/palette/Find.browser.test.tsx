/** The search of the header while the palette is on its way. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';
import { Find } from './Find.tsx';

const press = (key: string, ctrlKey = false) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }));

test('who presses Ctrl K twice before it is there types each letter once; Escape leaves it shut', async () => {
  await renderPart(<Find />);
  press('k', true);
  press('Escape');
  press('k', true);
  press('k', true);
  press('a');
  await expect.element(page.getByRole('combobox')).toHaveValue('a');
});

test('closed before it has the keyboard, it holds no more keys back', async () => {
  await renderPart(<Find />);
  press('k', true);
  const dialog = page.getByRole('dialog');
  await expect.poll(() => dialog.elements().length).toBe(1);
  press('k', true);
  await expect.poll(() => dialog.elements().length).toBe(0);
  // False where somebody prevented what the key does.
  expect(press('a')).toBe(true);
});
