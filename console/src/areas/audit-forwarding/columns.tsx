/** The columns of the receivers list. */
import type { AuditReceiver } from '@signet/contract/areas/audit-forwarding';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import type { Column } from '../../shell/list/column.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { ReceiverState } from './ReceiverState.tsx';

export function useReceiverColumns(): Column<AuditReceiver>[] {
  const t = useText();
  const time = useDateTimeFormat();
  return [
    {
      key: 'name',
      head: t('auditForwarding.name'),
      sort: 'name',
      small: 'name',
      cell: (row) => (
        <PageLink to={paths.auditReceiver(row.id)} title={row.name}>
          {row.name}
        </PageLink>
      ),
    },
    {
      key: 'kind',
      head: t('auditForwarding.kind'),
      sort: 'kind',
      width: 140,
      cell: (row) => <span className="t2">{t(`auditForwarding.kind.${row.kind}`)}</span>,
    },
    {
      key: 'address',
      head: t('auditForwarding.address'),
      small: 'id',
      width: 300,
      cell: (row) => (
        <span className="mono t2" data-long title={row.address}>
          {row.address}
        </span>
      ),
    },
    {
      key: 'sent',
      head: t('auditForwarding.lastSent'),
      small: 'end',
      width: 176,
      cell: ({ delivery: { last_sent_at } }) =>
        last_sent_at === null ? (
          <span className="t3">{t('auditForwarding.never')}</span>
        ) : (
          <DateText value={last_sent_at} text={time(last_sent_at)} />
        ),
    },
    {
      key: 'state',
      head: t('auditForwarding.state'),
      small: 'status',
      width: 190,
      cell: (row) => <ReceiverState receiver={row} />,
    },
  ];
}
