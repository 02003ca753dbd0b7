/** The enrollments of a person, as a section of their page. */
import type { Administrator } from '@signet/contract/areas/administrators';
import { whyNotReachByCertificate } from '@signet/contract/areas/person-rules';
import { EnrollmentsSection } from './EnrollmentsSection.tsx';

export default function PersonEnrollmentsSection({ record }: { record: Administrator }) {
  const mayInvite = record.why_not.help === null;
  const whyNot = whyNotReachByCertificate(record);
  return <EnrollmentsSection of={{ user_id: record.id }} mayInvite={mayInvite} whyNot={whyNot} />;
}
