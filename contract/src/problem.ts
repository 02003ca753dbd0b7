/**
 * What can go wrong, as the other side sees it. A problem's status is its translation key:
 * the console looks it up under `notifications.exceptions.{status}` (S §8).
 */
export const PROBLEMS = {
  INVALID_INPUT: 400,
  BROKEN_JSON: 400,
  UNKNOWN_FIELD: 400,
  REQUIRED: 400,
  UNKNOWN_SORT_COLUMN: 400,
  UNAUTHORIZED: 401,
  INVALID_CREDENTIALS: 401,
  FORBIDDEN: 403,
  FEATURE_OFF: 403,
  USER_DISABLED: 403,
  ACCOUNT_EXPIRED: 403,
  FOREIGN_ORIGIN: 403,
  PLATFORM_LICENSE_EXPIRED: 403,
  NOT_FOUND: 404,
  username_not_found: 404,
  CONFLICT: 409,
  CHANGED_MEANWHILE: 409,
  IDENTIFIER_EXISTS: 409,
  SYSTEM_ACCOUNT: 409,
  OWN_ACCOUNT: 409,
  PARTNER_ACCOUNT: 409,
  HAS_CUSTOMERS: 409,
  ALREADY_LINKED: 409,
  FEDERATED_ID_EXISTS: 409,
  PARTNER_INACTIVE: 409,
  NOT_LINKED: 409,
  USERNAME_EXISTS: 409,
  PERSON_EXISTS: 409,
  SETUP_DONE: 409,
  LICENSE_REQUIRED: 409,
  NO_MAIL_SERVER: 409,
  CODE_INVALID: 410,
  STATE_EXPIRED: 410,
  TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  USER_LOCKED: 423,
  TOO_MANY_REQUESTS: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL: 500,
  DATABASE_UNAVAILABLE: 503,
  // Codes of single fields; as a whole answer they are 400.
  REQUIRED_USER_NAME: 400,
  INVALID_USER_NAME: 400,
  INVALID_EMAIL: 400,
  INVALID_PASSWORD_LENGTH: 400,
  INVALID_PASSWORD_MAX_LENGTH: 400,
  INVALID_PASSWORD: 400,
  PASSWORD_MISMATCH: 400,
  PASSWORD_WRONG: 400,
  PASSWORD_REUSED: 400,
  INVALID_NAME: 400,
  INVALID_PHONE: 400,
  INVALID_IDENTIFIER: 400,
  INVALID_ALIAS_VALUE: 400,
  INVALID_DATE: 400,
  INVALID_NUMBER: 400,
  INVALID_LOCALE: 400,
  MAX_LENGTH: 400,
  END_IN_PAST: 400,
  END_BEFORE_START: 400,
  invalidAccountNameError: 400,
  FIELD_LOCKED: 400,
  LICENSE_EMPTY: 400,
  LICENSE_TRUNCATED: 400,
  LICENSE_MALFORMED: 400,
  LICENSE_UNKNOWN_ISSUER: 400,
  LICENSE_FORGED: 400,
  LICENSE_EXPIRED: 400,
  LICENSE_NOT_YET_VALID: 400,
  LICENSE_INCOMPLETE: 400,
} as const;
export type ProblemStatus = keyof typeof PROBLEMS;

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
    correlation_id?: string;
  };
};

/** A refusal on its way to the problem door. */
export class Problem extends Error {
  readonly reason: Reason;
  readonly fields: Record<string, Reason> | undefined;
  /** Keep what the handler wrote before it refused, such as a counted wrong password. */
  readonly commit: boolean;
  constructor(
    status: ProblemStatus,
    options: { params?: ReasonParams; fields?: Record<string, Reason>; commit?: boolean } = {},
  ) {
    super(status);
    this.reason = options.params ? { status, params: options.params } : { status };
    this.fields = options.fields;
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
