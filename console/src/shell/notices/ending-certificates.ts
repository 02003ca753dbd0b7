/** The person's own client certificates that end within weeks, which the bell tells of. */
import type { EndingCertificate } from '@signet/contract/areas/client-auth-certificates';
import { useApi } from '../../api/query.ts';

/** The soonest first. */
export function useEndingCertificates(): readonly EndingCertificate[] {
  const { data } = useApi('GET /account/ui-api/v1/client-auth-certificate/ending');
  return data?.items ?? [];
}
