/** Every screen that the person may open without choosing a record first. */
import { allows, SIGNED_IN } from '@signet/contract/access';
import { useRouter, type AnyRoute } from '@tanstack/react-router';
import { IconAppWindow, IconUser } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useSelf } from '../../session/permissions.ts';
import { currentEntry, type NavEntry } from '../navigation/navigation.ts';
import { useNavigation } from '../navigation/use-navigation.ts';
import type { Choice } from './choice.ts';
import { rankOf } from './match.ts';

/** Addresses that only lead on. */
const LEADS_ON: ReadonlySet<string> = new Set(['home.title', 'redirect.title']);
const SHOWN = 5;

/** A screen; `does`: it is there to do something, such as to create an account. */
export type Screen = Choice & { does?: boolean };

/** The entries of the navigation in their order, then the other pages as the map has them. */
export function useScreens(): Screen[] {
  const t = useText();
  const router = useRouter();
  const entries = useNavigation();
  const self = useSelf();

  // An entry that falls back to the own profile is that page, which has a name of its own.
  const navigation = entries
    .filter(({ to }) => to !== paths.profile())
    .flatMap((entry): Choice[] =>
      (entry.children ?? [entry]).map((child) => ({
        to: child.to,
        text: t(child.text),
        icon: child.icon ?? entry.icon ?? IconAppWindow,
        ...(child === entry ? {} : { meta: t(entry.text) }),
      })),
    );
  const pages = Object.values<AnyRoute>(router.routesById).flatMap((route): Screen[] => {
    const { title, leadsOn, does = false, access = SIGNED_IN } = route.options.staticData ?? {};
    const to: string = route.fullPath;
    if (
      title === undefined ||
      leadsOn ||
      LEADS_ON.has(title) ||
      !isSignedIn(route) ||
      to.includes('$') ||
      !allows(access, self)
    )
      return [];
    const parent = route.parentRoute?.options.staticData?.title;
    return [{ to, text: t(title), does, icon: iconOf(entries, to), ...(parent ? { meta: t(parent) } : {}) }];
  });
  const texts = new Set<string>();
  // A page with several addresses is there once, by the first of them.
  return [...navigation, ...pages].filter(({ to, text }: Screen) => {
    const isKnown = texts.has(to) || texts.has(text);
    texts.add(to).add(text);
    return !isKnown;
  });
}

/** Those that answer the words, the best first; all of them without words. */
export function matching(screens: readonly Choice[], words: readonly string[]): Choice[] {
  if (words.length === 0) return [...screens];
  const ranked = screens.map((screen) => ({
    screen,
    rank: rankOf(words, screen.text) ?? (rankOf(words, `${screen.text} ${screen.meta ?? ''}`) === null ? null : 3),
  }));
  return ranked
    .filter(({ rank }) => rank !== null)
    .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .slice(0, SHOWN)
    .map(({ screen }) => screen);
}

/** Below the frame of signed-in people, or of everybody. */
function isSignedIn(route: AnyRoute): boolean {
  return (
    route.id === '/secured' ||
    route.id === '/either' ||
    (route.parentRoute !== undefined && isSignedIn(route.parentRoute))
  );
}

/** A page has the icon of the entry that it lies under. */
function iconOf(entries: readonly NavEntry[], to: string): Choice['icon'] {
  const entry = currentEntry(entries, to);
  const group = entries.find((one) => one.children?.some((child) => child.to === entry?.to));
  return entry?.icon ?? group?.icon ?? (to.startsWith(paths.profile()) ? IconUser : IconAppWindow);
}
