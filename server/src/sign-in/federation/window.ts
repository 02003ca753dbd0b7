/** The window in which somebody goes to a provider while their page stays: it tells that page what came of it. */
import { Problem } from '@signet/contract/problem';
import type { SignInCall } from '../call.ts';
import { SIGN_ON } from '../sessions/family.ts';
import type { FederatedRequest } from './request-store.ts';

type Proof = NonNullable<FederatedRequest['proof']>;

/**
 * The page of that window, with a code for the page that began, or with what went wrong. `stateHash` is the SHA-256 of
 * what the tab knows, base64: it names the tab to which the window belongs, and is no secret.
 */
export const windowPage = (
  { runtime }: Pick<SignInCall, 'runtime'>,
  stateHash: string,
  told: { code: string } | { error: string },
): string =>
  `${runtime.publicUrl}/account/callback/provider?${new URLSearchParams({ ...told, tab: stateHash }).toString()}`;

/** Tells the log of a failure that leads back to that window, and answers the window's page. */
export function failedInWindow(
  call: Pick<SignInCall, 'runtime' | 'audit'>,
  { accountId, method, proof }: Pick<FederatedRequest, 'accountId' | 'method'> & { proof: Proof },
  error: unknown,
): string {
  if (!(error instanceof Problem)) throw error;
  const { status } = error.reason;
  const detail = 'detail' in error && typeof error.detail === 'string' ? error.detail : undefined;
  call.audit({
    as: { action: 'LOGIN_ERROR', resource: SIGN_ON[method], result: 'failure' },
    resource_id: proof.user_id,
    account_id: accountId,
    message: status,
    ...(detail === undefined ? {} : { after: { detail } }),
  });
  return windowPage(call, proof.state_hash, { error: status });
}
