import type { Plan } from '../seed/plan.ts';
import { accountCases } from './accounts.ts';
import { auditLogCases } from './audit-log.ts';
import { bulkCases } from './bulk.ts';
import type { Case } from './case.ts';
import { certificateCases } from './certificates.ts';
import { enrollmentCases } from './enrollments.ts';
import { endsSoonCases } from './ends-soon.ts';
import { everyPageCases } from './every-page.ts';
import { mailCases } from './mails.ts';
import { oauthCases } from './oauth.ts';
import { ofOneCases } from './of-one.ts';
import { organizationCases } from './organizations.ts';
import { peopleCases } from './people.ts';
import { roleCases } from './roles.ts';
import { searchCases } from './search.ts';
import { seatCases } from './seats.ts';
import { serviceUserCases } from './service-users.ts';
import { signInCases } from './sign-in.ts';

/** Everything that is measured, in the order of the table. */
export function casesOf(plan: Plan): Case[] {
  return [
    ...accountCases(plan),
    ...organizationCases(plan),
    ...peopleCases(plan),
    ...serviceUserCases(plan),
    ...roleCases(plan),
    ...seatCases(plan),
    ...mailCases(plan),
    ...ofOneCases(plan),
    ...auditLogCases(plan),
    ...certificateCases(plan),
    ...enrollmentCases(plan),
    ...bulkCases(plan),
    ...searchCases(plan),
    ...signInCases,
    ...everyPageCases(plan),
    ...oauthCases(plan),
    ...endsSoonCases(plan),
  ];
}
