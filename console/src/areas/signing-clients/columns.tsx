/** The columns of the signing clients of an account. */
import type { SigningClient } from '@signet/contract/areas/signing-clients';
import { useText } from '../../i18n/text.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import type { Column } from '../../shell/list/column.ts';
import { DateText } from '../../ui/DateText.tsx';
import { StatusBadge, StatusDot } from '../../ui/State.tsx';
import css from './signing-clients.module.css';

export function useSigningClientColumns(): Column<SigningClient>[] {
  const t = useText();
  const time = useDateTimeFormat();
  return [
    {
      key: 'provider',
      head: t('signingClients.provider'),
      small: 'name',
      cell: ({ name, provider_status }) => (
        <span className={css.provider} data-beside>
          <span title={name}>{name}</span>
          {provider_status === 'DISABLED' && (
            <StatusBadge tone="warn">{t('signingClients.providerDisabled')}</StatusBadge>
          )}
        </span>
      ),
    },
    {
      key: 'status',
      head: t('oauthClients.status'),
      small: 'status',
      width: 130,
      narrow: 110,
      cell: ({ status }) => (
        <StatusDot on={status === 'ENABLED'}>
          {t(status === 'ENABLED' ? 'oauthClients.enabled' : 'oauthClients.disabled')}
        </StatusDot>
      ),
    },
    {
      key: 'service',
      head: t('signingClients.serviceId'),
      small: 'id',
      width: 220,
      narrow: 140,
      cell: ({ oauthClientAccountId }) => (
        <span className="mono" data-long title={oauthClientAccountId}>
          {oauthClientAccountId}
        </span>
      ),
    },
    {
      key: 'created',
      head: t('oauthClients.createdAt'),
      width: 190,
      narrow: 145,
      cell: ({ createdDate }) => <DateText value={createdDate} text={time(createdDate)} />,
    },
  ];
}
