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

/**
 * What a row was refused by: another one has its value, another one refers to it (`referred`), or it is not what the
 * table takes. Null for any other error.
 */
export function refusal(error: unknown): { referred: boolean; params: { table: string; rule: string } } | null {
  if (typeof error !== 'object' || error === null || !('code' in error) || typeof error.code !== 'string') return null;
  // Class 23, integrity constraint violations; 22, data that a type does not take.
  if (!/^2[23]/.test(error.code)) return null;
  const textOf = (name: string): string => {
    const value: unknown = Object.entries(error).find(([key]) => key === name)?.[1];
    return typeof value === 'string' ? value : '';
  };
  return { referred: error.code === '23503', params: { table: textOf('table'), rule: textOf('constraint') } };
}
