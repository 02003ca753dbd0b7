/** What the accounts list can be filtered by, and what that asks of the API. */
import type { AccountListQuery } from '@signet/contract/areas/accounts';
import { useText } from '../../i18n/text.ts';
import { useDateFormat } from '../../session/profile.ts';
import type { FilterSpec } from '../../shell/list/filter-spec.ts';
import { EndsEditor } from './EndsEditor.tsx';
import { endsQuery, parseEnds } from './ends.ts';

const ALWAYS = ['name', 'active', 'friendly_identifier', 'ends'] as const;
const WITH_PARTNERS = [...ALWAYS, 'type', 'partner_account_name'] as const;
export type AccountFilter = (typeof WITH_PARTNERS)[number];

/** The filters' names; those of partners only where their columns show (A-028, A-029). */
export function accountFilters(partners: boolean): readonly AccountFilter[] {
  return partners ? WITH_PARTNERS : ALWAYS;
}

const upTo = (max: number) => (value: string) => value.length <= max;

/** The values that the API takes. */
export const ACCEPTS: Record<AccountFilter, (value: string) => boolean> = {
  name: upTo(256),
  active: (value) => value === 'true' || value === 'false',
  friendly_identifier: upTo(255),
  ends: (value) => parseEnds(value) !== null,
  type: (value) => value === 'standard' || value === 'partner',
  partner_account_name: upTo(256),
};

type Query = Partial<
  Pick<
    AccountListQuery,
    'name' | 'friendly_identifier' | 'partner_account_name' | 'type' | 'end_date_from' | 'end_date_to'
  >
> & { active?: 'true' | 'false' };

/** The filters in force as the query of the list; `today` is YYYY-MM-DD. */
export function accountQuery(filters: Partial<Record<AccountFilter, string>>, today: string): Query {
  const { ends, ...rest } = filters;
  // What stands in `rest` has passed ACCEPTS.
  return { ...(rest as Query), ...endsQuery(ends, today) };
}

/** The filters beside the search for a name, with their words. */
export function useAccountFilters(partners: boolean): FilterSpec<AccountFilter>[] {
  const t = useText();
  const date = useDateFormat();
  const endsWords = (text: string): string => {
    const ends = parseEnds(text);
    if (!ends) return text;
    if ('days' in ends) return t('accounts.ends.within', { days: ends.days });
    if (ends.from && ends.to) return t('accounts.ends.between', { from: date(ends.from), to: date(ends.to) });
    return ends.from
      ? t('accounts.ends.since', { from: date(ends.from) })
      : t('accounts.ends.until', { to: date(ends.to ?? '') });
  };
  return [
    {
      name: 'active',
      label: t('accounts.status'),
      choices: [
        { value: 'true', label: t('accounts.active') },
        { value: 'false', label: t('accounts.inactive') },
      ],
    },
    { name: 'ends', label: t('accounts.ends'), editor: EndsEditor, words: endsWords },
    { name: 'friendly_identifier', label: t('accounts.identifier') },
    ...(partners
      ? [
          {
            name: 'type',
            label: t('accounts.type'),
            choices: [
              { value: 'standard', label: t('accounts.type.standard') },
              { value: 'partner', label: t('accounts.type.partner') },
            ],
          } as const,
          { name: 'partner_account_name', label: t('accounts.partner') } as const,
        ]
      : []),
  ];
}
