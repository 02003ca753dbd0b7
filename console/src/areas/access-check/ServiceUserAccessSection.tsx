/** The same of a service user, who opens no screens. */
import type { ServiceUser } from '@signet/contract/areas/service-users';
import { Section } from '../../shell/detail/Section.tsx';
import { later } from '../../shell/routing/later.tsx';

const AccessCheck = later(() => import('./AccessCheck.tsx'));

export default function ServiceUserAccessSection({ record }: { record: ServiceUser }) {
  return <Section>{() => <AccessCheck personId={record.id} serviceUser />}</Section>;
}
