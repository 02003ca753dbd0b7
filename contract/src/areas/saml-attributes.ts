/** What a SAML provider says of a person beside the name, and what providers call it. */
import { LIMITS } from '../limits.ts';
import type { Reason } from '../problem.ts';
import { whyNotLine } from '../rules.ts';

export const SAML_ATTRIBUTES = ['email', 'first_name', 'last_name'] as const;
export type SamlAttribute = (typeof SAML_ATTRIBUTES)[number];
/** The provider's name of each; null where it is one of those that are known. */
export type SamlAttributeNames = Record<SamlAttribute, string | null>;

const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

/**
 * What Entra ID and ADFS (claims), Okta and Google (as their guides name them), Keycloak (friendly names) and
 * Shibboleth (object identifiers of X.520 and RFC 4519) call them. Upper and lower case are one.
 */
export const KNOWN_SAML_ATTRIBUTES: Readonly<Record<SamlAttribute, readonly string[]>> = {
  email: ['email', 'mail', 'emailAddress', 'urn:oid:0.9.2342.19200300.100.1.3', `${CLAIMS}/emailaddress`],
  first_name: ['firstName', 'first_name', 'givenName', 'given_name', 'urn:oid:2.5.4.42', `${CLAIMS}/givenname`],
  last_name: ['lastName', 'last_name', 'surname', 'sn', 'family_name', 'urn:oid:2.5.4.4', `${CLAIMS}/surname`],
};

/** Why an attribute can't be called so. An empty one stands for the known names. */
export const whyNotSamlAttribute = (name: string): Reason | null => whyNotLine(name, LIMITS.samlAttributeMax);
