/** Names that licenses add to the lists of the platform (problem.ts, audit.ts), without schemas. */
export const licensesProblems = {
  /** The application's license has no such feature. */
  LICENSE_FEATURE_UNKNOWN: 400,
  /** The same feature twice in one request. */
  LICENSE_FEATURE_TWICE: 400,
  LICENSE_NOT_POSITIVE: 400,
  /** Nothing is left above that could be added. */
  LICENSE_NONE_LEFT: 400,
  /** Of what is typed into the form, which is added or taken. */
  LICENSE_RANGE: 400,
  LICENSE_RANGE_OPEN: 400,
  LICENSE_BELOW_USE: 400,
  /** The same of the limit that is sent. */
  LICENSE_LIMIT_RANGE: 400,
  LICENSE_LIMIT_OPEN: 400,
  LICENSE_LIMIT_BELOW_USE: 400,
  /** Reset where it is not offered. */
  LICENSE_NO_RESET: 409,
  /** The limit is not the one that was read: somebody else has changed it. */
  LICENSE_LIMIT_CHANGED: 409,
  /** An allocation event that names no change of the books. */
  LICENSE_EVENT_UNKNOWN: 409,
  /** The key of an operation that was another one. */
  LICENSE_OPERATION_OTHER: 409,
  /** None is left of what is about to be used. */
  LICENSE_USED_UP: 409,
  /** A license of the platform that is smaller than what is handed on and used. */
  LICENSE_BELOW_ALLOCATED: 409,
  /** One that has a limit where an account has none. */
  LICENSE_BELOW_UNLIMITED: 409,
  /** A partner that would let a customer show another generation than its own account does. */
  LICENSE_PARTNER_GENERATION: 400,
  /** An account that gets another partner has more than is left there. */
  LICENSE_PARTNER_SHORT: 409,
  /** Or it has no limit, and the other one has. */
  LICENSE_PARTNER_LIMITED: 409,
} as const;

export const licensesAuditResources = ['LICENSE_ALLOCATION'] as const;
