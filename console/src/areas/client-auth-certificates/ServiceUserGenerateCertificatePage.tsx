/** Generates a client certificate for a service user (S-063). */
import { GenerateForOwner } from './GenerateForOwner.tsx';

export default function ServiceUserGenerateCertificatePage() {
  return <GenerateForOwner kind="service-user" />;
}
