/** Uploads a client certificate of an administrator (S-056), or one's own. */
import { UploadForOwner } from './UploadForOwner.tsx';

export default function UploadCertificatePage() {
  return <UploadForOwner kind="user" />;
}
