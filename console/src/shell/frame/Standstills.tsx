/** What stands still on the platform behind the requests, for those who can look after it, and where they look. */
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { Standstill } from '@signet/contract/areas/health';
import type { CallResponse } from '../../api/call.ts';
import { queryOf } from '../../api/query.ts';
import { Rich, type RichTags } from '../../i18n/Rich.tsx';
import { paths } from '../../paths.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { Banner } from '../../ui/Banner.tsx';
import { PageLink } from '../routing/PageLink.tsx';
import css from './frame.module.css';

const EVERY_MS = 60_000;

/** Which mails it is about, as the list of outgoing mail filters them. */
const MAIL_STATUS: Partial<Record<Standstill, string>> = { 'mail-waiting': 'queued', 'mail-failed': 'failed' };

export type StandstillItem = CallResponse<'GET /account/ui-api/v1/platform/health'>['items'][number];

/** Where a person looks after it; null where the log of the process says all that there is. */
export function standstillPage(kind: Standstill): string | null {
  if (kind === 'audit-forwarding') return paths.auditForwarding();
  if (kind.startsWith('audit')) return paths.logging();
  if (kind.startsWith('authority')) return paths.certificateAuthorities();
  if (kind.startsWith('mail')) return paths.outgoingMail({ status: MAIL_STATUS[kind] });
  return kind === 'client-tools' ? paths.clientTools() : null;
}

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

/** What stands still and since when; the pages that it names are links where `links` are given. */
export function StandstillText({
  item: { kind, count, since },
  links = {},
}: {
  item: StandstillItem;
  links?: RichTags;
}) {
  const time = useDateTimeFormat();
  return (
    <Rich
      text={`standstill.${kind}`}
      params={{ count, at: time(since) }}
      tags={{ code: <code className="mono" />, ...links }}
    />
  );
}
