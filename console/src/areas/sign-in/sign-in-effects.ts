/** Whom it shuts out when a way to sign in to an account is switched. */
import type { SignInMethod } from '@signet/contract/areas/sign-in-method-rules';
import { useApi } from '../../api/query.ts';

/**
 * Read when the page opens. `waits`: it is on its way, and the form waits with saving, so that nobody saves before they
 * know. Where it can't be read nothing waits.
 */
export function useSignInEffects(account: string, method: SignInMethod, enabled: boolean) {
  const { data, error, isFetching, isFetchedAfterMount } = useApi(
    'GET /account/ui-api/v1/account/{id}/sign-in-effects',
    { params: { id: account }, query: { method, enabled: enabled ? 'true' : 'false' } },
  );
  // What an earlier visit read may not hold any more.
  if (isFetching && !isFetchedAfterMount) return { data: undefined, error: null, waits: true };
  return { data, error, waits: !data && !error };
}
