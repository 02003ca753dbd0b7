import type { areas } from '@signet/contract';
import { makeAuthority } from '../../authority/new-authority-store.ts';
import { withAuthorities } from '../../testing/authorities.ts';
import type { TestApp } from '../../testing/app.ts';
import { nordmark, type SampleOf, type SamplesOf } from '../../testing/sample.ts';

const NAMES = { name: 'Nordmark CA', common_name: 'Nordmark Issuing CA', key_type: 'ec_p256' } as const;

/** The platform's authorities; answers the id of its root. */
async function root(app: TestApp): Promise<string> {
  await withAuthorities(app);
  const one = app.db.selectFrom('certificate_authority').select('id').where('issuer_id', 'is', null);
  return (await one.executeTakeFirstOrThrow()).id;
}

const one: SampleOf = async (app) => {
  const { name, common_name, key_type: keyType } = NAMES;
  const wanted = {
    name,
    subject: { common_name },
    keyType,
    issuerId: await root(app),
    accountId: nordmark(app),
    by: null,
  };
  return { params: { id: await makeAuthority(app.runtime, app.db, wanted, app.clock.now()) } };
};

export const certificateAuthoritiesSamples: SamplesOf<typeof areas.certificateAuthorities> = {
  list: one,
  create: async (app) => (await root(app), { body: { ...NAMES, account_id: nordmark(app) } }),
  read: one,
  blob: one,
  renew: async (app) => ({ ...(await one(app)), body: { ...NAMES, name: 'Nordmark CA 2' } }),
  publish: one,
  retire: one,
  revoke: async (app) => ({ ...(await one(app)), body: { reason: 'superseded' } }),
};
