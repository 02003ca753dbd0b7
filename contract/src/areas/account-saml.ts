/** The SAML 2.0 provider of an account: its settings, and whether its people sign in by it. */
import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { dateTime, id, idOrNone, readVersion, ruled, webAddress } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { parsedCertificate } from '../parsed-certificate.ts';
import { whyNotSamlAttribute } from './saml-attributes.ts';
import { certificateState, givenProvider, metadataXml } from './saml-given.ts';

export const AUTH_TYPE = 'SAML 2.0';

const certificate = z
  .object({
    certificate: z.string().describe('PEM.'),
    common_name: z.string(),
    expiration_date: dateTime,
    thumb_print: z.string().describe('SHA-256, in hexadecimal digits.'),
    valid_from: dateTime,
    state: certificateState,
    last_used_at: dateTime.nullable(),
    parsed: parsedCertificate,
  })
  .meta({ shape: 'SamlCertificate' });
export type SamlCertificate = z.output<typeof certificate>;

const ownKey = z
  .object({
    id,
    certificate: z.string().describe('PEM.'),
    thumb_print: z.string().describe('SHA-256, in hexadecimal digits.'),
    expiration_date: dateTime,
    created_at: dateTime,
    state: certificateState.describe(
      'Current: it signs. Next: providers are told of it, and may encrypt to it. Retired: it still opens what is ' +
        'encrypted to it.',
    ),
  })
  .meta({ shape: 'SamlKey' });
export type SamlKey = z.output<typeof ownKey>;

const refresh = z
  .object({
    refreshed_at: dateTime.nullable().describe('When the metadata was last read from its address.'),
    fault: z.string().nullable().describe('Why the metadata could not be read last time; null where it could.'),
    offered: z
      .object({ entity_id: z.string(), sign_on_address: z.string(), offered_at: dateTime, declined: z.boolean() })
      .nullable()
      .describe('What the address says otherwise than what is set up, and what somebody has to agree to.'),
  })
  .meta({ shape: 'SamlRefresh' });

const attributeName = ruled(whyNotSamlAttribute, { maxLength: LIMITS.samlAttributeMax })
  .transform((name) => name.trim() || null)
  .nullable();
export const samlAttributeNames = z
  .strictObject({ email: attributeName, first_name: attributeName, last_name: attributeName })
  .partial()
  .meta({
    shape: 'SamlAttributeNames',
    description: 'What the provider calls what it says of people, null or empty for a usual name; absent, it stays.',
  });
const text = z.string().nullable();
const ANSWERED_NAMES = { email: text, first_name: text, last_name: text };

/** What an identity provider is told of this platform. */
export const serviceProvider = z
  .object({
    acs_url: z.string(),
    entity_id: z.string(),
    logout_url: z.string().describe('Where it sends its messages about logging out, in an address or posted.'),
  })
  .meta({ shape: 'SamlServiceProvider' });
export type SamlServiceProvider = z.output<typeof serviceProvider>;

const config = z
  .object({
    id: id.nullable().describe('Names the configuration; null where there is none yet.'),
    name: z.string().describe("The account's name."),
    type: z.literal('saml'),
    auth_type: z.literal(AUTH_TYPE),
    account_id: id,
    status: z.enum(['ENABLED', 'DISABLED']),
    standard_login: z.boolean().describe('Whether people of the account sign in by password as well.'),
    disable_standard_login: z.boolean(),
    identity_provider_config: z
      .object({
        metadata: z.object({ metadata: z.string() }),
        metadata_url: z.string().nullable(),
        entity_id: z.string(),
        sign_on_address: z.string(),
        certificates: z.array(certificate),
      })
      .nullable(),
    service_provider_config: serviceProvider,
    idp_initiated: z.boolean().describe('Whether the provider may send people whom nobody has sent to it.'),
    attributes: z
      .object(ANSWERED_NAMES)
      .describe('What the provider calls what it says of people; null for the known names.'),
    own_keys: z.array(ownKey),
    refresh: refresh.nullable().describe('Null where the metadata has no address.'),
    version: z.number().int().nullable(),
    updated_at: dateTime.nullable(),
    updated_by_name: z.string().nullable(),
  })
  .meta({ shape: 'SamlConfig' });
export type SamlConfig = z.output<typeof config>;

/** What is tried before it is saved. */
export const samlTried = z
  .strictObject({
    identity_provider_config: givenProvider,
    attributes: samlAttributeNames.optional(),
  })
  .meta({ shape: 'SamlTried' });

export type SamlTried = z.output<typeof samlTried>;

/** What is saved, for the first time or again. */
const save = z
  .strictObject({
    auth_type: z.literal(AUTH_TYPE),
    account_id: id,
    federation_id: id.optional().describe('The id of the configuration that is there.'),
    edit: z.boolean().optional().describe('True for an update.'),
    identity_provider_config: givenProvider,
    status: z
      .enum(['ENABLED', 'DISABLED'])
      .optional()
      .describe('Whether its people sign in by it. Absent, one that is there stays as it is; a new one is on.'),
    disable_standard_login: z.boolean().optional().describe('Absent, signing in by password stays as it is.'),
    idp_initiated: z.boolean().optional(),
    attributes: samlAttributeNames.optional(),
  })
  .meta({ shape: 'SamlSave' });
export type SamlSave = z.output<typeof save>;

const read = z
  .object({
    entity_id: z.string(),
    sign_on_address: z.string(),
    metadata: z.string(),
    certificates: z.array(certificate),
  })
  .meta({ shape: 'SamlMetadata' });

/** What an account's administrators should know of its provider. */
const notice = z
  .object({
    account_id: id,
    account_name: z.string(),
    system_account: z.boolean().describe("Whether it is the platform's own account."),
    kind: z
      .enum(['certificate', 'key', 'metadata', 'refresh', 'validity'])
      .describe(
        'A certificate or a key of ours that ends; metadata that says otherwise; an address that fails; metadata ' +
          'that ends by what it says of itself.',
      ),
    name: z.string(),
    ends: dateTime.nullable(),
  })
  .meta({ shape: 'SamlNotice' });
export type SamlNotice = z.output<typeof notice>;

const ONE = z.strictObject({ id: id.describe('Names the account: there is one configuration for each.') });
/** What may be wrong with the metadata of a provider. */
export const METADATA_PROBLEMS = [
  'INVALID_XML',
  'METADATA_NO_PROVIDER',
  'METADATA_SEVERAL_PROVIDERS',
  'METADATA_NO_ADDRESS',
  'METADATA_EXPIRED',
] as const;
/** What may be wrong with a certificate by which a provider signs. */
const CERTIFICATE_PROBLEMS = [
  'INVALID_CERTIFICATE',
  'CERTIFICATE_PRIVATE_KEY',
  'CERTIFICATE_EXPIRED',
  'CERTIFICATE_WEAK_KEY',
] as const;
/** What may be wrong with the settings of a provider. */
export const SAML_SETTINGS_PROBLEMS = [
  ...METADATA_PROBLEMS,
  ...CERTIFICATE_PROBLEMS,
  'CERTIFICATE_NEEDED',
  'CERTIFICATE_DUPLICATE',
] as const;
const SAVE_PROBLEMS = [
  'NOT_FOUND',
  ...SAML_SETTINGS_PROBLEMS,
  'OTHER_ACCOUNT',
  'CHANGED_MEANWHILE',
  'LAST_METHOD',
  'STANDARD_SIGN_IN_OFF',
] as const;
const ONE_KEY = ONE.extend({ keyId: id.describe('Names the key.') });
const UPDATE = { action: 'UPDATE', resource: 'SAML2_CONFIG' } as const;
/** Certificates may be sent back as they are answered, with all that was read of them. */
const BODY = { bytes: 2_000_000, values: LIMITS.bodyValues };
/** A file of 4 MB in base64, and some words. */
const FILE = { bytes: LIMITS.bulkBodyBytes, values: 10 };

export const accountSaml = {
  readSaml: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/federation/config/{id}',
    summary: 'The SAML configuration of an account, and what its identity provider is told of this platform.',
    access: ACCESS.accounts.editSignIn,
    params: ONE,
    success: 200,
    response: config,
  }),
  saveSaml: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/federation/config',
    summary:
      'Sets up the SAML identity provider of an account, switched on unless it says otherwise; with federation_id ' +
      'and edit it saves the one that is there.',
    access: ACCESS.accounts.editSignIn,
    reauthenticate: true,
    audit: {
      action: 'CREATE',
      resource: 'SAML2_CONFIG',
      later: 'One that saves the configuration that is there writes UPDATE instead.',
    },
    body: save,
    bodyMax: BODY,
    success: 201,
    alsoSuccess: 200,
    response: config,
    problems: ['SAML_CONFIGURED', ...SAVE_PROBLEMS],
  }),
  updateSaml: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/federation/config/{id}',
    summary:
      'Saves the SAML configuration that is there: what POST does with federation_id and edit. Optional fields ' +
      'that are left out stay.',
    access: ACCESS.accounts.editSignIn,
    reauthenticate: true,
    audit: { action: 'UPDATE', resource: 'SAML2_CONFIG' },
    params: ONE,
    query: readVersion,
    body: save,
    bodyMax: BODY,
    success: 200,
    response: config,
    problems: SAVE_PROBLEMS,
  }),
  removeSaml: endpoint({
    method: 'DELETE',
    path: '/account/ui-api/v1/federation/config/{id}',
    summary: 'Forgets the SAML configuration of an account, and ends signing in by it.',
    access: ACCESS.accounts.editSignIn,
    reauthenticate: true,
    audit: { action: 'DELETE', resource: 'SAML2_CONFIG' },
    params: ONE,
    success: 204,
    problems: ['LAST_METHOD', 'STANDARD_SIGN_IN_OFF'],
  }),
  samlMetadata: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/federation/config/{id}/sp-metadata',
    summary:
      'What the identity provider of an account is told of this platform, as SAML metadata. Before the first save it ' +
      'has no key: none is made yet.',
    access: ACCESS.accounts.editSignIn,
    params: ONE,
    success: 200,
    octets: ['application/samlmetadata+xml'],
  }),
  makeSamlKey: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/federation/config/{id}/keys',
    summary: 'Makes the next key of ours for a provider, which its metadata names from now on beside the current one.',
    access: ACCESS.accounts.editSignIn,
    reauthenticate: true,
    audit: UPDATE,
    params: ONE,
    success: 201,
    response: config,
    problems: ['SAML_KEY_EXISTS', 'SAML_KEYS_TOO_MANY'],
    perMinute: 10,
  }),
  switchSamlKey: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/federation/config/{id}/keys/{keyId}/current',
    summary: 'Signs with this key from now on. The one before is retired; it still opens what is encrypted to it.',
    access: ACCESS.accounts.editSignIn,
    reauthenticate: true,
    audit: UPDATE,
    params: ONE_KEY,
    success: 200,
    response: config,
  }),
  removeSamlKey: endpoint({
    method: 'DELETE',
    path: '/account/ui-api/v1/federation/config/{id}/keys/{keyId}',
    summary: 'Forgets a key that is next or retired. What is encrypted to it can’t be opened any more.',
    access: ACCESS.accounts.editSignIn,
    reauthenticate: true,
    audit: UPDATE,
    params: ONE_KEY,
    success: 204,
    problems: ['SAML_KEY_CURRENT'],
  }),
  answerSamlOffer: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/federation/config/{id}/offered-metadata',
    summary: 'Takes over what the address of the metadata says otherwise, as it was shown, or declines it.',
    access: ACCESS.accounts.editSignIn,
    reauthenticate: true,
    audit: UPDATE,
    params: ONE,
    body: z.strictObject({
      accept: z.boolean(),
      entity_id: z.string().max(1024).describe('As it was shown.'),
      sign_on_address: z.string().max(LIMITS.urlMax).describe('As it was shown.'),
    }),
    success: 200,
    response: config,
    problems: [
      'CHANGED_MEANWHILE',
      'METADATA_EXPIRED',
      'CERTIFICATE_NEEDED',
      'CERTIFICATE_EXPIRED',
      'CERTIFICATE_WEAK_KEY',
    ],
  }),
  samlNotices: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/federation/notices',
    summary:
      'What is to be done about SAML providers, the soonest first: of the account, else of those that are the ' +
      "caller's own.",
    access: ACCESS.accounts.editSignIn,
    query: z.strictObject({ account_id: idOrNone.describe('Names the account.') }),
    success: 200,
    response: z.object({ items: z.array(notice), total: z.number().int() }),
    problems: ['NOT_FOUND'],
  }),
  checkSaml: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/federation/config/{id}/metadata',
    summary: 'Reads the metadata of an identity provider, given or from its address, before anything is saved.',
    access: ACCESS.accounts.editSignIn,
    audit: { none: 'Reading metadata changes nothing.' },
    params: ONE,
    body: z.union([z.strictObject({ metadata: metadataXml }), z.strictObject({ metadata_url: webAddress })]),
    bodyMax: BODY,
    asks: true,
    success: 200,
    response: read,
    problems: [...METADATA_PROBLEMS, 'METADATA_UNREACHABLE', 'METADATA_ADDRESS_FORBIDDEN'],
    perMinute: 30,
  }),
  checkSamlCertificate: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/federation/config/{id}/certificate',
    summary: 'Reads a certificate by which an identity provider signs, before anything is saved.',
    access: ACCESS.accounts.editSignIn,
    audit: { none: 'Reading a certificate changes nothing.' },
    params: ONE,
    body: z.strictObject({ certificate: z.string().describe('PEM, or base64 of PEM or DER, of 4 MB at most.') }),
    bodyMax: FILE,
    success: 200,
    response: certificate,
    problems: [...CERTIFICATE_PROBLEMS, 'CERTIFICATE_FILE_TOO_LARGE'],
    perMinute: 60,
  }),
};
