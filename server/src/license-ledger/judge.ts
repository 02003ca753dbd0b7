/** May a row of an update be carried out, by the rules of the contract? */
import {
  offersReset,
  whyNotLimit,
  type LicenseChangeAction,
  type LicenseFigures,
  type LicenseHolder,
} from '@signet/contract/areas/license-rules';
import { UNLIMITED } from '@signet/contract/licensed-features';
import type { Reason } from '@signet/contract/problem';
import type { Scope } from '@signet/contract/viewer';

/** One row of an update: the new limit, and the one that was read. -1 is unlimited. */
export type Row = { name: string; limit: number; old_limit: number; reset: boolean };
export type Judged = { figures: LicenseFigures; holder: LicenseHolder; scope: Scope };

/** Whether a row changes anything. */
export const isChange = ({ limit, old_limit, reset }: Row): boolean => reset || limit !== old_limit;

/** What a row is, by its limits. */
export const actionOf = ({ limit, old_limit, reset }: Row): LicenseChangeAction =>
  reset ? 'reset' : limit > old_limit || limit === UNLIMITED ? 'add' : 'subtract';

/** Why a row is refused: it was made of other figures, or it is out of the range of what it does. */
export function whyNotRow(row: Row, { figures, holder, scope }: Judged): Reason | null {
  const { limit, old_limit, reset, name } = row;
  if (old_limit !== figures.limit) return { status: 'LICENSE_LIMIT_CHANGED', params: { limit: figures.limit } };
  if (!isChange(row)) return null;
  const wasUnlimited = old_limit === UNLIMITED;
  if (reset ? !offersReset(holder, name) || (wasUnlimited && scope !== 'system') : wasUnlimited)
    return { status: 'LICENSE_NO_RESET' };
  return limit === UNLIMITED && !reset ? whyNotUnlimited(figures, scope) : whyNotLimit(actionOf(row), figures, limit);
}

/** System scope may take a limit away where the pool above has none; to all others it is more than there can be. */
function whyNotUnlimited(figures: LicenseFigures, scope: Scope): Reason | null {
  if (scope === 'system' && figures.available === UNLIMITED) return null;
  return whyNotLimit('add', figures, Number.POSITIVE_INFINITY);
}
