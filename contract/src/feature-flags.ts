/** Feature flags of the platform and their state where nobody has switched them. */
export const FEATURE_FLAGS = {
  'enable-account-migration': true,
  AM_enable_account_migration: true,
  AM_enable_packaging: true,
  AM_enable_partner_scope: true,
  AM_show_federated_info_columns: false,
  AM_enable_user_roles: true,
  enableActivateStepForDsmSigner: false,
} as const satisfies Record<string, boolean>;
export type FeatureFlag = keyof typeof FEATURE_FLAGS;

/** The flags by their own names: the second name of the migration flag is left out. */
export const OWN_FEATURE_FLAGS = (Object.keys(FEATURE_FLAGS) as FeatureFlag[]).filter(
  (name) => name !== 'enable-account-migration',
);

/** The flag that a name means: two names of the migration flag are one flag. Null for an unknown name. */
export function featureFlag(name: string): FeatureFlag | null {
  if (name === 'enable-account-migration') return 'AM_enable_account_migration';
  return Object.hasOwn(FEATURE_FLAGS, name) ? (name as FeatureFlag) : null;
}
