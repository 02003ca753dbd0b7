/** The start of the console: accounts for those who may see them, otherwise the welcome page. */
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { usePermissions } from '../../session/permissions.ts';
import { useGo } from '../../shell/routing/go.ts';
import { useHome } from '../../shell/routing/home.ts';
import { Busy } from '../../ui/Busy.tsx';

/** The two addresses of this page. */
const HERE = /^\/account(?:\/start)?\/?$/;

export default function HomePage() {
  const go = useGo();
  const { isFetching } = usePermissions();
  const { to } = useHome();
  const router = useRouter();
  useEffect(() => {
    // Who has chosen another page, even before this one was drawn, is on the way there.
    if (!isFetching && HERE.test(router.latestLocation.pathname)) go(to, { replace: true });
  }, [isFetching, to, go, router]);
  return <Busy />;
}
