/** What a provider says of itself: asked for before it is trusted with anything. */
import { discoveryOf } from '@signet/contract/areas/oidc-config-record';
import type { Reason } from '@signet/contract/problem';
import { z } from 'zod';
import type { ProviderMetadata } from '../../db/provider-metadata.ts';
import { failureOf } from '../../outside/failure.ts';
import { fetchOutside, PROVIDER_BOUNDS, type OutsideAnswer } from '../../outside/fetch.ts';

const document = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
  userinfo_endpoint: z.string().optional(),
  response_types_supported: z.array(z.string()).optional(),
  id_token_signing_alg_values_supported: z.array(z.string()).optional(),
  userinfo_signing_alg_values_supported: z.array(z.string()).optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
});
type Document = z.output<typeof document>;

/** Signatures that only the provider can make: a secret that both have proves nothing, `none` even less. */
const SIGNATURES = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** How we can show ourselves, the better one first. */
const CLIENT_METHODS = ['client_secret_basic', 'client_secret_post'] as const;

export type Discovered = { metadata: ProviderMetadata } | { fault: Reason };

/**
 * Asks the provider at an issuer's address. Answers what of it counts, or what is wrong. One on the internet names no
 * address of the own network, where `ownNetwork` says that there are providers: whoever set it up would read there.
 */
export async function discover(issuer: string, ownNetwork: boolean): Promise<Discovered> {
  let answer: OutsideAnswer;
  try {
    const bounds = { ...PROVIDER_BOUNDS, ownNetwork };
    answer = await fetchOutside(discoveryOf(issuer), { headers: { accept: 'application/json' } }, bounds);
  } catch (error) {
    return { fault: faultOf(error) };
  }
  const read = document.safeParse(json(answer));
  return read.success ? judge(issuer, read.data, answer.ownNetwork) : { fault: { status: 'OIDC_NO_DISCOVERY' } };
}

function faultOf(error: unknown): Reason {
  const { reason } = failureOf(error);
  if (reason === 'forbidden-address') return { status: 'OIDC_ADDRESS_FORBIDDEN' };
  return { status: reason === 'answer' ? 'OIDC_NO_DISCOVERY' : 'OIDC_UNREACHABLE' };
}

/** The JSON of a good answer; undefined for any other, a redirect too. */
function json({ status, headers, body }: OutsideAnswer): unknown {
  if (status !== 200 || !/^application\/json\b/i.test(headers['content-type'] ?? '')) return undefined;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

const sameAddress = (one: string, other: string): boolean =>
  URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href;

function judge(issuer: string, found: Document, ownNetwork: boolean): Discovered {
  const { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint } = found;
  // A provider that speaks for another one would be taken for it (OpenID Connect Discovery 1.0, 4.3).
  if (!sameAddress(found.issuer, issuer)) return { fault: { status: 'OIDC_OTHER_ISSUER' } };
  const isAddress = (text: string): boolean =>
    URL.canParse(text) && (ownNetwork ? /^https?:$/ : /^https:$/).test(new URL(text).protocol);
  const addresses = [
    authorization_endpoint,
    token_endpoint,
    jwks_uri,
    ...(userinfo_endpoint ? [userinfo_endpoint] : []),
  ];
  // RS256 is what every provider has (OpenID Connect Core 1.0, 15.1).
  const signatures = (found.id_token_signing_alg_values_supported ?? ['RS256']).filter((one) =>
    SIGNATURES.includes(one),
  );
  const ofUserinfo = found.userinfo_signing_alg_values_supported?.filter((one) => SIGNATURES.includes(one));
  const methods = found.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const method = CLIENT_METHODS.find((one) => methods.includes(one));
  const answersCodes = found.response_types_supported?.includes('code') ?? true;
  if (!addresses.every(isAddress) || signatures.length === 0 || !method || !answersCodes)
    return { fault: { status: 'OIDC_UNSUITABLE' } };
  return {
    metadata: {
      issuer: found.issuer,
      authorization_endpoint,
      token_endpoint,
      jwks_uri,
      ...(userinfo_endpoint ? { userinfo_endpoint } : {}),
      id_token_signing_alg_values_supported: signatures,
      ...(ofUserinfo && ofUserinfo.length > 0 ? { userinfo_signing_alg_values_supported: ofUserinfo } : {}),
      token_endpoint_auth_method: method,
      authorization_response_iss_parameter_supported: found.authorization_response_iss_parameter_supported ?? false,
      own_network: ownNetwork,
    },
  };
}
