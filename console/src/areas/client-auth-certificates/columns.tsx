/** How a certificate is listed. */
import type { ClientAuthCertificate } from '@signet/contract/areas/client-auth-certificates';
import { useText } from '../../i18n/text.ts';
import { CertificateBadge } from '../../shell/certificate/CertificateBadge.tsx';
import { LastDay } from '../../shell/certificate/LastDay.tsx';
import { NameText } from '../../shell/certificate/NameText.tsx';
import type { Column } from '../../shell/list/column.ts';
import css from './certificates.module.css';

/** What people call it: by its name, else by whom it names. */
export const calledBy = ({ name, common_name, serial }: ClientAuthCertificate): string => name || common_name || serial;

/** `onOpen`: somebody wants to read the whole of it. */
export function useColumns(onOpen: (row: ClientAuthCertificate) => void): Column<ClientAuthCertificate>[] {
  const t = useText();
  return [
    {
      key: 'name',
      head: t('clientAuth.name'),
      small: 'name',
      cell: (row) => (
        <button type="button" className={css.open} title={calledBy(row)} onClick={() => onOpen(row)}>
          <NameText>{calledBy(row)}</NameText>
        </button>
      ),
    },
    {
      key: 'common_name',
      head: t('clientAuth.common_name'),
      width: 150,
      narrow: 120,
      // Another authority may have written anything.
      cell: ({ common_name }) => (
        <span data-long title={common_name}>
          <NameText>{common_name}</NameText>
        </span>
      ),
    },
    {
      key: 'source',
      head: t('certificates.issuer'),
      width: 130,
      narrow: 110,
      cell: ({ source }) => t(`clientAuth.source.${source}`),
    },
    {
      key: 'serial',
      head: t('certificates.serial'),
      small: 'id',
      width: 140,
      narrow: 124,
      cell: ({ serial }) => (
        <span className="mono t2" title={serial}>
          {serial.length > 12 ? `${serial.slice(0, 12)}…` : serial}
        </span>
      ),
    },
    {
      key: 'end',
      head: t('clientAuth.valid_to'),
      small: 'end',
      width: 200,
      narrow: 190,
      cell: (row) => <LastDay validTo={row.valid_to} status={row.status} />,
    },
    {
      key: 'status',
      head: t('clientAuth.status'),
      small: 'status',
      width: 130,
      narrow: 115,
      cell: ({ status }) => <CertificateBadge status={status} />,
    },
  ];
}
