/** The columns of the seats list. */
import type { SeatRow } from '@signet/contract/areas/seats';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { localDay } from '../../session/date-time.ts';
import { useDateFormat } from '../../session/profile.ts';
import type { Column } from '../../shell/list/column.ts';
import { LongCell } from '../../shell/list/LongCell.tsx';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { DateText } from '../../ui/DateText.tsx';

/** `accounts`: whether the viewer sees more than one account. */
export function useSeatColumns({ accounts }: { accounts: boolean }): Column<SeatRow>[] {
  const t = useText();
  const date = useDateFormat();
  return [
    {
      key: 'name',
      head: t('seats.name'),
      sort: 'name',
      small: 'name',
      cell: (row) => (
        <PageLink to={paths.seat(row.id)} title={row.name} translate="no">
          {row.name}
        </PageLink>
      ),
    },
    {
      key: 'identifier',
      head: t('seats.identifier'),
      sort: 'identifier',
      small: 'id',
      width: 240,
      cell: (row) => (
        <span className="mono" translate="no" data-long title={row.identifier}>
          {row.identifier}
        </span>
      ),
    },
    {
      key: 'type',
      head: t('seats.type'),
      sort: 'type',
      small: 'status',
      width: 130,
      cell: (row) => <span className="t2">{t(`seats.type.${row.type}`)}</span>,
    },
    ...(accounts
      ? [
          {
            key: 'account',
            head: t('seats.account'),
            width: 200,
            cell: (row: SeatRow) => <LongCell>{row.account_name}</LongCell>,
          },
        ]
      : []),
    {
      key: 'certificates',
      head: t('seats.certificates'),
      num: true,
      width: 150,
      cell: (row) => t('list.total', { total: row.certificates }),
    },
    {
      key: 'created_at',
      head: t('seats.created_at'),
      sort: 'created_at',
      small: 'end',
      width: 120,
      cell: (row) => <DateText value={row.created_at} text={date(localDay(row.created_at))} />,
    },
  ];
}
