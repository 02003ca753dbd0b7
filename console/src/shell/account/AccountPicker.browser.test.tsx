import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerWith, held } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { AccountPicker } from './AccountPicker.tsx';

const ACCOUNTS = [...Array.from({ length: 30 }, (_, index) => `House ${index}`), 'Nordmark Landesbank'].map(
  (name, index) => ({ id: `id-${index}`, name, friendly_identifier: `id-${index}` }),
);

const FIELD = {
  id: 'account',
  name: 'account',
  label: 'Account',
  onBlur: () => {},
  error: null,
  'aria-invalid': undefined,
  description: null,
};

function Form() {
  const [value, onChange] = useState('');
  return (
    <>
      <AccountPicker {...FIELD} value={value} onChange={(id: unknown) => onChange(String(id))} />
      <output>{value}</output>
    </>
  );
}

test('[S-248] the choice of an account offers all of them once it opens, and finds by a part of the name', async () => {
  const calls = answerWith(({ path, query }) => {
    if (path !== '/account/ui-api/v1/customer') return undefined;
    const items = ACCOUNTS.filter(
      ({ id, name }) =>
        name.toLowerCase().includes(query.get('name') ?? '') && id.includes(query.get('friendly_identifier') ?? ''),
    );
    return { items, total: items.length };
  });
  await renderPart(<Form />);
  const field = page.getByRole('combobox', { name: 'Account' });
  await expect.element(field).toBeVisible();
  expect(calls).toEqual([]);
  await field.click();
  await expect.element(page.getByRole('option').nth(30)).toBeInTheDocument();
  expect(calls[0]?.query.get('limit')).toBe('99999');
  await field.fill('landesbank');
  await expect.element(page.getByRole('option').nth(1)).not.toBeInTheDocument();
  await page.getByRole('option', { name: 'Nordmark Landesbank' }).click();
  await expect.element(field).toHaveValue('Nordmark Landesbank');
  await expect.element(page.getByRole('status')).toHaveTextContent('id-30');
});

test('what is laid out is narrowed with the key, so nothing moves under a pointer when the answer comes', async () => {
  const items = ACCOUNTS.map((account) => ({ ...account }));
  answerWith(({ path, query }) => {
    if (path !== '/account/ui-api/v1/customer') return undefined;
    // The answer to what was typed never comes.
    return query.has('name') ? new Promise<never>(() => {}) : { items, total: items.length };
  });
  await renderPart(<Form />);
  const field = page.getByRole('combobox', { name: 'Account' });
  await field.click();
  await expect.element(page.getByRole('option').nth(30)).toBeInTheDocument();
  await field.fill('LÄNDES');
  expect(
    page
      .getByRole('option')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Nordmark Landesbank']);
});

test('a name that was typed in full and left before any account is there is chosen once they are', async () => {
  const { wait, release } = held();
  answerWith(async ({ path, query }) => {
    if (path !== '/account/ui-api/v1/customer') return undefined;
    await wait;
    const items = ACCOUNTS.filter(
      ({ id, name }) =>
        name.toLowerCase().includes(query.get('name')?.toLowerCase() ?? '') &&
        id.includes(query.get('friendly_identifier') ?? ''),
    );
    return { items, total: items.length };
  });
  await renderPart(<Form />);
  const field = page.getByRole('combobox', { name: 'Account' });
  await field.fill('nordmark landesbank');
  (document.activeElement as HTMLElement).blur();
  await expect.element(field).toHaveValue('nordmark landesbank');
  await expect.element(field).not.toHaveAttribute('aria-invalid', 'true');
  release();
  await expect.element(page.getByText('id-30')).toBeVisible();
  await expect.element(field).toHaveValue('Nordmark Landesbank');
  await expect.element(field).not.toHaveAttribute('aria-invalid', 'true');
});
