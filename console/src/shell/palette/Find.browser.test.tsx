/** The search of the header while the palette is on its way. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../paths.ts';
import { renderPart } from '../../testing/render.tsx';
import { beginSession } from '../../session/start.ts';
import { answerWith } from '../../testing/answers.ts';
import { tokensOf } from '../../testing/tokens.ts';
import { UnsavedGuard } from '../form/UnsavedGuard.tsx';
import { Find } from './Find.tsx';

const press = (key: string, ctrlKey = false) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }));

test('who presses Ctrl K twice before it is there types each letter once; Escape leaves it shut', async () => {
  await renderPart(<Find />);
  press('k', true);
  press('Escape');
  press('k', true);
  press('k', true);
  press('a');
  await expect.element(page.getByRole('combobox')).toHaveValue('a');
});

test('closed before it has the keyboard, it holds no more keys back', async () => {
  await renderPart(<Find />);
  press('k', true);
  const dialog = page.getByRole('dialog');
  await expect.poll(() => dialog.elements().length).toBe(1);
  press('k', true);
  await expect.poll(() => dialog.elements().length).toBe(0);
  // False where somebody prevented what the key does.
  expect(press('a')).toBe(true);
});

test('who is asked about unsaved changes and stays goes on in the field, else on the page that comes', async () => {
  answerWith(() => undefined);
  beginSession(tokensOf('ines'));
  const { address } = await renderPart(
    <>
      <Find />
      <input aria-label="Name" />
      <UnsavedGuard dirty />
    </>,
    { as: { scope: 'system', permissions: ['view_account'], accounts: [] }, pages: [paths.accounts()] },
  );
  const main = document.getElementById('main');
  main?.setAttribute('tabindex', '-1');
  const name = page.getByRole('textbox', { name: 'Name' });
  const stay = page.getByRole('button', { name: 'Stay on page' });
  for (const key of ['{Enter}', 'click']) {
    name.element().focus();
    press('k', true);
    await page.getByRole('combobox').fill('accounts');
    const option = page.getByRole('option', { name: /^Accounts/ });
    await expect.element(option).toHaveAttribute('aria-selected', 'true');
    if (key === 'click') await option.click();
    else await userEvent.keyboard(key);
    await stay.click();
    await expect.element(stay).not.toBeInTheDocument();
    await expect.element(name).toHaveFocus();
  }
  press('k', true);
  await page.getByRole('combobox').fill('accounts');
  await expect.element(page.getByRole('option', { name: /^Accounts/ })).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await page.getByRole('button', { name: 'Leave page' }).click();
  await expect.poll(address).toBe(paths.accounts());
  await expect.element(page.elementLocator(main ?? document.body)).toHaveFocus();
});
