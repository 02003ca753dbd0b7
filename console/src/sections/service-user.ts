/** The sections of a service user's page, in their order. */
import { ACCESS } from '@signet/contract/access';
import type { ServiceUser } from '@signet/contract/areas/service-users';
import ServiceUserAccessSection from '../areas/access-check/ServiceUserAccessSection.tsx';
import PersonTokensSection from '../areas/api-tokens/PersonTokensSection.tsx';
import ServiceUserCertificatesSection from '../areas/client-auth-certificates/ServiceUserCertificatesSection.tsx';
import PersonEventsSection from '../areas/audit-log/PersonEventsSection.tsx';
import ServiceUserRolesSection from '../areas/service-users/ServiceUserRolesSection.tsx';
import type { RecordSection } from '../shell/detail/record-section.ts';

const sections: readonly RecordSection<ServiceUser>[] = [
  {
    id: 'roles',
    title: 'people.roles',
    Content: ServiceUserRolesSection,
  },
  {
    id: 'api-tokens',
    title: 'tokens.title',
    Content: PersonTokensSection,
  },
  {
    id: 'client-certificates',
    title: 'clientAuth.title',
    Content: ServiceUserCertificatesSection,
  },
  {
    id: 'access',
    title: 'accessCheck.title',
    closed: true,
    Content: ServiceUserAccessSection,
  },
  {
    id: 'activity',
    title: 'audit.recent',
    access: ACCESS.auditLog.view,
    Content: PersonEventsSection,
  },
];

export default sections;
