const UNIQUE_VIOLATION = '23505';
/** What the trigger `administrator_remains` of migration 0022 raises. */
const NO_ADMINISTRATOR = 'SG001';

/** The name of the unique index that an insert or update ran against, or null when the error is another one. */
export function violatedIndex(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error) || error.code !== UNIQUE_VIOLATION) return null;
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : '';
}

/** True where a transaction would have left the platform, or an account, without an administrator. */
export const leavesNoAdministrator = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === NO_ADMINISTRATOR;
