/** The columns of the enrollments list, and of the sections on the pages of seats and people. */
import type { EnrollmentRow } from '@signet/contract/areas/enrollments';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { localDay } from '../../session/date-time.ts';
import { useDateFormat } from '../../session/profile.ts';
import type { Column } from '../../shell/list/column.ts';
import { DayInWords } from '../../shell/list/DayInWords.tsx';
import { LongCell } from '../../shell/list/LongCell.tsx';
import { useSmallScreen } from '../../shell/list/small-screen.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { EmailAddress } from '../../ui/EmailAddress.tsx';
import { EnrollmentBadge } from './EnrollmentBadge.tsx';

/** `accounts`: whether the viewer sees more than one account. */
export function useEnrollmentColumns({ accounts }: { accounts: boolean }): Column<EnrollmentRow>[] {
  const t = useText();
  const date = useDateFormat();
  return [
    {
      key: 'name',
      head: t('enrollments.name'),
      sort: 'name',
      small: 'name',
      cell: (row) => (
        <PageLink to={paths.enrollment(row.id)} title={row.name} translate="no">
          {row.name}
        </PageLink>
      ),
    },
    {
      key: 'status',
      head: t('enrollments.status'),
      small: 'status',
      width: 118,
      narrow: 112,
      cell: (row) => <EnrollmentBadge status={row.status} />,
    },
    {
      key: 'email',
      head: t('enrollments.email'),
      small: 'id',
      width: accounts ? 175 : 220,
      narrow: 138,
      cell: (row) => (
        <span className="t2" data-long title={row.email}>
          <EmailAddress>{row.email}</EmailAddress>
        </span>
      ),
    },
    {
      key: 'keystore_location',
      head: t('enrollments.keystore_location'),
      width: accounts ? 135 : 155,
      narrow: 112,
      cell: (row) => <LongCell>{t(`enrollments.keystore.${row.keystore_location}`)}</LongCell>,
    },
    ...(accounts
      ? [
          {
            key: 'account',
            head: t('enrollments.account'),
            width: 140,
            narrow: 122,
            cell: (row: EnrollmentRow) => <LongCell>{row.account_name}</LongCell>,
          },
        ]
      : []),
    {
      key: 'template',
      head: t('enrollments.template'),
      width: accounts ? 125 : 150,
      narrow: 115,
      cell: (row) => <LongCell>{row.template_name ?? t('enrollments.ofPlatform')}</LongCell>,
    },
    {
      key: 'expires_at',
      head: t('enrollments.expires_at'),
      sort: 'expires_at',
      width: 116,
      narrow: 112,
      small: 'end',
      cell: (row) => <OpenUntil row={row} />,
    },
    {
      key: 'created_at',
      head: t('enrollments.created_at'),
      sort: 'created_at',
      width: 116,
      narrow: 112,
      cell: (row) => <DateText value={row.created_at} text={date(localDay(row.created_at))} />,
    },
  ];
}

/** Until when it is open; in two lines, of one that is neither open nor expired, when it was sent. */
function OpenUntil({ row: { status, expires_at, created_at } }: { row: EnrollmentRow }) {
  const date = useDateFormat();
  const end = date(localDay(expires_at));
  if (!useSmallScreen()) return <DateText value={expires_at} text={end} />;
  if (status === 'redeemed' || status === 'canceled')
    return <DayInWords text="enrollments.invitedOn" value={created_at} day={date(localDay(created_at))} />;
  const text = status === 'expired' ? 'enrollments.endedOn' : 'enrollments.openUntil';
  return <DayInWords text={text} value={expires_at} day={end} />;
}
