import type { Plan } from '../seed/plan.ts';
import { accountCases } from './accounts.ts';
import type { Case } from './case.ts';
import { organizationCases } from './organizations.ts';
import { searchCases } from './search.ts';
import { signInCases } from './sign-in.ts';

/** Everything that is measured, in the order of the table. */
export function casesOf(plan: Plan): Case[] {
  return [...accountCases(plan), ...organizationCases(plan), ...searchCases(plan), ...signInCases];
}
