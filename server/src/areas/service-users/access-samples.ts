import type { areas } from '@signet/contract';
import { seedPeople } from '../../../seed/people.ts';
import type { TestApp } from '../../testing/app.ts';
import { nordmark, type SampleOf, type SamplesOf } from '../../testing/sample.ts';

/** One of Nordmark without any role, whom its administrators manage. */
async function aServiceUser(app: TestApp): Promise<string> {
  const program = { first: 'Build', last: 'pipeline', userName: 'pipeline', scope: 'account' as const, roles: [] };
  const cast = [{ ...program, accounts: ['nordmark-lb'], serviceUser: true }];
  const ids = await seedPeople(app.db, cast, app.accountIds, 'no password', app.clock.now());
  return ids.get('pipeline') ?? '';
}
const read: SampleOf = async (app) => ({ params: { id: await aServiceUser(app) } });
const managed: SampleOf = async (app) => ({
  ...(await read(app)),
  needs: 'manage_account_user',
  without: 'SCOPE_NOT_MANAGEABLE',
});
const FIELDS = { name: 'Build pipeline', email: 'build@nordmark-lb.example', locale: 'en_US' };

export const serviceUsersSamples: SamplesOf<typeof areas.serviceUsers> = {
  list: () => ({}),
  export: () => ({}),
  create: (app) => ({
    body: { ...FIELDS, access_scope: 'account', primary_account_id: nordmark(app) },
    needs: 'manage_account_user',
    without: 'SCOPE_NOT_MANAGEABLE',
  }),
  read,
  update: async (app) => ({ ...(await managed(app)), body: FIELDS }),
  enable: async (app) => ({ ...(await managed(app)), body: { enabled: false } }),
  remove: managed,
};
