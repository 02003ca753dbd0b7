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

test('a new name that was given up is not offered again', async () => {
  const phone = { id: '1', name: 'Phone', kind: 'app', created_at: '2026-11-20 08:00:00', last_used_at: null };
  answerWith(() => ({ items: [phone], recovery_codes_left: 9, required: false }));
  await renderPart(<SecurityPage />);
  const rename = page.getByRole('button', { name: 'Rename: Phone' });
  const field = page.getByRole('dialog').getByLabelText('Name');
  await rename.click();
  await field.fill('Tablet');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(field).not.toBeInTheDocument();
  await rename.click();
  await expect.element(field).toHaveValue('Phone');
});
