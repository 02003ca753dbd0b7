/** The words of a choice are as large as other labels, above their help, and the box stands at their first line. */
import { Checkbox, Radio } from '@mantine/core';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';

const sizeOf = (text: string): string => getComputedStyle(page.getByText(text, { exact: true }).element()).fontSize;
const middleOf = (element: Element): number => {
  const { top, bottom } = element.getBoundingClientRect();
  return (top + bottom) / 2;
};

test.each([
  ['checkbox', <Checkbox key="one" label="Send it" description="To everybody" />],
  ['radio', <Radio key="one" label="Send it" description="To everybody" />],
] as const)('of a %s', async (role, choice) => {
  await renderPart(choice);
  const label = page.getByText('Send it', { exact: true });
  await expect.element(label).toBeVisible();
  expect([sizeOf('Send it'), sizeOf('To everybody')]).toEqual(['13px', '12px']);
  expect(Math.abs(middleOf(page.getByRole(role).element()) - middleOf(label.element()))).toBeLessThanOrEqual(1);
});
