/** Why somebody whom an identity provider names is nobody here, and none is made. */
export const NOBODY_REASONS = [
  /** The account makes no people of those whom its provider brings, or is not in service. */
  'not_allowed',
  /** The provider gave no mail address, or none that it vouches for. */
  'no_email',
  /** It gave no first or no last name. */
  'no_name',
  /** Name or address are none that a person may have here. */
  'invalid',
  /** The domain of the address is not one that is proved to be the account's. */
  'other_domain',
  /** People of the account have the address already, whom the provider has named otherwise, or who are several. */
  'known_otherwise',
  /** Somebody, perhaps elsewhere, has the address as user name. */
  'user_name_taken',
  'license_used_up',
] as const;
export type NobodyReason = (typeof NOBODY_REASONS)[number];
