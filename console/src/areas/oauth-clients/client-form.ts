/** What stands in the form of an OAuth client, what is sent of it, and what is wrong with it before it is sent. */
import {
  CLIENT_AUTHENTICATIONS,
  CLIENT_SCOPES,
  GRANT_TYPES,
  type ClientScope,
  type GrantType,
} from '@signet/contract/areas/oauth-client-record';
import {
  isIdentityScope,
  whyNotClientValues,
  whyNotJwks,
  whyNotJwksUri,
  whyNotRedirectUris,
} from '@signet/contract/areas/oauth-client-rules';
import type { OauthClient } from '@signet/contract/areas/oauth-clients';
import { LIMITS } from '@signet/contract/limits';
import type { Reason } from '@signet/contract/problem';
import { whyNotFilledLine } from '@signet/contract/rules';

/** `redirect_uris` are lines; of the keys, empty is none. */
export type ClientFormValues = {
  name: string;
  authentication: string;
  jwks: string;
  jwks_uri: string;
  grant_types: string[];
  redirect_uris: string;
  scopes: string[];
};

export const NEW_CLIENT: ClientFormValues = {
  name: '',
  authentication: 'client_secret',
  jwks: '',
  jwks_uri: '',
  grant_types: ['client_credentials'],
  redirect_uris: '',
  scopes: [],
};

export const valuesOf = (client: OauthClient): ClientFormValues => ({
  name: client.name,
  authentication: client.authentication,
  jwks: client.jwks ?? '',
  jwks_uri: client.jwks_uri ?? '',
  grant_types: [...client.grant_types],
  redirect_uris: client.redirect_uris.join('\n'),
  scopes: [...client.scopes],
});

const urisOf = (text: string): string[] => text.split(/\s*\n\s*/).flatMap((one) => (one.trim() ? [one.trim()] : []));
const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** What is sent. What the chosen authentication and ways have no use for is left out. */
export function bodyOf(values: ClientFormValues) {
  const authentication = CLIENT_AUTHENTICATIONS.find((one) => one === values.authentication) ?? 'client_secret';
  const grant_types: GrantType[] = GRANT_TYPES.filter((one) => values.grant_types.includes(one));
  const signsIn = grant_types.includes('authorization_code');
  const scopes: ClientScope[] = CLIENT_SCOPES.filter(
    (one) => values.scopes.includes(one) && (signsIn || !isIdentityScope(one)),
  );
  const signs = authentication === 'private_key_jwt';
  return {
    name: values.name,
    authentication,
    grant_types,
    redirect_uris: signsIn ? urisOf(values.redirect_uris) : [],
    scopes,
    jwks: signs ? orNull(values.jwks) : null,
    jwks_uri: signs ? orNull(values.jwks_uri) : null,
  };
}

/** What is wrong, under its field. */
export function whyNotClient(values: ClientFormValues): Record<string, Reason | null> {
  const body = bodyOf(values);
  const together = whyNotClientValues(body);
  return {
    name: whyNotFilledLine(values.name, LIMITS.oauthClientNameMax),
    grant_types: together.grant_types,
    redirect_uris: whyNotRedirectUris(body.redirect_uris) ?? together.redirect_uris,
    scopes: together.scopes,
    jwks: (body.jwks === null ? null : whyNotJwks(body.jwks)) ?? together.jwks,
    jwks_uri: (body.jwks_uri === null ? null : whyNotJwksUri(body.jwks_uri)) ?? together.jwks_uri,
  };
}
