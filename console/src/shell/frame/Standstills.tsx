/** What stands still on the platform behind the requests, at the top of every page, for those who can look after it. */
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { queryOf } from '../../api/query.ts';
import { paths } from '../../paths.ts';
import { later } from '../routing/later.tsx';

const StandstillBanners = later(() => import('./StandstillBanners.tsx'), null);

const EVERY_MS = 60_000;

/** The page to begin a day with has a row for each among all else that needs the person. */
export function Standstills() {
  const isStart = useLocation().pathname.startsWith(paths.overview());
  const { data } = useQuery({
    ...queryOf('GET /account/ui-api/v1/platform/health'),
    refetchInterval: EVERY_MS,
  });
  return data && !isStart && data.items.length > 0 && <StandstillBanners items={data.items} />;
}
