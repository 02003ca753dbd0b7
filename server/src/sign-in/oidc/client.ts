/** A provider as openid-client sees it: our addresses, our clock, and our way out. */
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  clockSkew,
  clockTolerance,
  Configuration,
  customFetch,
  enableNonRepudiationChecks,
  getJwksCache,
  setJwksCache,
  type CustomFetch,
} from 'openid-client';
import { skewOf } from '../../clock.ts';
import { KEYS_AHEAD, type ProviderKeys } from '../../db/provider-metadata.ts';
import { failureOf, OutsideFailure } from '../../outside/failure.ts';
import { fetchOutside, PROVIDER_BOUNDS } from '../../outside/fetch.ts';
import type { Runtime } from '../../runtime.ts';
import type { Provider } from './config-store.ts';

/** By how much the clocks of both sides may differ, in seconds. */
const TOLERANCE = 60;
/** How long a provider may take in all, whatever it is asked, in milliseconds. */
const TOTAL_MS = 10_000;

/** What an address of the provider answered. */
export type Heard = { address: string; status: number; body: Uint8Array };

/** Where the provider of an account sends people back: an address for each, so that none answers for another. */
export const redirectUri = ({ publicUrl }: Pick<Runtime, 'publicUrl'>, accountId: string): string =>
  `${publicUrl}/imauth/api/v1/callback/oidc/${accountId}`;

/**
 * The provider with what it needs to answer: keys that were fetched before, and the moment that it is. ID tokens are
 * checked by their signature too.
 */
export function clientOf(
  { clientId, secret, metadata, keys }: Provider,
  { now, runtime }: { now: Date; runtime: Pick<Runtime, 'config'> },
  heard?: (heard: Heard) => void,
): Configuration {
  const { token_endpoint_auth_method: method, own_network, ...said } = metadata;
  // A provider that does not say how it signs answers of its UserInfo endpoint signs them as it signs ID tokens.
  const ofUserinfo = said.userinfo_signing_alg_values_supported ?? said.id_token_signing_alg_values_supported;
  const server = { ...said, userinfo_signing_alg_values_supported: ofUserinfo };
  const shown = method === 'client_secret_basic' ? ClientSecretBasic(secret) : ClientSecretPost(secret);
  const skew = skewOf(now);
  const client = new Configuration(server, clientId, { [clockSkew]: skew, [clockTolerance]: TOLERANCE }, shown);
  client[customFetch] = outside(runtime.config.OWN_NETWORK_PROVIDERS && own_network === true, heard);
  // Whether plain http may be is said by the way out.
  allowInsecureRequests(client);
  enableNonRepudiationChecks(client);
  // Those of a clock that was ahead would be taken as fresh until it is there again.
  if (keys && keys.uat <= now.getTime() / 1000 + KEYS_AHEAD)
    setJwksCache(client, { jwks: keys.jwks, uat: keys.uat - skew });
  return client;
}

/** The keys that the provider was asked for meanwhile, or had been before; null for none. */
export function keysOf(client: Configuration, now: Date): ProviderKeys | null {
  const cache = getJwksCache(client);
  return cache ? { jwks: { keys: cache.jwks.keys }, uat: cache.uat + skewOf(now) } : null;
}

/** `fetch`, through the way out that is meant for addresses which people of accounts name. */
function outside(ownNetwork: boolean, heard?: (heard: Heard) => void): CustomFetch {
  const end = performance.now() + TOTAL_MS;
  return async (address, { method, headers, body }) => {
    const timeoutMs = Math.max(1, Math.min(PROVIDER_BOUNDS.timeoutMs, Math.round(end - performance.now())));
    const answer = await fetchOutside(
      address,
      {
        method: method === 'POST' ? 'POST' : 'GET',
        headers,
        ...(body instanceof URLSearchParams ? { body: body.toString() } : {}),
      },
      { ...PROVIDER_BOUNDS, timeoutMs, ownNetwork },
    ).catch((error: unknown) => {
      const { reason, detail } = failureOf(error);
      throw new OutsideFailure(reason, detail);
    });
    heard?.({ address, status: answer.status, body: answer.body });
    return new Response(new Uint8Array(answer.body), { status: answer.status, headers: answer.headers });
  };
}
