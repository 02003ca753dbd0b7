/** What can be done to many accounts at once. */
import { NativeSelect, Radio, Stack } from '@mantine/core';
import { ACCESS } from '@signet/contract/access';
import type { AccountRow } from '@signet/contract/areas/accounts';
import { localeName, LOCALES, type Locale } from '@signet/contract/locales';
import {
  IconBriefcase,
  IconCalendar,
  IconLanguage,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { problemText } from '../../api/show-problem.ts';
import { useLocale, useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows } from '../../session/permissions.ts';
import { useFeatures } from '../../session/profile.ts';
import { useDayRule } from '../../shell/day/day-texts.ts';
import { DayField } from '../../shell/day/DayField.tsx';
import type { Bulk, BulkAct } from '../../shell/list/bulk.ts';
import type { accountQuery } from './filters.ts';
import { later } from '../../shell/routing/later.tsx';

const PartnerPicker = later(() => import('./PartnerPicker.tsx'), null);

type Filters = ReturnType<typeof accountQuery>;
/** What chooses the accounts of a plan. */
type Choose = (ids: readonly string[] | null) => { ids: string[] } | { filters: Filters };

/** `filters`: those in force; `today` is YYYY-MM-DD. */
export function useAccountBulk(filters: Filters, today: string): Bulk<AccountRow> {
  const edits = useAllows(ACCESS.accounts.edit);
  const partners = useFeatures()['AM_enable_partner_scope'] === true;
  const reassigns = useAllows(ACCESS.accounts.reassign) && partners;
  const deletes = useAllows(ACCESS.accounts.delete);
  const choose: Choose = (ids) => (ids === null ? { filters } : { ids: [...ids] });
  const onOff = useOnOff(choose);
  const language = useLanguage(choose);
  const endDate = useEndDate(choose, today);
  const partner = usePartner(choose);
  const remove = useRemove(choose);
  return {
    name: (row) => row.name,
    acts: [
      ...(edits ? [...onOff, language, endDate] : []),
      ...(reassigns ? [partner] : []),
      ...(deletes ? [remove] : []),
    ],
    planAt: paths.accountsPlan,
  };
}

function useOnOff(choose: Choose): BulkAct[] {
  const t = useText();
  const planOf =
    (active: boolean): BulkAct['plan'] =>
    (ids, make) =>
      make('POST /account/ui-api/v1/account/bulk/active', { body: { ...choose(ids), input: { active } } });
  return [
    { label: t('accounts.switchOn'), icon: IconPlayerPlay, plan: planOf(true) },
    { label: t('accounts.switchOff'), icon: IconPlayerPause, danger: true, plan: planOf(false) },
  ];
}

function useLanguage(choose: Choose): BulkAct {
  const t = useText();
  const own = useLocale();
  const [locale, setLocale] = useState<Locale>(own);
  return {
    label: t('accounts.setLanguage'),
    icon: IconLanguage,
    asks: {
      title: t('accounts.setLanguage'),
      fields: (
        <NativeSelect
          label={t('accounts.language')}
          value={locale}
          onChange={(event) => setLocale(LOCALES.find((one) => one === event.currentTarget.value) ?? locale)}
          data={LOCALES.map((value) => ({ value, label: localeName(value) }))}
        />
      ),
      begin: () => setLocale(own),
      whyNotYet: null,
    },
    plan: (ids, make) =>
      make('POST /account/ui-api/v1/account/bulk/language', { body: { ...choose(ids), input: { locale } } }),
  };
}

function useEndDate(choose: Choose, today: string): BulkAct {
  const t = useText();
  const dayRule = useDayRule();
  const [to, setTo] = useState('');
  const reason = to === '' ? null : (dayRule(to) ?? (to < today ? { status: 'END_IN_PAST' } : null));
  const wrong = reason && problemText({ message: '', ...reason });
  return {
    label: t('accounts.setEnd'),
    icon: IconCalendar,
    asks: {
      title: t('accounts.setEnd'),
      fields: (
        <DayField
          first={today}
          label={t('accounts.endDate')}
          description={t('accounts.setEndBody')}
          value={to}
          onChange={setTo}
          error={wrong}
        />
      ),
      begin: () => setTo(''),
      whyNotYet: to === '' ? t('accounts.setEndFirst') : wrong,
    },
    plan: (ids, make) =>
      make('POST /account/ui-api/v1/account/bulk/end-date', { body: { ...choose(ids), input: { to } } }),
  };
}

function usePartner(choose: Choose): BulkAct {
  const t = useText();
  const [way, setWay] = useState<'give' | 'none'>('give');
  const [partner, setPartner] = useState('');
  return {
    label: t('accounts.changePartner'),
    icon: IconBriefcase,
    asks: {
      title: t('accounts.changePartner'),
      fields: (
        <Radio.Group
          value={way}
          onChange={(chosen) => setWay(chosen === 'none' ? 'none' : 'give')}
          label={t('accounts.partner')}
        >
          <Stack gap={10} mt={6}>
            <Radio value="give" label={t('accounts.otherPartner')} />
            {way === 'give' && <PartnerPicker id="bulk-partner" value={partner} onChange={setPartner} />}
            <Radio value="none" label={t('accounts.noPartner')} />
          </Stack>
        </Radio.Group>
      ),
      begin() {
        setWay('give');
        setPartner('');
      },
      whyNotYet: way === 'give' && partner === '' ? t('accounts.changePartnerFirst') : null,
    },
    plan: (ids, make) =>
      make('POST /account/ui-api/v1/account/bulk/partner', {
        body: { ...choose(ids), input: { partner_account_id: way === 'none' ? null : partner } },
      }),
  };
}

function useRemove(choose: Choose): BulkAct {
  const t = useText();
  return {
    label: t('accounts.deleteMany'),
    icon: IconTrash,
    danger: true,
    plan: (ids, make) => make('POST /account/ui-api/v1/account/bulk/delete', { body: { ...choose(ids), input: {} } }),
  };
}
