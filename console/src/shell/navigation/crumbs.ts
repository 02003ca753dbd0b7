/** The trail of crumbs and the title of the page, from the routes that match and the names their pages give them. */
import { allows, SIGNED_IN, type Access } from '@signet/contract/access';
import { useLocation, useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { cell, useCell } from '../../cell.ts';
import { isTextKey, useText, type TextKey, type TextOf } from '../../i18n/text.ts';
import { useSelf } from '../../session/permissions.ts';
import { onSessionEnd } from '../../session/state.ts';

/** Names that pages gave to their crumb, by address: "Nordmark Landesbank" instead of "Account". */
const names = cell<Readonly<Record<string, string>>>({});

/** Where pages of another account than the current one say so: its name, by address. */
const owners = cell<Readonly<Record<string, string>>>({});
onSessionEnd(() => {
  names.set({});
  owners.set({});
});

/** `open`: whether this person may open its page; what stands below may be open to more people, such as one's own. */
export type Crumb = { text: string; to: string; open: boolean };

/** Empty before the texts of secured pages are there. */
const titleOf = (title: TextKey | undefined, t: TextOf): string => (title && isTextKey(title) ? t(title) : '');

const trimmed = (pathname: string): string => pathname.replace(/\/$/, '');

/** The pages of the trail; whose address has none above it says itself which these are. */
function useTrail(): { to: string; title: TextKey | undefined; access: Access }[] {
  return useMatches()
    .filter((match) => match.staticData.crumb && match.staticData.title)
    .flatMap(({ pathname, params, staticData: { title, access = SIGNED_IN, above } }) => [
      ...(above?.(params) ?? []),
      { to: trimmed(pathname), title, access },
    ]);
}

/** From the top of the console down to the current page. */
export function useCrumbs(): Crumb[] {
  const t = useText();
  const given = useCell(names);
  const self = useSelf();
  return useTrail().map(({ to, title, access }) => ({
    to,
    text: given[to] ?? titleOf(title, t),
    open: allows(access, self),
  }));
}

/**
 * Where Back leads, and Cancel: to the step before this page, else to the page above it (S-013); `undefined` where
 * this person may open none.
 */
export function useWayBack(): string | undefined {
  const self = useSelf();
  const step = useMatches().at(-1)?.staticData.before;
  const above = useCrumbs()
    .slice(0, -1)
    .findLast(({ open }) => open);
  return step && allows(step.access, self) ? step.to() : above?.to;
}

/** The title of the current page as its tab shows it. */
export function usePageTitle(): string {
  const t = useText();
  const given = useCell(names);
  const match = useMatches().findLast((one) => one.staticData.title !== undefined);
  return (match && (given[trimmed(match.pathname)] ?? titleOf(match.staticData.title, t))) || 'Signet';
}

/** The page of a record names its own crumb; `undefined` until the record is loaded. */
export function useCrumbName(name: string | undefined): void {
  useNameOf(-1, name);
}

/** A page below a record's own names that one's crumb, for those who come here first. */
export function useParentCrumbName(name: string | undefined): void {
  useNameOf(-2, name);
}

/** What a page of several states is called in the tab while it shows this one: "This link no longer works". */
export function usePageName(name: string): void {
  const address = trimmed(useLocation().pathname);
  useEffect(() => {
    names.set((before) => ({ ...before, [address]: name }));
    return () => names.set(({ [address]: _, ...others }) => others);
  }, [name, address]);
}

/** Names a crumb, counted from the end. */
function useNameOf(place: number, name: string | undefined): void {
  const to = useTrail().at(place)?.to;
  useEffect(() => {
    if (name === undefined || to === undefined) return;
    names.set((before) => (before[to] === name ? before : { ...before, [to]: name }));
  }, [name, to]);
}

/**
 * The page of a record of another of the person's accounts than the current one puts that account's name before its
 * crumbs; `undefined` for the current one's.
 */
export function useCrumbOwner(name: string | undefined): void {
  const address = trimmed(useLocation().pathname);
  useEffect(() => {
    owners.set((before) => {
      if (before[address] === name) return before;
      const { [address]: _, ...others } = before;
      return name === undefined ? others : { ...others, [address]: name };
    });
  }, [name, address]);
}

/** The account that the page in view is about, where it is not the current one. */
export function useOwnerOfPage(): string | undefined {
  const address = trimmed(useLocation().pathname);
  return useCell(owners)[address];
}
