import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';
import { answerWith } from '../../testing/answers.ts';
import { UnsavedGuard } from '../form/UnsavedGuard.tsx';
import { ProfileMenu } from './ProfileMenu.tsx';

test('Escape pressed in the moment in which the menu opens closes it, and the button keeps the focus', async () => {
  await renderPart(<ProfileMenu onHelp={() => {}} />, {
    as: { scope: 'account', permissions: [], accounts: ['Nordmark Landesbank'] },
  });
  const found = page.getByRole('button', { name: /Tove Lind/ });
  await expect.element(found).toHaveAttribute('aria-expanded', 'false');
  const button = found.element();
  if (!(button instanceof HTMLElement)) throw new Error('no button');
  button.focus();
  button.click();
  // React has drawn it by the next turn; the menu takes the focus frames later.
  await Promise.resolve();
  expect([button.getAttribute('aria-expanded'), document.activeElement]).toEqual(['true', button]);
  button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  await expect.element(found).toHaveAttribute('aria-expanded', 'false');
  await expect.element(found).toHaveFocus();
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
});

test('who signs out with a form that is not saved is asked first', async () => {
  const asked = answerWith(() => null);
  await renderPart(
    <>
      <ProfileMenu onHelp={() => {}} />
      <UnsavedGuard dirty />
    </>,
    { as: { scope: 'account', permissions: [], accounts: ['Nordmark Landesbank'] } },
  );
  await page.getByRole('button', { name: /Tove Lind/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect.element(question).toBeVisible();
  await question.getByRole('button', { name: 'Stay on page' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(asked).toEqual([]);
});
