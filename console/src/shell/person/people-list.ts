/** The list of people of a kind, with the two filters that not everybody is offered: account and role. */
import { ACCESS } from '@signet/contract/access';
import type { Filter, Filters } from '@signet/contract/filter';
import { useText } from '../../i18n/text.ts';
import { useAllows, useScope } from '../../session/permissions.ts';
import { AccountEditor, useAccountOf } from '../account/AccountEditor.tsx';
import {
  acceptsOf,
  filterNames,
  soundFilters,
  type FilterEditor,
  type FilterName,
  type FilterQuery,
} from '../list/declared-filters.ts';
import { useList, type List } from '../list/list-state.ts';
import { RoleEditor, useRoleNameOf } from '../role/RoleEditor.tsx';

type OfPeople = Filters & { readonly account_id: Filter; readonly role_id: Filter };

type PeopleList<F extends OfPeople> = {
  list: List<FilterName<F>>;
  /** The filters in force, as the API takes them. */
  filters: FilterQuery<F>;
  editors: { account_id: FilterEditor | null; role_id: FilterEditor | null };
  /** Whether the viewer sees people of many accounts. */
  seesMany: boolean;
};

/** Lists by name; `remember`: under which name the person's settings of it are kept. */
export function usePeopleList<F extends OfPeople>(
  declared: F,
  { sorts, remember }: { sorts: readonly string[]; remember: string },
): PeopleList<F> {
  const t = useText();
  const scope = useScope();
  const seesMany = scope === 'system' || scope === 'partner';
  const picksAccount = useAllows(ACCESS.accounts.view) && seesMany;
  const picksRole = useAllows(ACCESS.roles.view);
  const list = useList<FilterName<F>>({
    filters: filterNames(declared).filter(
      (name) => (name !== 'account_id' || picksAccount) && (name !== 'role_id' || picksRole),
    ),
    sorts,
    defaultSort: ['name:asc'],
    accepts: acceptsOf(declared),
    remember,
  });
  const accountName = useAccountOf(picksAccount ? list.filters.account_id : undefined);
  const roleName = useRoleNameOf(picksRole ? list.filters.role_id : undefined);
  return {
    list,
    filters: soundFilters(declared, list.filters),
    editors: {
      account_id: picksAccount
        ? { label: t('list.account'), editor: AccountEditor, valueText: () => accountName }
        : null,
      role_id: picksRole ? { label: t('people.role'), editor: RoleEditor, valueText: () => roleName } : null,
    },
    seesMany,
  };
}
