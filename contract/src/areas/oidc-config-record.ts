/** What an account's OpenID Connect provider is made of, and the rules of its fields. */
import { LIMITS } from '../limits.ts';
import type { Reason } from '../problem.ts';
import { columns, STAMPS } from '../record.ts';
import { tooLong, whyNotFilledLine } from '../rules.ts';

/** The claim that never changes and is never given to somebody else (OpenID Connect Core 1.0, 5.7). */
export const SUBJECT_CLAIM = 'sub';
/** The claim that is believed where the provider says that it has verified it. */
export const EMAIL_CLAIM = 'email';
export const OIDC_SCOPES = 'openid email profile';

/** One for each account at most. The secret is kept elsewhere; here is since when there is one. */
export const OIDC_CONFIG = columns({
  id: { type: 'id' },
  account_id: { type: 'id' },
  issuer: { type: 'text', format: 'filledLine', max: LIMITS.urlMax, input: 'required', label: 'oidc.issuer' },
  client_id: { type: 'text', format: 'filledLine', max: LIMITS.nameMax, input: 'required', label: 'oidc.clientId' },
  scopes: {
    type: 'text',
    format: 'filledLine',
    max: LIMITS.nameMax,
    from: 'default',
    input: 'optional',
    label: 'oidc.scopes',
  },
  user_claim: {
    type: 'text',
    format: 'filledLine',
    max: LIMITS.nameMax,
    from: 'default',
    input: 'optional',
    label: 'oidc.userClaim',
  },
  secret_set_at: { type: 'instant', audited: true, label: 'oidc.secretSetAt' },
  ...STAMPS,
});

const DISCOVERY = '/.well-known/openid-configuration';

/** An issuer without the path of its discovery, which people copy with it. */
export function issuerOf(text: string): string {
  const trimmed = text.trim();
  return trimmed.endsWith(DISCOVERY) ? trimmed.slice(0, -DISCOVERY.length) : trimmed;
}

/** Where the discovery of an issuer is (OpenID Connect Discovery 1.0, 4). */
export const discoveryOf = (issuer: string): string => `${issuer.replace(/\/$/, '')}${DISCOVERY}`;

/** Scheme, host, port and path: no query and no fragment (OpenID Connect Discovery 1.0, 3), and no credentials. */
const HOST = /(?:[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?|\[[0-9a-f:.]+\])/u.source;
const ISSUER = new RegExp(`^https?://${HOST}(?::\\d{1,5})?(?:/[^\\s?#\\p{Cc}\\p{Cs}]*)?$`, 'iu');

/** Why this is no issuer. Plain http is for providers of the own network, which the server knows of. */
export function whyNotIssuer(text: string): Reason | null {
  if (text.trim() === '') return { status: 'REQUIRED' };
  const issuer = issuerOf(text);
  if (issuer.length > LIMITS.urlMax) return tooLong(LIMITS.urlMax);
  return ISSUER.test(issuer) ? null : { status: 'INVALID_OIDC_ISSUER' };
}

/** Why these are no scopes (RFC 6749, 3.3): words with one space between, `openid` among them. */
export function whyNotScopes(text: string): Reason | null {
  if (text.length > LIMITS.nameMax) return tooLong(LIMITS.nameMax);
  const isList = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/.test(text);
  return isList && text.split(' ').includes('openid') ? null : { status: 'INVALID_OIDC_SCOPES' };
}

/** What can be sent as the id or the secret of a client (RFC 6749, appendix A): visible ASCII and spaces. */
const whyNotClientText = (text: string): Reason | null =>
  /^[\x20-\x7e]+$/.test(text) ? null : { status: 'INVALID_OIDC_CLIENT' };

/** Why this is no id of a client at its provider. */
export const whyNotClientId = (text: string): Reason | null =>
  whyNotFilledLine(text, LIMITS.nameMax) ?? whyNotClientText(text.trim());

export const OIDC_SECRET_MAX = 1024;

/** Why this is no secret of a client. */
export const whyNotClientSecret = (text: string): Reason | null =>
  text.length > OIDC_SECRET_MAX ? tooLong(OIDC_SECRET_MAX) : whyNotClientText(text);

/** A secret is sent to no other provider and for no other client than it was entered for. */
export const needsSecret = (
  kept: { issuer: string; client_id: string } | null,
  edited: { issuer: string; client_id: string },
): boolean => !kept || issuerOf(edited.issuer) !== kept.issuer || edited.client_id !== kept.client_id;
