import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';
import { EndsEditor } from './EndsEditor.tsx';

const apply = page.getByRole('button', { name: 'Apply' });

test('[A-026] days are a whole number within bounds; else nothing is applied and the reason is read', async () => {
  const applied: string[] = [];
  await renderPart(<EndsEditor value="" onApply={(value) => applied.push(value)} />);
  const days = page.getByLabelText('Days from today');
  for (const wrong of ['-3', '1.5', '', '3651']) {
    await days.fill(wrong);
    await apply.click();
    await expect.element(days).toHaveAccessibleDescription(/whole number from 0 to 3,650/);
    await expect.element(page.getByRole('alert')).toBeVisible();
  }
  expect(applied).toEqual([]);
  await days.fill('30');
  await expect.element(days).not.toHaveAccessibleDescription(/whole number/);
  await apply.click();
  expect(applied).toEqual(['30']);
});

test('[A-027] the last of two days is not before the first; one day alone is enough', async () => {
  const applied: string[] = [];
  await renderPart(<EndsEditor value="" onApply={(value) => applied.push(value)} />);
  await page.getByText('Between dates').click();
  await apply.click();
  await expect.element(page.getByLabelText('Last day')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabelText('First day').fill('2026-12-09');
  await page.getByLabelText('Last day').fill('2026-12-08');
  await apply.click();
  await expect
    .element(page.getByLabelText('Last day'))
    .toHaveAccessibleDescription(/The last day must not be before the first/);
  expect(applied).toEqual([]);
  await page.getByLabelText('Last day').fill('2026-12-09');
  await apply.click();
  expect(applied).toHaveLength(1);
});
