/** The enrollments of a seat, as a section of its page (S-346). */
import type { Seat } from '@signet/contract/areas/seats';
import { EnrollmentsSection } from './EnrollmentsSection.tsx';

export default function SeatEnrollmentsSection({ record }: { record: Seat }) {
  return <EnrollmentsSection of={{ seat_id: record.id }} mayInvite />;
}
