import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import SecurityPage from './SecurityPage.tsx';

test('each app and key says which one its buttons rename and remove', async () => {
  const factor = (id: string, name: string) => ({
    id,
    name,
    kind: 'app',
    created_at: '2026-11-20 08:00:00',
    last_used_at: null,
  });
  answerWith(({ path }) =>
    path === '/account/ui-api/v1/second-factor'
      ? { items: [factor('1', 'Phone'), factor('2', 'Tablet')], recovery_codes_left: 9, required: false }
      : undefined,
  );
  await renderPart(<SecurityPage />);
  await expect.element(page.getByRole('button', { name: 'Rename: Phone' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Rename: Tablet' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove: Tablet' }).click();
  await expect.element(page.getByRole('dialog').getByText(/Tablet/)).toBeVisible();
});
