/** The person's own client certificates that end within weeks, which the bell tells of. */
import type { EndingCertificate } from '@signet/contract/areas/client-auth-certificates';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';

/** The soonest first; none until they are `wanted`. */
export function useEndingCertificates(wanted: boolean): readonly EndingCertificate[] {
  const { data } = useQuery({ ...queryOf('GET /account/ui-api/v1/client-auth-certificate/ending'), enabled: wanted });
  return data?.items ?? [];
}
