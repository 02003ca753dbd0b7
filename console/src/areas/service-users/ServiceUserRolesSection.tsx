import type { ServiceUser } from '@signet/contract/areas/service-users';
import { Section } from '../../shell/detail/Section.tsx';
import { HeldRoles } from '../../shell/person/HeldRoles.tsx';

/** The roles of a service user, and what they come to. */
export default function ServiceUserRolesSection({ record }: { record: ServiceUser }) {
  return (
    <Section count={record.roles.length}>
      {() => <HeldRoles roles={record.roles} permissions={record.permissions} />}
    </Section>
  );
}
