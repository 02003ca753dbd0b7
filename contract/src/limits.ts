/**
 * The constants of the specification (S §9, A §9), one name each. Lengths are UTF-16 code units, times are as the name
 * says.
 */
export const LIMITS = {
  passwordMin: 12,
  passwordMax: 255,
  pinMin: 6,
  pageLimit: 20,
  pageLimitFallback: 10,
  largeListLimit: 99_999,
  pageLimitMax: 99_999_999,
  offsetMax: 99_999_999,
  countBound: 10_000,
  chosenMax: 200,
  accountExpiryNoticeDays: 30,
  expiryBannerDays: [30, 60],
  accountNameMax: 256,
  accountNameWarning: 255,
  aliasIdentifierMax: 30,
  aliasValueMax: 50,
  aliasesMax: 100,
  nameMax: 255,
  urlMax: 2048,
  addressMax: 255,
  cityMax: 128,
  zipCodeMax: 32,
  userNameMax: 255,
  emailMax: 254,
  phoneMax: 32,
  searchTextMax: 100,
  searchResults: 5,
  savedFilters: 20,
  savedFilterNameMax: 60,
  requestSeconds: 60,
  busyRetrySeconds: 2,
  bodyBytes: 1_048_576,
  bodyValues: 2_000,
  bodyDepth: 16,
  problemFields: 10,
  problemFieldNameMax: 100,
  licenseTextMax: 65_536,
  scrollResetMs: 100,
  focusDelayMs: 100,
  loginFailuresMax: 10,
  loginFailuresMinutes: 15,
  lockMinutes: 15,
  knownDevicesMax: 10,
  deviceDays: 180,
  loginTransactionMinutes: 10,
  callbackCodeSeconds: 300,
  resetCodeMinutes: 60,
  resetMailsPerHour: 5,
  invitationHours: 72,
  sessionDaysMax: 90,
  sessionKeptDays: 30,
} as const;

/** Used where an id is required but none applies (S §9); never the id of a record. */
export const ZERO_UUID = '00000000-0000-0000-0000-000000000000';

/** Countries left out of every country list (S §9), ISO 3166-1 alpha-2. */
export const EXCLUDED_COUNTRIES = ['CU', 'IR', 'SY', 'KP'] as const;
