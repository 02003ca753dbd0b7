/**
 * The address of the page that is shown. While the next page is on its way the router already has that one's address,
 * and the page before it is still on the screen: it goes by its own, and moves nobody any more.
 */
import { useLocation, useMatch, useRouter } from '@tanstack/react-router';
import { useState } from 'react';

declare module '@tanstack/history' {
  interface HistoryState {
    /** What somebody was typing when this entry of the history was made: more of it changes the entry. */
    typing?: string | undefined;
  }
}

type Search = Readonly<Record<string, string | undefined>>;

type Shown = {
  pathname: string;
  search: Search;
  searchStr: string;
  hash: string;
  state: { __TSR_key?: string; typing?: string | undefined };
};

export type OwnAddress = {
  pathname: string;
  search: Search;
  /** The query as a text, with its question mark. */
  searchStr: string;
  /** Without its `#`. */
  hash: string;
  /** Of the entry of the browser's history. */
  key: string | undefined;
  typing: string | undefined;
  /** Goes to another query and hash of this page. Does nothing once the person has left for another page. */
  change: (to: { search: Search; hash: string }, how?: { replace?: boolean; typing?: string | undefined }) => void;
};

const trimmed = (pathname: string): string => pathname.replace(/(.)\/+$/, '$1');

export function useOwnAddress(): OwnAddress {
  const router = useRouter();
  const now = useLocation();
  const match = useMatch({ strict: false, shouldThrow: false });
  const page = match?.pathname ?? now.pathname;
  const isHere = trimmed(now.pathname) === trimmed(page);
  // A page may come to the screen when the person is already leaving it.
  const [last, setLast] = useState<Shown>(
    isHere ? now : { pathname: page, search: match?.search ?? {}, searchStr: '', hash: '', state: {} },
  );
  if (isHere && last !== now) setLast(now);
  const shown = isHere ? now : last;
  const { pathname, search, searchStr, hash, state } = shown;
  return {
    pathname,
    search,
    searchStr,
    hash,
    key: state.__TSR_key,
    typing: state.typing,
    change: (to, { replace = false, typing } = {}) => {
      if (trimmed(router.latestLocation.pathname) !== trimmed(pathname)) return;
      void router.navigate({ to: pathname, ...to, replace, state: { typing } });
    },
  };
}
