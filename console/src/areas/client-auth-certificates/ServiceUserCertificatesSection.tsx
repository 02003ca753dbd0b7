/** The client certificates of a service user, as a section of its page (S-061). */
import { CertificatesSection } from './CertificatesSection.tsx';

export default function ServiceUserCertificatesSection({ record: { id } }: { record: { id: string } }) {
  return <CertificatesSection owner={{ kind: 'service-user', id }} />;
}
