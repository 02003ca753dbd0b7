/** The start of the console: accounts for those who may see them, otherwise the welcome page. */
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { usePermissions } from '../../session/permissions.ts';
import { useGo } from '../../shell/go.ts';
import { homeOf } from '../../shell/home.ts';
import { Busy } from '../../ui/Busy.tsx';

export default function HomePage() {
  const go = useGo();
  const { flags, isFetching } = usePermissions();
  const { to } = homeOf(flags);
  const router = useRouter();
  const here = useRef(router.latestLocation.pathname);
  useEffect(() => {
    // Who has chosen another page meanwhile is on the way there.
    if (!isFetching && router.latestLocation.pathname === here.current) go(to, { replace: true });
  }, [isFetching, to, go, router]);
  return <Busy />;
}
