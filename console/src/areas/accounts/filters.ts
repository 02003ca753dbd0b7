/** What the accounts list can be filtered by, and what that asks of the API. */
import { ACCOUNT_FILTERS, ACCOUNT_TYPES } from '@signet/contract/areas/account-record';
import { isId } from '@signet/contract/filter';
import { useText } from '../../i18n/text.ts';
import { useDateFormat } from '../../session/profile.ts';
import {
  acceptsOf,
  filterSpecs,
  soundFilters,
  type FilterEditors,
  type FilterName,
  type FilterQuery,
} from '../../shell/list/declared-filters.ts';
import { useAccountOf } from '../../shell/account/named-account.ts';
import type { FilterSpec } from '../../shell/list/filter-spec.ts';
import { EndsEditor } from './EndsEditor.tsx';
import { endsQuery, parseEnds } from './ends.ts';

/** Both ends of the API's range are one filter here, which also knows "within 30 days". */
type ByDay = 'end_date_from' | 'end_date_to';
export type AccountFilter = Exclude<FilterName<typeof ACCOUNT_FILTERS>, ByDay> | 'ends';

const isPartners = (name: AccountFilter): boolean => name === 'type' || name === 'partner_account_name';

/** The values that the API takes. */
const { end_date_from: _, end_date_to: __, ...plain } = acceptsOf(ACCOUNT_FILTERS);
export const ACCEPTS: Record<AccountFilter, (value: string) => boolean> = {
  ...plain,
  ends: (value) => parseEnds(value) !== null,
};
const ALL = Object.keys(ACCEPTS) as AccountFilter[];

/** The filters' names; those of partners only where their columns show (A-028, A-029). */
export const accountFilters = (partners: boolean): readonly AccountFilter[] =>
  partners ? ALL : ALL.filter((name) => !isPartners(name));

type Query = FilterQuery<typeof ACCOUNT_FILTERS>;

/** The filters in force as the query of the list; `today` is YYYY-MM-DD. */
export function accountQuery({ ends, ...rest }: Partial<Record<AccountFilter, string>>, today: string): Query {
  return { ...soundFilters(ACCOUNT_FILTERS, rest), ...endsQuery(ends, today) };
}

/** The filters beside the search for a name, with their words. `partner`: the one in force, a name or an id. */
export function useAccountFilters(partners: boolean, partner: string | undefined): FilterSpec<AccountFilter>[] {
  const t = useText();
  const date = useDateFormat();
  const partnerName = useAccountOf(partner !== undefined && isId(partner) ? partner : undefined);
  const endsText = (text: string): string => {
    const ends = parseEnds(text);
    if (!ends) return text;
    if ('days' in ends) return t('accounts.ends.within', { days: ends.days });
    if (ends.from && ends.to) return t('accounts.ends.between', { from: date(ends.from), to: date(ends.to) });
    return ends.from
      ? t('accounts.ends.since', { from: date(ends.from) })
      : t('accounts.ends.until', { to: date(ends.to ?? '') });
  };
  const editors: FilterEditors<AccountFilter> = {
    name: null,
    active: {
      label: t('accounts.status'),
      choices: [
        { value: 'true', label: t('accounts.active') },
        { value: 'false', label: t('accounts.inactive') },
      ],
    },
    ends: { label: t('accounts.ends'), editor: EndsEditor, valueText: endsText },
    friendly_identifier: { label: t('accounts.identifier') },
    type: {
      label: t('accounts.type'),
      choices: ACCOUNT_TYPES.map((value) => ({ value, label: t(`accounts.type.${value}`) })),
    },
    partner_account_name: {
      label: t('accounts.partner'),
      valueText: (text) => (isId(text) ? partnerName : text),
    },
  };
  return filterSpecs(editors, ACCOUNT_FILTERS, {}).filter(({ name }) => partners || !isPartners(name));
}
