/** The client certificates of an administrator, as a section of their page (S-046). */
import { CertificatesSection } from './CertificatesSection.tsx';

export default function PersonCertificatesSection({ record: { id } }: { record: { id: string } }) {
  return <CertificatesSection owner={{ kind: 'user', id }} />;
}
