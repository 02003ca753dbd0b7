/** Where a page stands once somebody has come to it. */
import { LIMITS } from '@signet/contract/limits';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../paths.ts';
import { renderPart } from '../../testing/render.tsx';
import { useMoved } from './moved.ts';

/** Taller than the window, with somebody who scrolls as soon as another one shows. */
function Tall() {
  useMoved();
  const { pathname } = useLocation();
  useEffect(() => {
    // Once the router has placed it.
    if (pathname === paths.profile()) setTimeout(() => scrollTo(0, 700));
  }, [pathname]);
  return <h1 style={{ height: 3000 }}>{pathname}</h1>;
}

test('who scrolls down as soon as another page shows stays there', async () => {
  const { go } = await renderPart(<Tall />);
  await expect.element(page.getByRole('heading')).toBeVisible();
  scrollTo(0, 500);
  go(paths.profile());
  await expect.element(page.getByRole('heading', { name: paths.profile() })).toBeVisible();
  await new Promise((resolve) => setTimeout(resolve, 2 * LIMITS.scrollResetMs));
  expect(scrollY).toBe(700);
});
