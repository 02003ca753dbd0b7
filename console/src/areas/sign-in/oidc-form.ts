/** The form of an OpenID Connect provider: what stands in it, what is sent, what is wrong. */
import type { OidcSettings } from '@signet/contract/areas/account-oidc';
import {
  needsSecret,
  OIDC_SCOPES,
  SUBJECT_CLAIM,
  whyNotClientId,
  whyNotClientSecret,
  whyNotIssuer,
  whyNotScopes,
} from '@signet/contract/areas/oidc-config-record';
import type { Reason } from '@signet/contract/problem';

export type OidcValues = {
  issuer: string;
  client_id: string;
  client_secret: string;
  scopes: string;
  user_claim: string;
  enabled: 'on' | 'off';
  confirmed: boolean;
};

/** A provider that is not set up yet is meant to be used. */
export const valuesOf = ({ config, enabled }: OidcSettings): OidcValues => ({
  issuer: config?.issuer ?? '',
  client_id: config?.client_id ?? '',
  client_secret: '',
  scopes: config?.scopes ?? OIDC_SCOPES,
  user_claim: config?.user_claim ?? SUBJECT_CLAIM,
  enabled: config === null || enabled ? 'on' : 'off',
  confirmed: false,
});

/** What is sent beside the secret. */
export const bodyOf = ({ issuer, client_id, scopes, user_claim, enabled }: OidcValues) => ({
  issuer: issuer.trim(),
  client_id: client_id.trim(),
  scopes: scopes.trim(),
  user_claim: user_claim.trim(),
  enabled: enabled === 'on',
});

const required = (text: string): Reason | null => (text.trim() === '' ? { status: 'REQUIRED' } : null);

/** What is wrong, under its field; `kept` is what is stored. */
export const checkOidc =
  (kept: OidcSettings['config']) =>
  ({ issuer, client_id, client_secret, scopes, user_claim }: OidcValues): Record<string, Reason | null> => ({
    issuer: whyNotIssuer(issuer),
    client_id: whyNotClientId(client_id),
    client_secret:
      client_secret === ''
        ? needsSecret(kept, { issuer, client_id: client_id.trim() })
          ? { status: 'REQUIRED' }
          : null
        : whyNotClientSecret(client_secret),
    scopes: whyNotScopes(scopes.trim()),
    user_claim: required(user_claim),
  });
