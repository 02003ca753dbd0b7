import { Problem } from '@signet/contract/problem';
import type { SignInCall } from '../call.ts';
import { OidcProblem } from './refusal.ts';

/** Leaves the refusal of the work in the log of the account, with what its administrator needs to know. */
export async function noting<T>(
  { audit }: Pick<SignInCall, 'audit'>,
  accountId: string | null,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const detail = error instanceof OidcProblem ? { after: { detail: error.detail } } : {};
    if (error instanceof Problem) audit({ resource_id: null, account_id: accountId, ...detail });
    throw error;
  }
}
