/** The accounts that somebody belongs to, in the header: which of them can't be worked in, and why. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '../../api/query.ts';
import { profileQuery, type OwnProfile } from '../../session/profile.ts';
import { renderPart } from '../../testing/render.tsx';
import { AccountSwitcher } from './AccountSwitcher.tsx';

test('one that is switched off is not called expired, can be reached by the keyboard, and is not chosen', async () => {
  await renderPart(<AccountSwitcher />, {
    as: { scope: 'account', permissions: [], accounts: ['Nordmark', 'Orsini', 'Calder'] },
  });
  queryClient.setQueryData<OwnProfile>(profileQuery.queryKey, (profile) => {
    if (!profile) return profile;
    const [first, off, ended] = profile.accounts;
    const out = { active: false, service_period: { from: '2020-01-01', to: '2020-12-31' } };
    return {
      ...profile,
      accounts: [first, off && { ...off, active: false }, ended && { ...ended, ...out }].filter(
        (one) => one !== undefined,
      ),
    };
  });
  const button = page.getByRole('button', { name: /Nordmark/ });
  await button.click();
  const off = page.getByRole('menuitem', { name: /Orsini/ });
  await expect.element(off.getByText('Inactive')).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: /Calder/ }).getByText('Expired')).toBeVisible();
  const next = async () => {
    await userEvent.keyboard('{ArrowDown}');
    return document.activeElement === off.element();
  };
  await expect.poll(next).toBe(true);
  await userEvent.keyboard('{Enter}');
  await expect.element(off).toBeVisible();
  expect(button.elements()).toHaveLength(1);
});

test('in a low window all of many can be reached', async () => {
  const accounts = Array.from({ length: 40 }, (_, n) => `Branch ${n + 1}`);
  await renderPart(<AccountSwitcher />, { as: { scope: 'account', permissions: [], accounts } });
  await page.viewport(1280, 500);
  await page.getByRole('button', { name: /Branch 1/ }).click();
  const menu = page.getByRole('menu');
  await expect.element(menu).toBeVisible();
  expect(menu.element().getBoundingClientRect().height).toBeLessThan(500);
  expect(menu.element().scrollHeight).toBeGreaterThan(menu.element().clientHeight);
});
