import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';
import { AliasFields, aliasesFine, type Alias } from './AliasFields.tsx';

function Form() {
  const [rows, setRows] = useState<Alias[]>([]);
  return (
    <>
      <AliasFields rows={rows} onChange={setRows} />
      <output>{aliasesFine(rows) ? 'fine' : 'not fine'}</output>
    </>
  );
}

test('[S-199 S-200] an alias has both parts, each within its length; what is empty is told once left', async () => {
  await renderPart(<Form />);
  await page.getByRole('button', { name: 'Add alias' }).click();
  const [identifier, value] = [page.getByLabelText('Identifier'), page.getByLabelText('Value')];
  await expect.element(page.getByRole('status')).toHaveTextContent('not fine');
  await expect.element(identifier).not.toHaveAttribute('aria-invalid', 'true');
  await identifier.click();
  await userEvent.tab();
  await userEvent.tab();
  for (const field of [identifier, value])
    await expect.element(field).toHaveAccessibleDescription(/Fill in this field/);
  for (const [field, most] of [
    [identifier, 30],
    [value, 50],
  ] as const) {
    await field.fill('x'.repeat(most + 1));
    await expect.element(field).toHaveAccessibleDescription(new RegExp(`at most ${most} characters`));
    await field.fill('x'.repeat(most));
    await expect.element(field).not.toHaveAttribute('aria-invalid', 'true');
  }
  await identifier.fill('with a blank');
  await expect.element(identifier).toHaveAttribute('aria-invalid', 'true');
  await identifier.fill('desk');
  await expect.element(page.getByRole('status')).toHaveTextContent('fine');
});

test('each alias says which one its fields and its button belong to', async () => {
  await renderPart(<Form />);
  const add = page.getByRole('button', { name: 'Add alias' });
  await add.click();
  await add.click();
  const second = page.getByRole('group', { name: 'Alias 2' });
  await second.getByLabelText('Identifier').fill('desk');
  await expect.element(page.getByRole('button', { name: 'Remove alias: Alias 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove alias: desk' }).click();
  await expect.element(second).not.toBeInTheDocument();
  await expect.element(page.getByRole('group', { name: 'Alias 1' }).getByLabelText('Identifier')).toHaveValue('');
});
