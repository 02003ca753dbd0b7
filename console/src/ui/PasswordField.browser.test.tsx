import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPart } from '../testing/render.tsx';
import { PasswordField } from './PasswordField.tsx';

test('what is typed can be shown and hidden by keyboard', async () => {
  await renderPart(<PasswordField label="Code" />);
  const field = page.getByLabelText('Code');
  await field.fill('quiet harbour');
  await expect.element(field).toHaveAttribute('type', 'password');
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('button', { name: 'Show password' })).toHaveFocus();
  await userEvent.keyboard(' ');
  await expect.element(field).toHaveAttribute('type', 'text');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveAttribute('type', 'password');
});
