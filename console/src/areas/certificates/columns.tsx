/** The columns of the certificates list. */
import type { CertificateRow } from '@signet/contract/areas/certificates';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { localDay } from '../../session/date-time.ts';
import { useDateFormat } from '../../session/profile.ts';
import { CertificateBadge } from '../../shell/certificate/CertificateBadge.tsx';
import { LastDay } from '../../shell/certificate/LastDay.tsx';
import { NameText } from '../../shell/certificate/NameText.tsx';
import type { Column } from '../../shell/list/column.ts';
import { LongCell } from '../../shell/list/LongCell.tsx';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { DateText } from '../../ui/DateText.tsx';

/** What a certificate is called: its common name, or the whole subject where it has none. */
export const nameOf = ({ common_name, subject }: Pick<CertificateRow, 'common_name' | 'subject'>): string =>
  common_name || subject;

/** `accounts`: whether the viewer sees more than one account. */
export function useCertificateColumns({ accounts }: { accounts: boolean }): Column<CertificateRow>[] {
  const t = useText();
  const date = useDateFormat();
  return [
    {
      key: 'name',
      head: t('certificates.part.commonName'),
      sort: 'common_name',
      small: 'name',
      cell: (row) => (
        <PageLink to={paths.certificate(row.id)} title={row.subject}>
          <NameText>{nameOf(row)}</NameText>
        </PageLink>
      ),
    },
    // People have several of one name: where nothing else tells them apart, the number does.
    {
      key: 'serial',
      head: t('certificates.serial'),
      small: 'id',
      onlySmall: true,
      cell: (row) => (
        <span className="mono" data-long title={row.serial}>
          {row.serial}
        </span>
      ),
    },
    // What is asked first stands where a narrow window shows it.
    {
      key: 'status',
      head: t('certificateList.status'),
      small: 'status',
      width: 112,
      narrow: 108,
      cell: (row) => <CertificateBadge status={row.status} />,
    },
    {
      key: 'valid_to',
      head: t('certificateList.valid_to'),
      sort: 'valid_to',
      small: 'end',
      width: 192,
      narrow: 188,
      cell: (row) => <LastDay validTo={row.valid_to} status={row.status} />,
    },
    ...(accounts
      ? [
          {
            key: 'account',
            head: t('certificateList.account'),
            width: 125,
            narrow: 112,
            cell: (row: CertificateRow) => <LongCell>{row.account_name ?? t('certificateList.ofPlatform')}</LongCell>,
          },
        ]
      : []),
    {
      key: 'authority',
      head: t('certificateList.authority'),
      width: accounts ? 125 : 136,
      narrow: accounts ? 110 : 125,
      cell: (row) => <LongCell>{row.authority_name ?? t('certificateList.elsewhere')}</LongCell>,
    },
    {
      key: 'profile',
      head: t('certificateList.profile'),
      width: accounts ? 125 : 175,
      narrow: accounts ? 112 : 160,
      cell: (row) => <LongCell>{row.profile_name ?? ''}</LongCell>,
    },
    {
      key: 'person',
      head: t('list.person'),
      width: accounts ? 105 : 120,
      narrow: accounts ? 95 : 105,
      cell: (row) => <LongCell>{row.person?.name ?? ''}</LongCell>,
    },
    {
      key: 'created_at',
      head: t('certificateList.created_at'),
      sort: 'created_at',
      width: 112,
      narrow: 106,
      cell: (row) => <DateText value={row.created_at} text={date(localDay(row.created_at))} />,
    },
  ];
}
