/** The sections of a seat's page. */
import { ACCESS } from '@signet/contract/access';
import type { Seat } from '@signet/contract/areas/seats';
import SeatCertificatesSection from '../areas/certificates/SeatCertificatesSection.tsx';
import SeatEnrollmentsSection from '../areas/enrollments/SeatEnrollmentsSection.tsx';
import type { RecordSection } from '../shell/detail/record-section.ts';

const sections: readonly RecordSection<Seat>[] = [
  {
    id: 'certificates',
    title: 'nav.certificates',
    access: ACCESS.certificates.view,
    Content: SeatCertificatesSection,
  },
  {
    id: 'enrollments',
    title: 'nav.enrollments',
    access: ACCESS.enrollments.view,
    Content: SeatEnrollmentsSection,
  },
];

export default sections;
