/** What can be done to many accounts at once. Each is asked once, and settles account by account. */
import { NativeSelect, TextInput } from '@mantine/core';
import {
  whyNotEditAccount,
  whyNotEditServiceEnd,
  whyNotServicePeriod,
  whyNotSwitchAccount,
} from '@signet/contract/areas/account-rules';
import type { AccountEdit, AccountRow } from '@signet/contract/areas/accounts';
import { isPayloadDate } from '@signet/contract/dates';
import { localeName, LOCALES, type Locale } from '@signet/contract/locales';
import { IconCalendar, IconLanguage, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { problemText } from '../../api/show-problem.ts';
import { useLocale, useText } from '../../i18n/text.ts';
import { useSelf } from '../../session/permissions.ts';
import { useDayHelp } from '../../shell/form/day-help.tsx';
import type { Bulk, BulkAction, BulkChange } from '../../shell/list/bulk.ts';
import { ManyEffects } from './ManyEffects.tsx';

const ONE = 'GET /account/ui-api/v1/account/{id}';

/** What is so already stays as it is, and leaves no trace. */
async function setActive({ id }: AccountRow, active: boolean, change: BulkChange): Promise<void> {
  const { switched_on } = await call(ONE, { params: { id } });
  if (switched_on !== active)
    await change('PUT /account/ui-api/v1/account/{id}/active', { params: { id }, body: { active } });
}

/** Changes one field of an account as it is now: a save of somebody else between reading and writing is refused. */
async function edit(
  { id }: AccountRow,
  change: BulkChange,
  edited: (before: AccountEdit) => Partial<AccountEdit>,
): Promise<void> {
  const { name, locale, service_period, version } = await call(ONE, { params: { id } });
  const before = { name, locale: locale as Locale, service_period };
  await change('PUT /account/ui-api/v1/account/{id}', {
    params: { id },
    query: { version },
    body: { ...before, ...edited(before) },
  });
}

/** `manages`: whether the person may change any; `today` is YYYY-MM-DD. */
export function useAccountBulk(manages: boolean, today: string): Bulk<AccountRow> {
  const t = useText();
  const self = useSelf();
  const own = useLocale();
  const dayHelp = useDayHelp();
  const [locale, setLocale] = useState<string>(own);
  const [end, setEnd] = useState('');
  const reasonText = (reason: { status: string } | null | undefined): string | null =>
    reason ? problemText({ message: '', ...reason }) : null;
  const whyNotSwitch = (row: AccountRow) => reasonText(whyNotSwitchAccount(self, row));
  const whyNotEnd = (row: AccountRow) => {
    const period = isPayloadDate(end)
      ? whyNotServicePeriod({ from: row.service_period.from, to: end }, today)?.reason
      : null;
    return reasonText(whyNotEditAccount(self, row) ?? whyNotEditServiceEnd(self, row) ?? period);
  };
  const endWrong = isPayloadDate(end) && end < today ? reasonText({ status: 'END_IN_PAST' }) : null;
  const actions: BulkAction<AccountRow>[] = [
    {
      label: t('accounts.switchOn'),
      icon: IconPlayerPlay,
      whyNot: whyNotSwitch,
      title: (count) => t('accounts.switchOnManyTitle', { count }),
      body: () => t('accounts.switchOnBody'),
      act: (count) => t('accounts.switchOnMany', { count }),
      run: (row, change) => setActive(row, true, change),
    },
    {
      label: t('accounts.switchOff'),
      icon: IconPlayerPause,
      danger: true,
      whyNot: whyNotSwitch,
      title: (count) => t('accounts.switchOffManyTitle', { count }),
      body: (rows) => <ManyEffects rows={rows} />,
      act: (count) => t('accounts.switchOffMany', { count }),
      run: (row, change) => setActive(row, false, change),
    },
    {
      label: t('accounts.setLanguage'),
      icon: IconLanguage,
      whyNot: (row) => reasonText(whyNotEditAccount(self, row)),
      title: (count) => t('accounts.setLanguageTitle', { count }),
      body: () => (
        <NativeSelect
          label={t('accounts.language')}
          value={locale}
          onChange={(event) => setLocale(event.currentTarget.value)}
          data={LOCALES.map((value) => ({ value, label: localeName(value) }))}
        />
      ),
      whyNotYet: null,
      act: (count) => t('accounts.setLanguageMany', { count }),
      run: (row, change) => edit(row, change, () => ({ locale: locale as Locale })),
    },
    {
      label: t('accounts.setEnd'),
      icon: IconCalendar,
      whyNot: whyNotEnd,
      title: (count) => t('accounts.setEndTitle', { count }),
      body: () => (
        <TextInput
          type="date"
          min={today}
          label={t('accounts.endDate')}
          description={dayHelp(end, t('accounts.setEndBody'))}
          value={end}
          onChange={(event) => setEnd(event.currentTarget.value)}
          error={endWrong}
        />
      ),
      whyNotYet: isPayloadDate(end) ? endWrong : t('accounts.setEndFirst'),
      act: (count) => t('accounts.setEndMany', { count }),
      run: (row, change) =>
        edit(row, change, ({ service_period: { from } }) => ({ service_period: { from, to: end } })),
    },
  ];
  return { name: (row) => row.name, actions: manages ? actions : [] };
}
