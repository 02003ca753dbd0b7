/** The navigation of the signed-in person. */
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useFeatures, useProfile } from '../session/profile.ts';
import { usePermissions } from '../session/permissions.ts';
import { visibleEntries, type NavEntry } from './navigation.ts';

/** True when the map has a page at a plain address (one without parameters). */
export function usePageExists(): (to: string) => boolean {
  const router = useRouter();
  return (to) => Object.hasOwn(router.routesByPath, to) || Object.hasOwn(router.routesByPath, `${to}/`);
}

export function useNavigation(): NavEntry[] {
  const { flags } = usePermissions();
  const features = useFeatures();
  const { access_scope: scope, has_onelogin_id: external, onelogin_url: url } = useProfile();
  const exists = usePageExists();
  return useMemo(
    () => visibleEntries({ flags, features, scope, exists, oneloginUrl: external ? url : null }),
    // oxlint-disable-next-line react/exhaustive-deps -- the map of routes never changes
    [flags, features, scope, external, url],
  );
}
