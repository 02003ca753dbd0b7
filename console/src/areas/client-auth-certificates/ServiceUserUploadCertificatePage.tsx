/** Uploads a client certificate of a service user (S-321). */
import { UploadForOwner } from './UploadForOwner.tsx';

export default function ServiceUserUploadCertificatePage() {
  return <UploadForOwner kind="service-user" />;
}
