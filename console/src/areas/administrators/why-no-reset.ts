import type { AdministratorRow } from '@signet/contract/areas/administrators';

/** Why the second factor of a person can't be taken away; null where it can. */
export const whyNoReset = ({
  why_not,
  second_factor,
}: Pick<AdministratorRow, 'why_not' | 'second_factor'>): AdministratorRow['why_not']['govern'] =>
  why_not.govern ?? (second_factor ? null : { status: 'NO_SECOND_FACTOR' });
