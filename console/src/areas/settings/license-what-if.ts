import type { LicenseReplacementWhatIf } from '@signet/contract/areas/licenses';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Failure } from '../../api/failure.ts';
import { questionOf } from '../../api/query.ts';

/** A license text that is whole has three parts; of anything less nothing is asked. */
const WHOLE = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** What a license text would do to the pools of the platform, asked once the text is whole. */
export function useLicenseWhatIf(text: string): UseQueryResult<LicenseReplacementWhatIf, Failure> {
  const body = text.replace(/\s+/g, '');
  return useQuery({
    ...questionOf('POST /account/ui-api/v1/license/what-if', { body: { body } }),
    enabled: WHOLE.test(body),
  });
}
