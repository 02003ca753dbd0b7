/** What is chosen can be told from the rest where the browser has taken the backgrounds away. */
import { SegmentedControl, Select } from '@mantine/core';
import { expect, onTestFinished, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';

/** What is left to tell it from others by. */
const lookOf = (element: Element | null): string => {
  if (!element) throw new Error('nothing to look at');
  const { backgroundColor, outlineStyle } = getComputedStyle(element);
  return `${backgroundColor} ${outlineStyle}`;
};

async function forceColours(): Promise<void> {
  const browser = cdp() as { send: (method: string, params: object) => Promise<unknown> };
  const set = (value: string) =>
    browser.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] });
  onTestFinished(() => set('none').then(() => undefined));
  await set('active');
  await expect.poll(() => matchMedia('(forced-colors: active)').matches).toBe(true);
}

test('the option that the arrow keys are on', async () => {
  await renderPart(<Select label="House" data={['Kiel', 'Orsini']} />);
  await forceColours();
  await page.getByRole('combobox', { name: 'House' }).click();
  await userEvent.keyboard('{ArrowDown}');
  const at = page.getByRole('option', { name: 'Kiel' });
  await expect.element(at).toHaveAttribute('data-combobox-selected');
  const outlineOf = (element: Element) => getComputedStyle(element).outlineStyle;
  expect(outlineOf(at.element())).toBe('solid');
  expect(outlineOf(page.getByRole('option', { name: 'Orsini' }).element())).toBe('none');
});

test('the chosen segment, with the focus and without it', async () => {
  await renderPart(<SegmentedControl data={['Week', 'Month']} />);
  await forceColours();
  const label = (name: string) => page.getByRole('radio', { name }).element().nextElementSibling;
  const chosen = lookOf(label('Week'));
  expect(chosen).not.toBe(lookOf(label('Month')));
  await userEvent.tab();
  expect(lookOf(label('Week'))).not.toBe(chosen);
});
