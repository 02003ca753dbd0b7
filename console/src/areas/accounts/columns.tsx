/** The columns of the accounts list. */
import type { AccountRow } from '@signet/contract/areas/accounts';
import { daysBetween } from '@signet/contract/dates';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useScope } from '../../session/permissions.ts';
import { useDateFormat } from '../../session/profile.ts';
import { AccountState } from '../../shell/account/AccountState.tsx';
import type { Column } from '../../shell/list/column.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { DaysLeft, Tag } from '../../ui/State.tsx';
import { useFederationStatus } from './federation.ts';
import { useOutOfService } from './out-of-service.ts';
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
  const outOfService = useOutOfService(today);
  const none = <span className="t3">{t('common.none')}</span>;
  return [
    { key: 'name', head: t('accounts.name'), sort: 'name', small: 'name', cell: (row) => <AccountName row={row} /> },
    {
      key: 'status',
      head: t('accounts.status'),
      sort: 'active',
      small: 'status',
      width: 90,
      narrow: 84,
      cell: (row) => <AccountState active={row.active} why={outOfService(row)} />,
    },
    {
      key: 'identifier',
      head: t('accounts.identifier'),
      sort: 'friendly_identifier',
      small: 'id',
      width: 190,
      narrow: 186,
      cell: (row) => <Identifier>{row.friendly_identifier}</Identifier>,
    },
    {
      key: 'start',
      head: t('accounts.startDate'),
      sort: 'service_period.from',
      width: 118,
      narrow: 112,
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
      narrow: 174,
      cell: (row) => <EndDate row={row} today={today} />,
    },
    ...(partners
      ? [
          {
            key: 'type',
            head: t('accounts.type'),
            sort: 'type',
            width: 82,
            narrow: 78,
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
            narrow: 156,
            cell: (row: AccountRow) =>
              row.partner_account_name === null ? (
                none
              ) : (
                <span className="t2" data-long title={row.partner_account_name}>
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
              row.federated_account_id === null ? none : <Identifier>{row.federated_account_id}</Identifier>,
          },
        ]
      : []),
  ];
}

/** Whose names are links: active accounts, and for system scope all. The others are opened by their menu. */
export function useLinkedNames(): (row: AccountRow) => boolean {
  const system = useScope() === 'system';
  return (row) => row.active || system;
}

function AccountName({ row }: { row: AccountRow }) {
  const isLinked = useLinkedNames();
  if (!isLinked(row)) return <span title={row.name}>{row.name}</span>;
  return (
    <PageLink to={paths.account(row.id)} title={row.name}>
      {row.name}
    </PageLink>
  );
}

const Identifier = ({ children }: { children: string }) => <span className={`mono ${css.identifier}`}>{children}</span>;

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
      {days >= 0 && row.active && (
        <DaysLeft days={days} label={t('accounts.daysLeft', { days })} short={t('accounts.daysShort', { days })} />
      )}
    </span>
  );
}
