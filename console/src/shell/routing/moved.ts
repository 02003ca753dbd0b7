/** What happens when the page changes: scroll to the top, title of the tab, focus off what is gone. */
import { LIMITS } from '@signet/contract/limits';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { pageOfNotices } from '../notices/notifications.ts';
import { isPlaced } from './free-focus.ts';
import { usePageTitle } from '../navigation/crumbs.ts';

/**
 * The tab's title, and the scroll position reset 100 ms after a navigation (S-415). A new hash is a new page of a list,
 * not a navigation.
 * Answers the title of a page that somebody came to whose focus stayed where it was: on an entry of the navigation, or
 * on the main part, to which the drawer has led before the page came. Who does not see the page is told so.
 */
export function useMoved(): string {
  const title = usePageTitle();
  const { pathname, href } = useLocation();
  const before = useRef(pathname);
  const [stayed, setStayed] = useState<string | null>(null);
  useEffect(() => {
    document.title = title === 'Signet' ? title : `${title} – Signet`;
  }, [title]);
  useEffect(() => pageOfNotices.set({ to: href, text: title }), [href, title]);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    const began = window.scrollY;
    const timer = setTimeout(() => {
      if (isPlaced()) return;
      // Who has scrolled down meanwhile stays there: a shorter page only ever leads up.
      if (window.scrollY <= began) window.scrollTo(0, 0);
      // The link that was followed has gone with its page: start at the content.
      const at = document.activeElement;
      if (at === document.body) document.getElementById('main')?.focus({ preventScroll: true });
      else if (at?.id === 'main' || !at?.closest('#main')) setStayed(pathname);
    }, LIMITS.scrollResetMs);
    return () => clearTimeout(timer);
  }, [pathname]);
  return stayed === pathname ? title : '';
}
