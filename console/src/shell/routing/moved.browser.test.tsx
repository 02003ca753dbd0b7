/** Where a page stands once somebody has come to it. */
import { LIMITS } from '@signet/contract/limits';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { createPortal } from 'react-dom';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../paths.ts';
import { renderPart } from '../../testing/render.tsx';
import { useMoved } from './moved.ts';
import { PageLink } from './PageLink.tsx';

afterEach(() => void vi.useRealTimers());

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
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  go(paths.profile());
  await expect.element(page.getByRole('heading', { name: paths.profile() })).toBeVisible();
  await vi.advanceTimersByTimeAsync(LIMITS.scrollResetMs);
  expect(scrollY).toBe(700);
});

/** A frame with an entry of the navigation outside of the main part of its page. */
function Frame() {
  const movedTo = useMoved();
  return (
    <>
      {createPortal(<PageLink to={paths.profile()}>My profile</PageLink>, document.body)}
      <p role="status">{movedTo}</p>
    </>
  );
}

test('who stood on the main part before the page came, as the drawer leads to it, is told the title too', async () => {
  const { go } = await renderPart(<Frame />);
  await expect.element(page.getByRole('link', { name: 'My profile' })).toBeVisible();
  const main = document.getElementById('main');
  if (main) main.tabIndex = -1;
  main?.focus();
  go(paths.profile());
  await expect.element(page.getByRole('status')).toHaveTextContent('Signet');
  expect(document.activeElement).toBe(main);
});

test('who follows an entry of the navigation, on which the focus stays, is told the title of the page', async () => {
  await renderPart(<Frame />);
  const link = page.getByRole('link', { name: 'My profile' });
  await expect.element(link).toBeVisible();
  expect(page.getByRole('status').element().textContent).toBe('');
  link.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(link).toHaveFocus();
  await expect.element(page.getByRole('status')).toHaveTextContent('Signet');
});
