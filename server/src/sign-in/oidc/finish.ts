/** Somebody comes back from the OpenID Connect provider of their account. */
import { Problem } from '@signet/contract/problem';
import type { Act } from '../../http/handler.ts';
import type { SignInCall } from '../call.ts';
import { holdAccount } from '../federation/account-store.ts';
import { finishFederated } from '../federation/finish.ts';
import type { Newcomers } from '../federation/newcomer.ts';
import { proveByProvider } from '../federation/proof.ts';
import { takeRequest, type FederatedRequest } from '../federation/request-store.ts';
import { triedBy } from '../federation/trial.ts';
import { keepName, personOf } from '../federation/who.ts';
import { failedInWindow, windowPage } from '../federation/window.ts';
import { addressIn, claimsOf, instantIn, namedBy, namesOf, type Claims } from './claims.ts';
import { redirectUri } from './client.ts';
import { findProvider, isProviderStill, type Provider } from './config-store.ts';
import { noting } from './noting.ts';
import { OidcProblem } from './refusal.ts';
import { nothingSeen, type Brought, type Seen } from './seen.ts';
import { keepingFailure, tryOidc } from './trial.ts';
import { readSettings } from './tried-settings.ts';

/**
 * Where the sign-in of the person whom the provider of the account has named goes on. Throws STATE_EXPIRED for an
 * answer that nobody waits for, METHOD_DISABLED, what finishFederated throws, and each problem of OpenID Connect, of
 * which the log has the detail.
 */
export async function finishOidc(
  call: SignInCall,
  accountId: string,
  brought: Brought,
  newcomers: Newcomers,
): Promise<Act<{ return_url: string }>> {
  const { db, runtime, now } = call;
  const request = await takeRequest({ db, runtime, now }, brought.state, 'oidc');
  if (!request) throw new Problem('STATE_EXPIRED');
  if (request.proof) return provedBy(call, accountId, brought, { ...request, proof: request.proof });
  const tried = triedBy(request);
  const seen = nothingSeen(brought);
  if (tried) return tryOidc(call, tried, { newcomers, seen }, () => answered(call, accountId, request, seen));
  return noting(call, request.accountId, () =>
    keepingFailure(call, request, seen, async () => {
      const { provider, claims } = await answered(call, accountId, request, seen);
      const named = namedBy(claims, provider);
      return (tx) => {
        const within = { ...call, db: tx };
        return noting(call, request.accountId, () =>
          keepingFailure(within, request, seen, () =>
            signInAs(within, provider, request, { ...named, claims, newcomers }),
          ),
        );
      };
    }),
  );
}

/** What the provider says in answer to a request. Throws what is wrong with it. */
async function answered(call: SignInCall, accountId: string, request: FederatedRequest, seen: Seen) {
  const { db, runtime } = call;
  const tried = triedBy(request);
  const provider = tried ? readSettings(tried.trial.settings) : await findProvider(db, runtime.seal, request.accountId);
  if (!provider) throw new Problem('OIDC_NOT_SET_UP');
  if (!provider.enabled) throw new Problem('METHOD_DISABLED');
  seen.userClaim = provider.userClaim;
  // Each provider has a way back of its own: who answers at another one's was asked by nobody (mix-up).
  if (accountId !== request.accountId)
    throw new OidcProblem({ problem: 'OIDC_WRONG_ISSUER', detail: 'came back by the address of another account' });
  const answer = new URL(redirectUri(runtime, accountId));
  for (const [name, value] of Object.entries(seen.brought))
    if (value !== undefined) answer.searchParams.set(name, value);
  const claims = await claimsOf(call, provider, answer, request, (heard) => void seen.heard.push(heard));
  seen.claims = claims;
  return { provider, claims };
}

/** Back to the tab in which somebody proves again who they are. */
async function provedBy(
  call: SignInCall,
  accountId: string,
  brought: Brought,
  request: FederatedRequest & { proof: NonNullable<FederatedRequest['proof']> },
): Promise<Act<{ return_url: string }>> {
  const { proof } = request;
  const failed = (error: unknown) => ({
    return_url: failedInWindow(call, { accountId: request.accountId, method: 'oidc', proof }, error),
  });
  try {
    const { provider, claims } = await answered(call, accountId, request, nothingSeen(brought));
    const { name } = namedBy(claims, provider);
    const named = { accountId, method: 'oidc', name, email: null } as const;
    const authenticatedAt = instantIn(claims['auth_time']);
    return async (tx) => {
      try {
        const code = await proveByProvider({ ...call, db: tx }, named, request, { proof, authenticatedAt });
        return { return_url: windowPage(call, proof.state_hash, { code }) };
      } catch (error) {
        return failed(error);
      }
    };
  } catch (error) {
    return async () => failed(error);
  }
}

async function signInAs(
  call: SignInCall,
  provider: Provider,
  { state }: FederatedRequest,
  { claims, newcomers, ...named }: ReturnType<typeof namedBy> & { claims: Claims; newcomers: Newcomers },
): Promise<{ return_url: string }> {
  const { accountId, metadata } = provider;
  // It was asked without a transaction: somebody may have saved another one since, which has other names.
  await holdAccount(call.db, accountId);
  if (!(await isProviderStill(call.db, provider))) throw new Problem('STATE_EXPIRED');
  const said = { accountId, method: 'oidc', ...named, ...namesOf(claims) } as const;
  const person = await personOf(call, said, newcomers);
  if ('nobody' in person || state === null) {
    const why = 'nobody' in person ? person.nobody : 'no sign-in';
    throw new OidcProblem({
      problem: 'OIDC_NOBODY',
      detail: `${metadata.issuer}: ${named.name}, ${named.email ?? 'no mail'}: ${why}`,
    });
  }
  const returnUrl = await finishFederated(call, person, {
    method: 'oidc',
    state,
    authenticatedAt: instantIn(claims['auth_time']),
  });
  await keepName(call, person, said, addressIn(claims));
  return { return_url: returnUrl };
}
