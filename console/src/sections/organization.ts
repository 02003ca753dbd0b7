/** The sections of an organization's page, in their order. */
import type { Organization } from '@signet/contract/areas/organizations';
import OrganizationContactsSection from '../areas/organizations/OrganizationContactsSection.tsx';
import type { RecordSection } from '../shell/detail/record-section.ts';

const sections: readonly RecordSection<Organization>[] = [
  {
    id: 'contacts',
    title: 'contacts.title',
    Content: OrganizationContactsSection,
  },
];

export default sections;
