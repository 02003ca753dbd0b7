/** The sections of an administrator's page, in their order. */
import { ACCESS } from '@signet/contract/access';
import type { Administrator } from '@signet/contract/areas/administrators';
import AdministratorRolesSection from '../areas/administrators/AdministratorRolesSection.tsx';
import AdministratorSessionsSection from '../areas/administrators/AdministratorSessionsSection.tsx';
import AccessCheckSection from '../areas/access-check/AccessCheckSection.tsx';
import PersonTokensSection from '../areas/api-tokens/PersonTokensSection.tsx';
import PersonCertificatesSection from '../areas/client-auth-certificates/PersonCertificatesSection.tsx';
import PersonEventsSection from '../areas/audit-log/PersonEventsSection.tsx';
import PersonEnrollmentsSection from '../areas/enrollments/PersonEnrollmentsSection.tsx';
import PersonSecondFactorSection from '../areas/second-factors/PersonSecondFactorSection.tsx';
import type { RecordSection } from '../shell/detail/record-section.ts';

const sections: readonly RecordSection<Administrator>[] = [
  {
    id: 'roles',
    title: 'people.roles',
    access: ACCESS.administrators.view,
    Content: AdministratorRolesSection,
  },
  {
    id: 'api-tokens',
    title: 'tokens.title',
    access: ACCESS.apiTokens.view,
    Content: PersonTokensSection,
  },
  {
    id: 'client-certificates',
    title: 'clientAuth.title',
    access: ACCESS.clientAuthCertificates.view,
    Content: PersonCertificatesSection,
  },
  {
    id: 'enrollments',
    title: 'nav.enrollments',
    access: ACCESS.enrollments.view,
    Content: PersonEnrollmentsSection,
  },
  {
    id: 'second-factor',
    title: 'secondFactor.title',
    access: ACCESS.administrators.view,
    Content: PersonSecondFactorSection,
  },
  {
    id: 'sessions',
    title: 'sessions.title',
    access: ACCESS.administrators.view,
    Content: AdministratorSessionsSection,
  },
  {
    id: 'access',
    title: 'accessCheck.title',
    closed: true,
    Content: AccessCheckSection,
  },
  {
    id: 'activity',
    title: 'audit.recent',
    access: ACCESS.auditLog.view,
    Content: PersonEventsSection,
  },
];

export default sections;
