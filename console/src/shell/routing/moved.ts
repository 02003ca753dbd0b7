/** What happens when the page changes: scroll to the top, title of the tab, focus off what is gone. */
import { LIMITS } from '@signet/contract/limits';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isPlaced } from './free-focus.ts';
import { usePageTitle } from '../navigation/crumbs.ts';

/**
 * The tab's title, and the scroll position reset 100 ms after a navigation (S-415). A new hash is a new page of a list,
 * not a navigation.
 */
export function useMoved(): void {
  const title = usePageTitle();
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    document.title = title === 'Signet' ? title : `${title} – Signet`;
  }, [title]);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    const began = window.scrollY;
    const timer = setTimeout(() => {
      if (isPlaced()) return;
      // Who has scrolled down meanwhile stays there: a shorter page only ever leads up.
      if (window.scrollY <= began) window.scrollTo(0, 0);
      // The link that was followed has gone with its page: start at the content.
      if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
    }, LIMITS.scrollResetMs);
    return () => clearTimeout(timer);
  }, [pathname]);
}
