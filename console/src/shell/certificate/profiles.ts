/** The certificate profiles, for filters that name one. */
import { ACCESS } from '@signet/contract/access';
import type { CertificateProfileAnswer } from '@signet/contract/areas/certificate-profiles';
import { LIMITS } from '@signet/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';
import { useAllows } from '../../session/permissions.ts';

/** Those by which somebody gets a certificate, all at once (S-249); none for who may not see profiles. */
export function useProfileChoices(): readonly CertificateProfileAnswer[] {
  const sees = useAllows(ACCESS.certificateProfiles.view);
  const query = { limit: LIMITS.pageLimitMax };
  const { data } = useQuery({ ...queryOf('GET /account/ui-api/v1/profile', { query }), enabled: sees });
  return (data?.items ?? []).filter(({ cert_type }) => cert_type === 'end_entity');
}
