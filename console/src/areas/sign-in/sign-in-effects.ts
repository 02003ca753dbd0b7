/** Whom it shuts out when a way to sign in to an account is switched. */
import type { SignInMethod } from '@signet/contract/areas/sign-in-method-rules';
import { useApi } from '../../api/query.ts';

/** Read when the page opens, so that nobody saves before they know. */
export const useSignInEffects = (account: string, method: SignInMethod, enabled: boolean) =>
  useApi('GET /account/ui-api/v1/account/{id}/sign-in-effects', {
    params: { id: account },
    query: { method, enabled: enabled ? 'true' : 'false' },
  });
