/** The enrollments of a person, as a section of their page. */
import type { Administrator } from '@signet/contract/areas/administrators';
import { EnrollmentsSection } from './EnrollmentsSection.tsx';

export default function PersonEnrollmentsSection({ record }: { record: Administrator }) {
  return <EnrollmentsSection of={{ user_id: record.id }} mayInvite={record.active} />;
}
