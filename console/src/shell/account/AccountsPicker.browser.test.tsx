import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { AccountsPicker } from './AccountsPicker.tsx';

/** More than a browser lays out in a moment. */
const ACCOUNTS = [...Array.from({ length: 1_100 }, (_, index) => `House ${index}`), 'Nordmark Landesbank'].map(
  (name, index) => ({ id: `id-${index}`, name, friendly_identifier: `id-${index}` }),
);

function Form({ begins = [] }: { begins?: string[] }) {
  const [value, onChange] = useState<unknown>(begins);
  const field = { id: 'accounts', name: 'accounts', label: 'Accounts', value, onChange, onBlur: () => {} };
  const more = { error: null, 'aria-invalid': undefined, description: null };
  return (
    <>
      <AccountsPicker field={{ ...field, ...more }} partners={false} known={[]} />
      <output>{String(value)}</output>
    </>
  );
}

test('[S-248] the choice of several accounts has all of them, as that of one', async () => {
  const calls = answerWith(({ path, query }) => {
    if (path !== '/account/ui-api/v1/customer') return undefined;
    const items = ACCOUNTS.filter(({ name }) => name.toLowerCase().includes(query.get('name') ?? ''));
    return { items, total: items.length };
  });
  await renderPart(<Form />);
  const field = page.getByRole('combobox', { name: 'Accounts' });
  await expect.element(field).toBeVisible();
  expect(calls).toEqual([]);
  await field.click();
  await expect.element(page.getByRole('option', { name: /^101 more/ })).toHaveAttribute('aria-disabled', 'true');
  expect(page.getByRole('option').elements()).toHaveLength(1_001);
  // Who arrows to it hears that there are more, and chooses nothing by it.
  await userEvent.keyboard('{ArrowUp}');
  const more = page.getByRole('option', { name: /^101 more/ });
  await expect.element(more).toHaveAttribute('data-combobox-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.element(more).toBeVisible();
  expect(calls.map(({ query }) => query.get('limit'))).toEqual(['99999']);
  await page.getByRole('option', { name: 'House 7', exact: true }).click();
  await field.fill('landesbank');
  await page.getByRole('option', { name: 'Nordmark Landesbank' }).click();
  await expect.element(page.getByText('id-7,id-1100', { exact: true })).toBeVisible();
});

test('each account of which the form holds the id alone, as a restored draft does, is named', async () => {
  answerWith(({ path, query }) => {
    if (path !== '/account/ui-api/v1/customer') return undefined;
    const items = ACCOUNTS.filter(({ id }) => id === query.get('friendly_identifier'));
    return { items, total: items.length };
  });
  await renderPart(<Form begins={['id-7', 'id-1100', 'id-9999']} />);
  await expect.element(page.getByText('House 7', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Nordmark Landesbank', { exact: true })).toBeVisible();
  // That of which nobody may know the name, or that is gone.
  await expect.element(page.getByText('id-9999', { exact: true })).toBeVisible();
});
