/** What a provider says of a person, once its answer has been checked. */
import { EMAIL_CLAIM } from '@signet/contract/areas/oidc-config-record';
import { authorizationCodeGrant, fetchUserInfo, type Configuration } from 'openid-client';
import type { SignInCall } from '../call.ts';
import type { FederatedRequest } from '../federation/request-store.ts';
import { clientOf, keysOf, type Heard } from './client.ts';
import { storeKeys, type Provider } from './config-store.ts';
import { OidcProblem, refusalOf } from './refusal.ts';

type AskCall = Pick<SignInCall, 'db' | 'runtime' | 'now'>;
export type Claims = Readonly<Record<string, unknown>>;

/** Characters of a claim that says who somebody is (OpenID Connect Core 1.0, 2: 255 for `sub`). */
const NAME_MAX = 255;

/**
 * Exchanges the code of an answer and checks all that comes with it: state, issuer (RFC 9207 where the provider has
 * it), signature, audience, nonce and time. What the ID token lacks is asked of the provider. Throws an OidcProblem.
 */
export async function claimsOf(
  call: AskCall,
  provider: Provider,
  answer: URL,
  { id, nonce, code_verifier }: FederatedRequest,
  heard?: (heard: Heard) => void,
): Promise<Claims> {
  const client = clientOf(provider, call, heard);
  try {
    refuseOtherIssuer(answer.searchParams.get('iss'), provider);
    const tokens = await authorizationCodeGrant(client, answer, {
      expectedState: id,
      ...(nonce === null ? {} : { expectedNonce: nonce }),
      ...(code_verifier === null ? {} : { pkceCodeVerifier: code_verifier }),
      idTokenExpected: true,
    });
    const claims: Claims = { ...tokens.claims() };
    refuseOtherParty(claims, provider);
    const needed = [provider.userClaim, EMAIL_CLAIM, 'given_name', 'family_name'];
    if (needed.every((one) => claims[one] !== undefined) || !provider.metadata.userinfo_endpoint) return claims;
    return { ...(await fetchUserInfo(client, tokens.access_token, String(claims['sub']))), ...claims };
  } catch (error) {
    throw error instanceof OidcProblem ? error : new OidcProblem(refusalOf(error));
  } finally {
    // Also where no key fitted: the provider is not asked again by every answer.
    await keepKeys(call, client, provider);
  }
}

/** The moment that a claim names in seconds (RFC 7519, 2); null where it names none. */
export const instantIn = (claim: unknown): Date | null =>
  typeof claim === 'number' && Math.abs(claim) < 1e11 ? new Date(claim * 1000) : null;

/** An answer of another provider than the one that was asked (mix-up), before its code is shown to anybody. */
function refuseOtherIssuer(iss: string | null, { metadata }: Provider): void {
  const { issuer, authorization_response_iss_parameter_supported: isSaid } = metadata;
  if (iss === null ? isSaid : iss !== issuer)
    throw new OidcProblem({ problem: 'OIDC_WRONG_ISSUER', detail: `iss of the answer: ${String(iss).slice(0, 200)}` });
}

/** A token that was issued to another client of the provider, for us or not (OpenID Connect Core 1.0, 2). */
function refuseOtherParty({ azp }: Claims, { clientId }: Provider): void {
  if (azp !== undefined && azp !== clientId)
    throw new OidcProblem({ problem: 'OIDC_WRONG_AUDIENCE', detail: `azp: ${JSON.stringify(azp).slice(0, 200)}` });
}

/** Keys that were fetched for this answer serve the next ones. */
async function keepKeys({ db, now }: AskCall, client: Configuration, provider: Provider): Promise<void> {
  const keys = keysOf(client, now);
  if (keys && Math.abs(keys.uat - (provider.keys?.uat ?? 0)) > 1) await storeKeys(db, provider, keys);
}

/** A claim that is text; one with U+0000 within is none, which the database can't be asked for. */
const textOf = (claim: unknown): string | null =>
  typeof claim === 'string' && claim !== '' && !claim.includes('\0') ? claim : null;

/** What the provider calls a person, and the mail address that it vouches for. Throws OIDC_CLAIM_MISSING. */
export function namedBy(
  claims: Claims,
  { userClaim }: Pick<Provider, 'userClaim'>,
): { name: string; email: string | null } {
  const email = claims['email_verified'] === true ? textOf(claims[EMAIL_CLAIM]) : null;
  const name = userClaim === EMAIL_CLAIM ? email : textOf(claims[userClaim]);
  if (name !== null && name.length <= NAME_MAX) return { name, email };
  const said = Object.keys(claims).slice(0, 20).join(', ');
  throw new OidcProblem({ problem: 'OIDC_CLAIM_MISSING', detail: `${userClaim} is not among: ${said}` });
}

/** The address that the provider gives a person, unless it says that this is not verified; many say nothing of that. */
export function addressIn({ [EMAIL_CLAIM]: address, email_verified: verified }: Claims): string | null {
  return verified === undefined || verified === true ? textOf(address) : null;
}

/** First and last name as they are claimed (OpenID Connect Core 1.0, 5.1). */
export function namesOf({ given_name: first, family_name: last }: Claims): {
  firstName: string | null;
  lastName: string | null;
} {
  return { firstName: textOf(first), lastName: textOf(last) };
}
