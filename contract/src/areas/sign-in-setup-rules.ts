/** What a set-up link is for, and when it may be made. No schemas: pages use it. */
import type { Reason } from '../problem.ts';
import type { MethodStates } from './sign-in-method-rules.ts';

/** Entering a SAML provider, an OpenID Connect provider, or new certificates of the SAML provider that is there. */
export const SETUP_PURPOSES = ['saml', 'oidc', 'saml_certificates'] as const;
export type SetupPurpose = (typeof SETUP_PURPOSES)[number];

/** `maker`: whoever made it may not set this up any more. `account`: it is out of service. */
export const SETUP_LINK_STATES = ['open', 'used', 'revoked', 'ended', 'maker', 'account'] as const;
export type SetupLinkState = (typeof SETUP_LINK_STATES)[number];

/**
 * Why there can be no link for this purpose: a provider by which people sign in is changed by administrators alone, and
 * certificates want a provider (`hasSaml`) that they are of.
 */
export function whyNotSetUpByLink(
  purpose: SetupPurpose,
  states: Pick<MethodStates, 'saml' | 'oidc'>,
  hasSaml: boolean,
): Reason | null {
  if (purpose === 'saml_certificates') return hasSaml ? null : { status: 'SETUP_NO_PROVIDER' };
  return states[purpose] ? { status: 'SETUP_METHOD_ON' } : null;
}
