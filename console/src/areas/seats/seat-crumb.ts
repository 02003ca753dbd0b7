import { useApi } from '../../api/query.ts';
import { useOtherAccount } from '../../shell/account/account-name.ts';
import { useCrumbOwner, useParentCrumbName } from '../../shell/navigation/crumbs.ts';

/** A page below a seat names that one in its crumbs, and its account where that is not the current one. */
export function useSeatCrumb(id: string): void {
  const { data } = useApi('GET /account/ui-api/v2/seat/{id}', { params: { id } });
  useParentCrumbName(data?.name);
  useCrumbOwner(useOtherAccount(data));
}
