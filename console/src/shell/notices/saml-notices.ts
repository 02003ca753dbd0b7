/** What is to be done about SAML providers. */
import type { SamlNotice } from '@signet/contract/areas/account-saml';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';

/** Of one account, else of the person's own ones; the soonest first. `allowed`: who may edit how people sign in. */
export function useSamlNotices(allowed: boolean, accountId?: string): readonly SamlNotice[] {
  const { data } = useQuery({
    ...queryOf('GET /account/ui-api/v1/federation/notices', {
      query: accountId === undefined ? {} : { account_id: accountId },
    }),
    enabled: allowed,
  });
  return data?.items ?? [];
}
