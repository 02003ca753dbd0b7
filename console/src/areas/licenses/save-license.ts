/** Saves a license as the specification has it: the update, the allocation event, and the license once more. */
import type { LicenseUpdate } from '@signet/contract/areas/licenses';
import type { AppCode } from '@signet/contract/viewer';
import { change } from '../../api/change.ts';
import { queryClient, queryOf } from '../../api/query.ts';
import type { eventOf } from './license-form.ts';

type Save = { id: string; app: AppCode; update: LicenseUpdate; event: ReturnType<typeof eventOf>; key: string };

/**
 * An update that is refused is followed by no event. Under the same key all of it may be sent again: what was
 * done is not done twice. Resolves once the account's page has the new figures to show.
 * @throws {Failure}
 */
export async function saveLicense({ id, app, update, event, key }: Save): Promise<void> {
  const params = { id, app };
  await change('PUT /account/ui-api/v1/account/{id}/license/usage/{app}', {
    params,
    headers: { 'idempotency-key': key },
    body: update,
  });
  // Reads again what is on the screen, the license of the form among it.
  await change('POST /account/ui-api/v1/account/{id}/license/allocation-event/{app}', { params, body: event });
  await queryClient.prefetchQuery({
    ...queryOf('GET /account/ui-api/v1/account/{id}/license/usage', { params: { id }, query: {} }),
    staleTime: 0,
  });
}
