/** How a certificate is listed. */
import type { ClientAuthCertificate } from '@signet/contract/areas/client-auth-certificates';
import { daysBetween, lastDayOf } from '@signet/contract/dates';
import { LIMITS } from '@signet/contract/limits';
import { useText } from '../../i18n/text.ts';
import { useToday } from '../../session/today.ts';
import { CertificateBadge } from '../../shell/certificate/CertificateBadge.tsx';
import { LastDay } from '../../shell/certificate/LastDay.tsx';
import { NameText } from '../../shell/certificate/NameText.tsx';
import type { Column } from '../../shell/list/column.ts';
import { DaysLeft } from '../../ui/State.tsx';
import css from './certificates.module.css';

/** What people call it: by its name, else by whom it names. */
export const calledBy = ({ name, common_name, serial }: ClientAuthCertificate): string => name || common_name || serial;

/** `onOpen`: somebody wants to read the whole of it. */
export function useColumns(onOpen: (row: ClientAuthCertificate) => void): Column<ClientAuthCertificate>[] {
  const t = useText();
  const today = useToday();
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
      width: 160,
      narrow: 130,
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
      width: 140,
      narrow: 110,
      cell: ({ source }) => t(`clientAuth.source.${source}`),
    },
    {
      key: 'serial',
      head: t('certificates.serial'),
      small: 'id',
      width: 150,
      narrow: 130,
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
      width: 210,
      narrow: 190,
      cell: (row) => <End row={row} today={today} />,
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

function End({ row, today }: { row: ClientAuthCertificate; today: string }) {
  const t = useText();
  const days = daysBetween(today, lastDayOf(row.valid_to));
  const isSoon = row.status === 'issued' && days >= 0 && days <= Math.max(...LIMITS.credentialReminderDays);
  return (
    <span className={css.end}>
      <LastDay validTo={row.valid_to} />
      {isSoon && <DaysLeft days={days} label={t('clientAuth.daysLeft', { days })} />}
    </span>
  );
}
