/** The single keys C and E: what the page is there to create or edit. */
import { TextInput } from '@mantine/core';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';
import { ButtonLink } from '../routing/ButtonLink.tsx';
import { Header } from '../frame/Header.tsx';
import { showOnce } from '../secret/shown-secret.ts';

const ADA = { scope: 'system', permissions: [], accounts: ['Norden'] } as const;

async function shown() {
  return renderPart(
    <>
      <Header onMenu={() => undefined} onMenuNear={() => undefined} />
      <main id="main">
        <ButtonLink to="/account/accounts/create" pageKey="C">
          Create account
        </ButtonLink>
        <ButtonLink to="/account/accounts/1/edit" pageKey="E">
          Edit account
        </ButtonLink>
        <TextInput label="Name" />
      </main>
    </>,
    { as: ADA },
  );
}

test.each([
  ['c', '/account/accounts/create'],
  ['e', '/account/accounts/1/edit'],
])('%s leads to %s', async (key, to) => {
  const { address } = await shown();
  await expect.element(page.getByRole('link', { name: 'Create account' })).toBeVisible();
  await userEvent.keyboard(key);
  await expect.poll(address).toBe(to);
});

test('in a field they are letters, and the dialog of shortcuts names them', async () => {
  const { address } = await shown();
  await page.getByRole('textbox', { name: 'Name' }).click();
  await userEvent.keyboard('ce');
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('ce');
  expect(address()).toBe('/account/list');
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('?');
  await expect.element(page.getByRole('dialog').getByText('Create here')).toBeVisible();
  await expect.element(page.getByRole('dialog').getByText('Edit what the page shows')).toBeVisible();
});

test('beside a secret that is shown this once nothing is pressed, and keys do nothing on the page behind', async () => {
  const { address } = await shown();
  showOnce({ title: 'Secret', Content: () => <button type="button">Stored</button> });
  const stored = page.getByRole('button', { name: 'Stored' });
  await expect.element(stored).toHaveFocus();
  await userEvent.click(document.elementFromPoint(5, 5) ?? document.body, { position: { x: 5, y: 5 } });
  await expect.element(stored).toHaveFocus();
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('ce?');
  await expect.element(stored).toBeVisible();
  await expect.element(page.getByText('Create here')).not.toBeInTheDocument();
  expect(address()).toBe('/account/list');
});
