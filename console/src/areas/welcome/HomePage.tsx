/** The start of the console: accounts for those who may see them, otherwise the welcome page. */
import { useEffect } from 'react';
import { usePermissions } from '../../session/permissions.ts';
import { useGo } from '../../shell/go.ts';
import { homeOf } from '../../shell/home.ts';
import { Busy } from '../../ui/Busy.tsx';

export default function HomePage() {
  const go = useGo();
  const { flags, isFetching } = usePermissions();
  const { to } = homeOf(flags);
  useEffect(() => {
    if (!isFetching) go(to, { replace: true });
  }, [isFetching, to, go]);
  return <Busy />;
}
