/** What stands still on the platform behind the requests, for those who can look after it, and where they look. */
import { useQuery } from '@tanstack/react-query';
import type { Standstill } from '@signet/contract/areas/health';
import type { CallResponse } from '../../api/call.ts';
import { queryOf } from '../../api/query.ts';
import { Rich } from '../../i18n/Rich.tsx';
import { paths } from '../../paths.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { Banner } from '../../ui/Banner.tsx';
import { PageLink } from '../routing/PageLink.tsx';
import css from './frame.module.css';

const EVERY_MS = 60_000;

/** Which mails it is about, as the list of outgoing mail filters them. */
const MAIL_STATUS: Partial<Record<Standstill, string>> = { 'mail-waiting': 'queued', 'mail-failed': 'failed' };

type Item = CallResponse<'GET /account/ui-api/v1/platform/health'>['items'][number];

export function Standstills() {
  const { data } = useQuery({
    ...queryOf('GET /account/ui-api/v1/platform/health'),
    refetchInterval: EVERY_MS,
  });
  return data && <StandstillBanners items={data.items} />;
}

export function StandstillBanners({ items }: { items: readonly Item[] }) {
  const time = useDateTimeFormat();
  return items.map(({ kind, count, since }) => (
    <div key={kind} className={css.notice}>
      <Banner tone={kind.startsWith('audit') ? 'bad' : 'warn'}>
        <Rich
          text={`standstill.${kind}`}
          params={{ count, at: time(since) }}
          tags={{
            code: <code className="mono" />,
            authorities: <PageLink to={paths.certificateAuthorities()} />,
            forwarding: <PageLink to={paths.auditForwarding()} />,
            mail: <PageLink to={paths.outgoingMail({ status: MAIL_STATUS[kind] })} />,
          }}
        />
      </Banner>
    </div>
  ));
}
