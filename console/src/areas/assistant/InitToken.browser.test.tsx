/** A token that has come without a PIN is made ready. */
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { refuses } from '../../assistant/testing/assistant-end.ts';
import { act, button, open, token, words } from './testing/keys-page.tsx';

describe('[S-417] a token that nobody has used', () => {
  const blank = token('smartcard', { label: '', pin_state: 'uninitialized' });
  const named = page.getByRole('textbox', { name: 'Name of the token' });

  test('is initialized under a name; its PINs are chosen in the assistant', async () => {
    const answer = Promise.withResolvers<Record<string, unknown>>();
    const { said } = await open({ token: () => ({ tokens: [blank] }), initToken: () => answer.promise });
    await act('smartcard-1', 'Initialize token');
    await named.fill('ä'.repeat(17));
    await expect.element(named).toHaveAccessibleDescription(/32/);
    await expect.element(button('Initialize token')).toHaveAttribute('aria-disabled', 'true');
    await named.fill(' Maren ');
    await button('Initialize token').click();
    await expect.element(words('Trust Assistant is asking you.')).toBeVisible();
    const input = { keystore: 'smartcard', token: 'smartcard-1', label: 'Maren' };
    expect(said.filter(({ command }) => command === 'initToken')).toEqual([{ command: 'initToken', input }]);
    answer.resolve({ token: token('smartcard', { label: 'Maren' }) });
    await expect.element(page.getByText('Maren was initialized.')).toBeVisible();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  test('that has been used after all says so, with the way out', async () => {
    await open({ token: () => ({ tokens: [blank] }), initToken: refuses('ALREADY_INITIALIZED') });
    await act('smartcard-1', 'Initialize token');
    await expect.element(words('choose “Reset PIN”')).toBeVisible();
    await named.fill('Maren');
    await button('Initialize token').click();
    await expect.element(page.getByRole('alert')).toBeVisible();
  });

  test.each([
    ['with a PIN', token('smartcard', { label: 'Blank' })],
    ['as a YubiKey is delivered', token('yubikey', { label: 'Blank', pin_state: 'uninitialized' })],
    ['of a browser', token('firefox', { label: 'Blank', pin_state: 'uninitialized' })],
  ])('is none %s', async (_what, other) => {
    await open({ token: () => ({ tokens: [other] }), initToken: () => ({}) });
    await button('Actions for Blank').click();
    await expect.element(page.getByRole('menuitem', { name: 'Change PIN' })).toBeVisible();
    await expect.element(page.getByRole('menuitem', { name: 'Initialize token' })).not.toBeInTheDocument();
  });
});
