/** Generates a client certificate for an administrator (S-055), or for oneself. */
import { GenerateForOwner } from './GenerateForOwner.tsx';

export default function GenerateCertificatePage() {
  return <GenerateForOwner kind="user" />;
}
