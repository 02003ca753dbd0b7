/** What stands still on the platform behind the requests, at the top of every page, for those who can look after it. */
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { queryOf } from '../../api/query.ts';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/Banner.tsx';
import { PageLink } from '../routing/PageLink.tsx';
import css from './frame.module.css';
import { MAIL_STATUS, StandstillText, type StandstillItem } from './StandstillText.tsx';

const EVERY_MS = 60_000;

/** The page to begin a day with has a row for each among all else that needs the person. */
export function Standstills() {
  const isStart = useLocation().pathname.startsWith(paths.overview());
  const { data } = useQuery({
    ...queryOf('GET /account/ui-api/v1/platform/health'),
    refetchInterval: EVERY_MS,
  });
  return data && !isStart && <StandstillBanners items={data.items} />;
}

export function StandstillBanners({ items }: { items: readonly StandstillItem[] }) {
  return items.map((item) => (
    <div key={item.kind} className={css.notice}>
      <Banner tone={item.kind.startsWith('audit') ? 'bad' : 'warn'}>
        <StandstillText
          item={item}
          links={{
            authorities: <PageLink to={paths.certificateAuthorities()} />,
            forwarding: <PageLink to={paths.auditForwarding()} />,
            mail: <PageLink to={paths.outgoingMail({ status: MAIL_STATUS[item.kind] })} />,
          }}
        />
      </Banner>
    </div>
  ));
}
