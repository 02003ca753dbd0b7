/** The navigation of the signed-in person. */
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useProfile } from '../../session/profile.ts';
import { useSelf } from '../../session/permissions.ts';
import type { RouteData } from '../routing/route-spec.ts';
import { visibleEntries, type NavEntry } from './navigation.ts';

/** True when the map has a page at a plain address (one without parameters), not only a redirect. */
export function usePageExists(): (to: string) => boolean {
  const router = useRouter();
  const known: Readonly<Record<string, { options: { staticData?: RouteData } } | undefined>> = router.routesByPath;
  return (to) => {
    const route = known[to] ?? known[`${to}/`];
    return route !== undefined && route.options.staticData?.leadsOn !== true;
  };
}

export function useNavigation(): NavEntry[] {
  const self = useSelf();
  const { has_onelogin_id: external, onelogin_url: url } = useProfile();
  const exists = usePageExists();
  return useMemo(
    () => visibleEntries({ ...self, exists, oneloginUrl: external ? url : null }),
    // oxlint-disable-next-line react/exhaustive-deps -- the map of routes never changes
    [self, external, url],
  );
}
