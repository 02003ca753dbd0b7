/**
 * Where the usual identity providers want what they are told of this platform. Menus and fields are called as their
 * English consoles call them, in no other language.
 */
import type { SamlServiceProvider } from '@signet/contract/areas/account-saml';

type Value = keyof SamlServiceProvider;

export type SamlGuide = {
  name: string;
  /** The way through its menus. */
  open: string;
  /** Its fields, and what goes into each: a value of ours, or one that is the same everywhere. */
  set: readonly { field: string; value: Value | { text: string } }[];
  /** What it has to send beside the name, as `its own = what it is sent as`; none where it does so by itself. */
  attributes: readonly string[];
  /** Where its own metadata is. */
  metadata: string;
};

export const SAML_GUIDES: readonly SamlGuide[] = [
  {
    name: 'Microsoft Entra ID',
    open: 'Enterprise applications › New application › Create your own application › Single sign-on › SAML',
    set: [
      { field: 'Identifier (Entity ID)', value: 'entity_id' },
      { field: 'Reply URL (Assertion Consumer Service URL)', value: 'acs_url' },
      { field: 'Logout URL (Optional)', value: 'logout_url' },
    ],
    attributes: [],
    metadata: 'SAML Certificates › App Federation Metadata Url',
  },
  {
    name: 'Okta',
    open: 'Applications › Create App Integration › SAML 2.0',
    set: [
      { field: 'Single sign-on URL', value: 'acs_url' },
      { field: 'Audience URI (SP Entity ID)', value: 'entity_id' },
      { field: 'Name ID format', value: { text: 'EmailAddress' } },
    ],
    attributes: ['user.email = email', 'user.firstName = firstName', 'user.lastName = lastName'],
    metadata: 'Metadata URL',
  },
  {
    name: 'Google Workspace',
    open: 'Apps › Web and mobile apps › Add app › Add custom SAML app',
    set: [
      { field: 'ACS URL', value: 'acs_url' },
      { field: 'Entity ID', value: 'entity_id' },
      { field: 'Name ID format', value: { text: 'EMAIL' } },
    ],
    attributes: ['Primary email = email', 'First name = firstName', 'Last name = lastName'],
    metadata: 'Google Identity Provider details › Download metadata',
  },
  {
    name: 'AD FS',
    open: 'Relying Party Trusts › Add Relying Party Trust › Claims aware',
    set: [{ field: 'Federation metadata address', value: 'entity_id' }],
    attributes: ['E-Mail-Addresses = E-Mail Address', 'Given-Name = Given Name', 'Surname = Surname'],
    metadata: '/FederationMetadata/2007-06/FederationMetadata.xml',
  },
  {
    name: 'Keycloak',
    open: 'Clients › Create client › SAML',
    set: [
      { field: 'Client ID', value: 'entity_id' },
      { field: 'Valid redirect URIs', value: 'acs_url' },
      { field: 'Master SAML Processing URL', value: 'acs_url' },
      { field: 'Logout Service Redirect Binding URL', value: 'logout_url' },
    ],
    attributes: ['X500 email', 'X500 givenName', 'X500 surname'],
    metadata: 'Realm settings › Endpoints › SAML 2.0 Identity Provider Metadata',
  },
];
