/** The list of people of a kind, with the two filters that not everybody is offered: account and role. */
import { ACCESS } from '@signet/contract/access';
import type { Filter, Filters } from '@signet/contract/filter';
import { useText } from '../../i18n/text.ts';
import { useAllows } from '../../session/permissions.ts';
import { useAccountFilter } from '../account/account-filter.ts';
import { useAccountsOfList } from '../account/account-name.ts';
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
  /** Whether the viewer sees people of several accounts. */
  showsAccounts: boolean;
};

/** Lists by name; `remember`: under which name the person's settings of it are kept. */
export function usePeopleList<F extends OfPeople>(
  declared: F,
  { sorts, remember }: { sorts: readonly string[]; remember: string },
): PeopleList<F> {
  const t = useText();
  const byAccount = useAccountsOfList();
  const picksRole = useAllows(ACCESS.roles.view);
  const list = useList<FilterName<F>>({
    filters: filterNames(declared).filter(
      (name) => (name !== 'account_id' || byAccount.offered) && (name !== 'role_id' || picksRole),
    ),
    sorts,
    defaultSort: ['name:asc'],
    accepts: acceptsOf(declared),
    remember,
  });
  const roleName = useRoleNameOf(picksRole ? list.filters.role_id : undefined);
  return {
    list,
    filters: soundFilters(declared, list.filters),
    editors: {
      account_id: useAccountFilter(t('list.account'), list.filters.account_id),
      role_id: picksRole ? { label: t('people.role'), editor: RoleEditor, valueText: () => roleName } : null,
    },
    showsAccounts: byAccount.shown,
  };
}
