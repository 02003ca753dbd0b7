/** Why a sign-in failed, in the words of the platform. */
import type { OidcSignInProblem } from '@signet/contract/areas/oidc-names';
import { Problem } from '@signet/contract/problem';
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { OutsideFailure } from '../../outside/failure.ts';

/** The person sees the problem; the administrator finds the detail, English, in the log. */
export type OidcRefusal = { problem: OidcSignInProblem; detail: string };

/** The claim whose value was another one than it must be. */
const BY_CLAIM: Record<string, OidcSignInProblem> = {
  iss: 'OIDC_WRONG_ISSUER',
  aud: 'OIDC_WRONG_AUDIENCE',
  azp: 'OIDC_WRONG_AUDIENCE',
  nonce: 'OIDC_WRONG_NONCE',
};
const BY_CODE: Record<string, OidcSignInProblem> = {
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'OIDC_TOKEN_EXPIRED',
  OAUTH_KEY_SELECTION_FAILED: 'OIDC_WRONG_SIGNATURE',
  OAUTH_UNSUPPORTED_OPERATION: 'OIDC_WRONG_SIGNATURE',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'OIDC_PROVIDER_UNAVAILABLE',
  OAUTH_RESPONSE_IS_NOT_JSON: 'OIDC_PROVIDER_UNAVAILABLE',
  OAUTH_PARSE_ERROR: 'OIDC_PROVIDER_UNAVAILABLE',
  OAUTH_TIMEOUT: 'OIDC_PROVIDER_UNAVAILABLE',
};
/** What the token endpoint answers (RFC 6749, 5.2). */
const BY_ANSWER: Record<string, OidcSignInProblem> = {
  invalid_client: 'OIDC_CLIENT_REFUSED',
  unauthorized_client: 'OIDC_CLIENT_REFUSED',
  invalid_grant: 'OIDC_CODE_REFUSED',
};

/** An error and what caused it, the outermost first. */
function* chain(error: unknown): Generator<Error> {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth += 1) yield one;
}

function problemOf(error: unknown): OidcSignInProblem {
  const errors = [...chain(error)];
  const network = errors.some((one) => one instanceof OutsideFailure);
  if (network) return 'OIDC_PROVIDER_UNAVAILABLE';
  if (error instanceof AuthorizationResponseError)
    return error.error === 'access_denied' ? 'OIDC_DENIED' : 'OIDC_PROVIDER_ERROR';
  if (error instanceof WWWAuthenticateChallengeError) return 'OIDC_CLIENT_REFUSED';
  if (error instanceof ResponseBodyError) return BY_ANSWER[error.error] ?? 'OIDC_PROVIDER_ERROR';
  if (!(error instanceof ClientError)) return 'OIDC_PROVIDER_UNAVAILABLE';
  if (error.code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED') return BY_CLAIM[claimOf(errors)] ?? 'OIDC_TOKEN_INVALID';
  if (errors.some((one) => /signature|"alg"/.test(one.message))) return 'OIDC_WRONG_SIGNATURE';
  return BY_CODE[error.code ?? ''] ?? 'OIDC_TOKEN_INVALID';
}

/** The claim that openid-client names among the causes. */
const claimOf = (errors: readonly Error[]): string =>
  errors
    .map(({ cause }) => cause)
    .flatMap((cause) => (typeof cause === 'object' && cause !== null && 'claim' in cause ? [String(cause.claim)] : []))
    .at(0) ?? '';

/** Any error of asking a provider. What the provider wrote itself is cut short, and on one line. */
export function refusalOf(error: unknown): OidcRefusal {
  const words = [...chain(error)].map(({ message }) => message);
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    words.push(error.error, error.error_description ?? '');
  const detail = [...new Set(words)].filter((one) => one !== '').join(': ');
  return {
    problem: problemOf(error),
    detail: detail
      .replaceAll(/[\p{Cc}\s]+/gu, ' ')
      .slice(0, 300)
      .toWellFormed(),
  };
}

/**
 * Thrown while a provider is asked, or what it says is judged. What was written before stays, so that an administrator
 * can look at the answer.
 */
export class OidcProblem extends Problem {
  readonly detail: string;
  constructor({ problem, detail }: OidcRefusal) {
    super(problem, { commit: true });
    this.detail = detail;
  }
}
