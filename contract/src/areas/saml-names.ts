/** Names that SAML adds to the lists of the platform (problem.ts), without schemas. */

/** What is wrong with the settings of a provider. */
export const samlProblems = {
  INVALID_XML: 400,
  METADATA_NO_PROVIDER: 400,
  METADATA_SEVERAL_PROVIDERS: 400,
  METADATA_NO_ADDRESS: 400,
  METADATA_EXPIRED: 400,
  METADATA_UNREACHABLE: 400,
  METADATA_ADDRESS_FORBIDDEN: 400,
  /** People could not be sent there any more, or nobody's answer be believed. */
  CERTIFICATE_NEEDED: 400,
  CERTIFICATE_DUPLICATE: 400,
  CERTIFICATE_EXPIRED: 400,
  CERTIFICATE_WEAK_KEY: 400,
  OTHER_ACCOUNT: 400,
  /** Somebody has set up a provider meanwhile. */
  SAML_CONFIGURED: 409,
  /** There is a next key already, or no room for another one. */
  SAML_KEY_EXISTS: 409,
  SAML_KEYS_TOO_MANY: 409,
  /** The key signs: another one must first. */
  SAML_KEY_CURRENT: 409,
} as const;

/** Why a sign-in by a provider can fail. */
export const samlSignInProblems = {
  SAML_NOT_SET_UP: 403,
  SAML_UNREADABLE: 401,
  SAML_REFUSED: 403,
  SAML_NOT_SIGNED: 401,
  SAML_WRONG_SIGNATURE: 401,
  SAML_WEAK_ALGORITHM: 401,
  SAML_UNSUPPORTED_ALGORITHM: 401,
  SAML_CERTIFICATE_RETIRED: 401,
  SAML_CERTIFICATE_EXPIRED: 401,
  SAML_NOT_DECRYPTED: 401,
  SAML_WRONG_ISSUER: 401,
  SAML_WRONG_AUDIENCE: 401,
  SAML_WRONG_RECIPIENT: 401,
  SAML_WRONG_DESTINATION: 401,
  SAML_EXPIRED: 401,
  SAML_NOT_YET_VALID: 401,
  SAML_WRONG_REQUEST: 401,
  SAML_UNSOLICITED: 401,
  SAML_REPLAYED: 401,
  SAML_NAME_MISSING: 403,
  SAML_NOBODY: 403,
} as const;
export type SamlSignInProblem = keyof typeof samlSignInProblems;
export const SAML_PROBLEMS = Object.keys(samlSignInProblems) as SamlSignInProblem[];

/** What is next counts as what is current does, so that a provider can change over; what is retired doesn't. */
export const SAML_CERTIFICATE_STATES = ['next', 'current', 'retired'] as const;
export type SamlCertificateState = (typeof SAML_CERTIFICATE_STATES)[number];
