/** The same of a service user, who opens no screens. */
import type { ServiceUser } from '@signet/contract/areas/service-users';
import { Section } from '../../shell/detail/Section.tsx';
import { AccessCheckLater } from './AccessCheckLater.tsx';

export default function ServiceUserAccessSection({ record }: { record: ServiceUser }) {
  return <Section>{() => <AccessCheckLater personId={record.id} serviceUser />}</Section>;
}
