/** The start of the console: accounts for those who may see them, otherwise the welcome page. */
import { safeReturnPath } from '@signet/contract/rules';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { paths } from '../../paths.ts';
import { usePermissions } from '../../session/permissions.ts';
import { useProfile } from '../../session/profile.ts';
import { useGo } from '../../shell/routing/go.ts';
import { useHome } from '../../shell/routing/home.ts';
import { Busy } from '../../ui/Busy.tsx';

/** The two addresses of this page, with what may stand behind them. */
const HERE = /^\/account(?:\/start)?\/?(?:[?#]|$)/;

export default function HomePage() {
  const go = useGo();
  const { isFetching } = usePermissions();
  const { to: home } = useHome();
  const own = safeReturnPath(useProfile().default_app_url);
  const atStart = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, '') === paths.start() });
  const to = atStart && own !== null && !HERE.test(own) ? own : home;
  const router = useRouter();
  useEffect(() => {
    // Who has chosen another page, even before this one was drawn, is on the way there.
    if (!isFetching && HERE.test(router.latestLocation.pathname)) go(to, { replace: true });
  }, [isFetching, to, go, router]);
  return <Busy />;
}
