/**
 * What can go wrong, as the other side sees it. A problem's status is its translation key:
 * the console looks it up under `notifications.exceptions.{status}` (S §8).
 */
import { accessCheckProblems } from './areas/access-check-names.ts';
import { accountsProblems } from './areas/accounts-names.ts';
import { administratorsProblems } from './areas/administrators-names.ts';
import { apiTokensProblems } from './areas/api-tokens-names.ts';
import { auditForwardingProblems } from './areas/audit-forwarding-names.ts';
import { bulkProblems } from './areas/bulk-names.ts';
import { certificateRequestsProblems } from './areas/certificate-requests-names.ts';
import { clientAuthCertificatesProblems } from './areas/client-auth-certificates-names.ts';
import { certificateAuthoritiesProblems } from './areas/certificate-authorities-names.ts';
import { certificatesProblems } from './areas/certificates-names.ts';
import { certificateGenerationProblems } from './areas/certificate-generation-names.ts';
import { certificateProfilesProblems } from './areas/certificate-profiles-names.ts';
import { certificateTemplatesProblems } from './areas/certificate-templates-names.ts';
import { samlProblems, samlSignInProblems } from './areas/saml-names.ts';
import { seatsProblems } from './areas/seats-names.ts';
import { enrollmentByLinkProblems } from './areas/enrollment-by-link-names.ts';
import { enrollmentsProblems } from './areas/enrollments-names.ts';
import { endsSoonProblems } from './areas/ends-soon-names.ts';
import { featuresProblems } from './areas/features-names.ts';
import { licensesProblems } from './areas/licenses-names.ts';
import { mailProblems } from './areas/mail-names.ts';
import { migrationProblems } from './areas/migration-names.ts';
import { oauthClientsProblems } from './areas/oauth-clients-names.ts';
import { oauthAuthorizationProblems } from './areas/oauth-authorization-names.ts';
import { oidcProblems, oidcSignInProblems } from './areas/oidc-names.ts';
import { packagesProblems } from './areas/packages-names.ts';
import { profileProblems } from './areas/profile-names.ts';
import { rolesProblems } from './areas/roles-names.ts';
import { secondFactorsProblems } from './areas/second-factors-names.ts';
import { selfServiceProblems } from './areas/self-service-names.ts';
import { signingClientsProblems } from './areas/signing-clients-names.ts';
import { settingsProblems } from './areas/settings-names.ts';
import { setupProblems } from './areas/setup-names.ts';
import { signInProblems } from './areas/sign-in-names.ts';
import { signInSetupProblems } from './areas/sign-in-setup-names.ts';

/** What any call may answer. */
const frameProblems = {
  INVALID_INPUT: 400,
  BROKEN_JSON: 400,
  UNKNOWN_FIELD: 400,
  REQUIRED: 400,
  REQUIRED_CHOICE: 400,
  /** Of several boxes none is ticked. */
  NOTHING_CHOSEN: 400,
  NO_PERMISSION_CHOSEN: 400,
  UNKNOWN_SORT_COLUMN: 400,
  TWO_CREDENTIALS: 400,
  NOT_SIGNED_IN: 401,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  FEATURE_OFF: 403,
  TERMS_NOT_ACCEPTED: 403,
  REAUTHENTICATION_REQUIRED: 403,
  SESSION_NEEDED: 403,
  FOREIGN_ORIGIN: 403,
  PROXY_SECRET_WRONG: 403,
  FOREIGN_HOST: 421,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  CHANGED_MEANWHILE: 409,
  TOO_LARGE: 413,
  TOO_COMPLEX: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_FILES: 429,
  TOO_MANY_REQUESTS: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL: 500,
  DATABASE_UNAVAILABLE: 503,
  OVERLOADED: 503,
  // Codes of single fields; as a whole answer they are 400.
  INVALID_EMAIL: 400,
  INVALID_NAME: 400,
  INVALID_LEGAL_NAME: 400,
  INVALID_PHONE: 400,
  INVALID_DATE: 400,
  INVALID_NUMBER: 400,
  INVALID_LOCALE: 400,
  MAX_LENGTH: 400,
} as const;

/** The statuses of every area with their HTTP codes. An area's own stand in its file of names. */
export const PROBLEMS_BY_AREA = {
  frame: frameProblems,
  'access-check': accessCheckProblems,
  accounts: accountsProblems,
  administrators: administratorsProblems,
  'api-tokens': apiTokensProblems,
  'audit-forwarding': auditForwardingProblems,
  bulk: bulkProblems,
  'certificate-generation': certificateGenerationProblems,
  'certificate-requests': certificateRequestsProblems,
  'client-auth-certificates': clientAuthCertificatesProblems,
  'certificate-authorities': certificateAuthoritiesProblems,
  'certificate-list': certificatesProblems,
  'certificate-profiles': certificateProfilesProblems,
  'certificate-templates': certificateTemplatesProblems,
  saml: samlProblems,
  'saml-sign-in': samlSignInProblems,
  seats: seatsProblems,
  'enrollment-by-link': enrollmentByLinkProblems,
  enrollments: enrollmentsProblems,
  'ends-soon': endsSoonProblems,
  features: featuresProblems,
  licenses: licensesProblems,
  mail: mailProblems,
  migration: migrationProblems,
  'oauth-clients': oauthClientsProblems,
  'oauth-authorization': oauthAuthorizationProblems,
  oidc: oidcProblems,
  'oidc-sign-in': oidcSignInProblems,
  packages: packagesProblems,
  profile: profileProblems,
  roles: rolesProblems,
  'second-factors': secondFactorsProblems,
  'self-service': selfServiceProblems,
  settings: settingsProblems,
  setup: setupProblems,
  'signing-clients': signingClientsProblems,
  'sign-in': signInProblems,
  'sign-in-setup': signInSetupProblems,
} as const;

type ByArea = typeof PROBLEMS_BY_AREA;
export type ProblemStatus = { [A in keyof ByArea]: keyof ByArea[A] }[keyof ByArea];
/** The HTTP code of every status. */
export const PROBLEMS = Object.assign({}, ...Object.values(PROBLEMS_BY_AREA)) as Record<ProblemStatus, number>;

/** Values that fill the placeholders of a problem's text, such as `{max}`. */
export type ReasonParams = Record<string, string | number>;
/** Why something may not be done or why a value is refused. */
export type Reason = { status: ProblemStatus; params?: ReasonParams };

export type ProblemField = { status: ProblemStatus; message: string; params?: ReasonParams };

/**
 * The one wire shape of a failure. `message` is English; `fields` is keyed by the body's or query's field names, dots
 * for nesting.
 */
export type ProblemBody = {
  error: {
    status: ProblemStatus;
    message: string;
    params?: ReasonParams;
    fields?: Record<string, ProblemField>;
    /** How many wrong fields there are beside those that are named. */
    more_fields?: number;
    correlation_id?: string;
  };
};

/** What a refusal was about, where the viewer has seen it: the record, and the account that it concerns. */
export type ProblemAbout = { resource_id: string | null; resource_name: string | null; account_id: string | null };

/** A refusal on its way to the problem door. */
export class Problem extends Error {
  readonly reason: Reason;
  readonly fields: Record<string, Reason> | undefined;
  /** How many wrong fields there are beside `fields`, which names a handful. */
  readonly moreFields: number;
  /** Keep what the handler wrote before it refused, such as a counted wrong password. */
  readonly commit: boolean;
  /** For the audit log alone: it leaves with no answer. */
  about: ProblemAbout | undefined;
  constructor(
    status: ProblemStatus,
    options: { params?: ReasonParams; fields?: Record<string, Reason>; moreFields?: number; commit?: boolean } = {},
  ) {
    super(status);
    this.reason = options.params ? { status, params: options.params } : { status };
    this.fields = options.fields;
    this.moreFields = options.moreFields ?? 0;
    this.commit = options.commit ?? false;
  }
  get httpStatus(): number {
    return PROBLEMS[this.reason.status];
  }
}

/** The row does not exist, or not for this viewer; the two look the same on purpose. */
export const notFound = (): Problem => new Problem('NOT_FOUND');

/** One field refused. */
export function fieldProblem(field: string, reason: Reason): Problem {
  return new Problem(reason.status, {
    ...(reason.params ? { params: reason.params } : {}),
    fields: { [field]: reason },
  });
}

/** Throws the reason of a rule under its field, where it has one. */
export function refuseField(field: string, reason: Reason | null): void {
  if (reason) throw fieldProblem(field, reason);
}
