/** The status block of an account. */
import { ACCOUNT } from '@signet/contract/areas/account-record';
import type { Account } from '@signet/contract/areas/accounts';
import { daysBetween } from '@signet/contract/dates';
import { LIMITS } from '@signet/contract/limits';
import { DEFAULT_LOCALE, isLocale, localeName } from '@signet/contract/locales';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useScope } from '../../session/permissions.ts';
import { useDateFormat, useFeatures } from '../../session/profile.ts';
import { AccountBadge } from '../../shell/account/AccountState.tsx';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { useToday } from '../../session/today.ts';
import { useColumnFacts } from '../../shell/record/column-facts.tsx';
import { CopyValue } from '../../ui/CopyValue.tsx';
import { DateText, WithDates } from '../../ui/DateText.tsx';
import type { Fact } from '../../ui/Facts.tsx';
import { DaysLeft } from '../../ui/State.tsx';
import { useOutOfService } from './out-of-service.ts';
import css from './accounts.module.css';

export function useAccountFacts(): (account: Account) => Fact[] {
  const t = useText();
  const date = useDateFormat();
  const today = useToday();
  const outOfService = useOutOfService(today);
  const partners = useFeatures()['AM_enable_partner_scope'] === true;
  const columnFacts = useColumnFacts();
  const scope = useScope();
  const seesPartner = scope === 'system';
  const [, later] = LIMITS.expiryBannerDays;
  return (account) => {
    const { from, to } = account.service_period;
    const days = to === null ? null : daysBetween(today, to);
    return [
      {
        label: t('accounts.status'),
        value: (
          <>
            <AccountBadge active={account.active} />
            {!account.active && (
              <div className={css.why}>
                <WithDates>{outOfService(account)}</WithDates>
              </div>
            )}
          </>
        ),
      },
      { label: t('accounts.id'), value: <CopyValue value={account.id} name={t('accounts.id')} />, wide: true },
      { label: t('accounts.startDate'), value: <DateText value={from} text={date(from)} /> },
      {
        label: t('accounts.endDate'),
        value:
          to === null ? <span className="t3">{t('accounts.noEnd')}</span> : <DateText value={to} text={date(to)} />,
      },
      ...(days !== null && days >= 0 && account.active
        ? [
            {
              label: t('accounts.timeLeft'),
              value:
                days <= later ? (
                  <DaysLeft days={days} label={t('accounts.daysLeft', { days })} />
                ) : (
                  t('accounts.daysLeft', { days })
                ),
            },
          ]
        : []),
      { label: t('accounts.identifier'), value: <span className="mono">{account.friendly_identifier}</span> },
      { label: t('accounts.language'), value: localeName(isLocale(account.locale) ? account.locale : DEFAULT_LOCALE) },
      ...(account.partner_account_name === null
        ? []
        : [
            {
              label: t('accounts.partner'),
              value:
                seesPartner && account.partner_account_id ? (
                  <PageLink to={paths.account(account.partner_account_id)}>{account.partner_account_name}</PageLink>
                ) : (
                  account.partner_account_name
                ),
            },
          ]),
      ...(partners ? [{ label: t('accounts.type'), value: t(`accounts.type.${account.type}`) }] : []),
      ...columnFacts(ACCOUNT, account, { without: ['name', 'friendly_identifier', 'locale'] }),
      ...(partners && account.customers > 0
        ? [{ label: t('accounts.customers'), value: t('list.total', { total: account.customers }) }]
        : []),
    ];
  };
}
