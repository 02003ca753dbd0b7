/** Where the certificates of somebody are listed: the own ones belong to the profile. */
import { paths } from '../../paths.ts';
import type { Owner } from './calls.ts';

export function certificatesPlace({ kind, id }: Owner, viewerId: string): string {
  if (id === viewerId) return paths.profileCertificates();
  return `${paths.person({ id, service_user: kind === 'service-user' })}#client-certificates`;
}
