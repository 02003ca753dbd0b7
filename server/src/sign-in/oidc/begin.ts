/** Sending somebody to the OpenID Connect provider of their account. */
import { Problem } from '@signet/contract/problem';
import { buildAuthorizationUrl, calculatePKCECodeChallenge } from 'openid-client';
import type { Act } from '../../http/handler.ts';
import { newSecret } from '../../secrets.ts';
import type { SignInCall } from '../call.ts';
import { accountOfLogin } from '../federation/account-store.ts';
import { openRequest, type Errand } from '../federation/request-store.ts';
import { clientOf, redirectUri } from './client.ts';
import { findProvider, storeMetadata, type Provider } from './config-store.ts';
import { discover } from './discover.ts';
import { noting } from './noting.ts';

/** For how long what a provider says of itself is believed before it is asked again, in milliseconds. */
const METADATA_MS = 3_600_000;

type AskCall = Pick<SignInCall, 'db' | 'runtime' | 'now' | 'audit'>;

/**
 * Where the browser goes to sign in by the provider of the account to which the login transaction leads.
 * Throws STATE_EXPIRED, METHOD_DISABLED and OIDC_NOT_SET_UP.
 */
export async function beginOidc(call: AskCall, state: string): Promise<Act<{ return_url: string }>> {
  const { db, runtime, now } = call;
  const { name, account } = await accountOfLogin(db, state, now);
  const found = await noting(call, account?.id ?? null, async () => {
    if (!account?.oidc) throw new Problem('METHOD_DISABLED');
    const one = await findProvider(db, runtime.seal, account.id);
    if (!one) throw new Problem('OIDC_NOT_SET_UP');
    return one;
  });
  const provider = await fresh(call, found);
  return async (tx) => ({
    return_url: await leadToProvider({ ...call, db: tx }, provider, { loginHint: name, state, trialBy: null }),
  });
}

/** The provider as it says by now; where it can't be asked, as it said before. */
export async function fresh({ db, runtime, now }: AskCall, provider: Provider): Promise<Provider> {
  // Also a time ahead is long ago: a clock was wrong.
  if (Math.abs(now.getTime() - provider.discoveredAt.getTime()) < METADATA_MS) return provider;
  const found = await discover(provider.issuer, runtime.config.OWN_NETWORK_PROVIDERS);
  if ('fault' in found) return provider;
  await storeMetadata(db, provider, found.metadata, now);
  return { ...provider, metadata: found.metadata };
}

/**
 * The address at the provider: an authorization code (RFC 6749) with proof of who asked for it (RFC 7636). Who proves
 * again who they are is asked again, whether the provider knows them already or not (OpenID Connect Core 1.0, 3.1.2.1).
 */
export async function leadToProvider(
  { db, runtime, now }: Pick<AskCall, 'db' | 'runtime' | 'now'>,
  provider: Provider,
  { loginHint, ...errand }: Errand & { loginHint: string | null },
): Promise<string> {
  const [id, nonce, verifier] = [newSecret(), newSecret(), newSecret()];
  const address = buildAuthorizationUrl(clientOf(provider, { now, runtime }), {
    redirect_uri: redirectUri(runtime, provider.accountId),
    scope: provider.scopes,
    state: id,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(errand.proof ? { prompt: 'login', max_age: '0' } : {}),
    ...(loginHint === null ? {} : { login_hint: loginHint }),
  }).href;
  const { trial } = errand;
  const request = { ...errand, id, accountId: provider.accountId, method: 'oidc', nonce } as const;
  await openRequest(
    { db, runtime, now },
    { ...request, trial: trial && { ...trial, sent: address }, code_verifier: verifier },
  );
  return address;
}
