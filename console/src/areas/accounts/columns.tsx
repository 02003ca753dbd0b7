/** The columns of the accounts list. */
import type { AccountRow } from '@signet/contract/areas/accounts';
import { daysBetween } from '@signet/contract/dates';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useScope } from '../../session/permissions.ts';
import { useDateFormat } from '../../session/profile.ts';
import type { Column } from '../../shell/list/column.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { DaysLeft, StatusDot, Tag } from '../../ui/State.tsx';
import { useFederationStatus } from './federation.ts';
import css from './accounts.module.css';

/** `today` is YYYY-MM-DD. */
export function useAccountColumns({
  partners,
  federated,
  today,
}: {
  partners: boolean;
  federated: boolean;
  today: string;
}): Column<AccountRow>[] {
  const t = useText();
  const date = useDateFormat();
  const federation = useFederationStatus();
  const none = <span className="t3">{t('common.none')}</span>;
  return [
    { key: 'name', head: t('accounts.name'), sort: 'name', small: 'name', cell: (row) => <AccountName row={row} /> },
    {
      key: 'status',
      head: t('accounts.status'),
      sort: 'active',
      small: 'status',
      width: 90,
      cell: (row) => (
        <StatusDot on={row.active}>{row.active ? t('accounts.active') : t('accounts.inactive')}</StatusDot>
      ),
    },
    {
      key: 'identifier',
      head: t('accounts.identifier'),
      sort: 'friendly_identifier',
      small: 'id',
      width: 168,
      cell: (row) => <span className={`mono ${css.identifier}`}>{row.friendly_identifier}</span>,
    },
    {
      key: 'start',
      head: t('accounts.startDate'),
      sort: 'service_period.from',
      width: 118,
      cell: ({ service_period: { from } }) => (
        <span className="t2">
          <DateText value={from} text={date(from)} />
        </span>
      ),
    },
    {
      key: 'end',
      head: t('accounts.endDate'),
      sort: 'service_period.to',
      small: 'end',
      width: 216,
      cell: (row) => <EndDate row={row} today={today} />,
    },
    ...(partners
      ? [
          {
            key: 'type',
            head: t('accounts.type'),
            sort: 'type',
            width: 82,
            cell: (row: AccountRow) =>
              row.type === 'partner' ? (
                <Tag>{t('accounts.type.partner')}</Tag>
              ) : (
                <span className="t2">{t('accounts.type.standard')}</span>
              ),
          },
          {
            key: 'partner',
            head: t('accounts.partner'),
            sort: 'partner_account_name',
            width: 164,
            cell: (row: AccountRow) =>
              row.partner_account_name === null ? (
                none
              ) : (
                <span className="t2" title={row.partner_account_name}>
                  {row.partner_account_name}
                </span>
              ),
          },
        ]
      : []),
    ...(federated
      ? [
          {
            key: 'federation',
            head: t('accounts.federationStatus'),
            width: 132,
            cell: (row: AccountRow) =>
              row.federation_status === null ? (
                none
              ) : (
                <span className="t2" title={federation(row.federation_status)}>
                  {federation(row.federation_status)}
                </span>
              ),
          },
          {
            key: 'federated',
            head: t('accounts.federatedId'),
            width: 148,
            cell: (row: AccountRow) =>
              row.federated_account_id === null ? (
                none
              ) : (
                <span className={`mono ${css.identifier}`}>{row.federated_account_id}</span>
              ),
          },
        ]
      : []),
  ];
}

/** A link where there is something to see: for active accounts, and for system scope. */
function AccountName({ row }: { row: AccountRow }) {
  const system = useScope() === 'system';
  if (!row.active && !system) return <span title={row.name}>{row.name}</span>;
  return (
    <PageLink to={paths.account(row.id)} title={row.name}>
      {row.name}
    </PageLink>
  );
}

/** The last day, and what is left of it when that is little. */
function EndDate({ row, today }: { row: AccountRow; today: string }) {
  const t = useText();
  const date = useDateFormat();
  const { to } = row.service_period;
  if (to === null) return <span className="t3">{t('accounts.noEnd')}</span>;
  const days = daysBetween(today, to);
  return (
    <span className={css.end}>
      <DateText value={to} text={date(to)} />
      {days < 0 && <Tag>{t('accounts.expired')}</Tag>}
      {days >= 0 && row.active && <DaysLeft days={days} label={t('accounts.daysLeft', { days })} />}
    </span>
  );
}
