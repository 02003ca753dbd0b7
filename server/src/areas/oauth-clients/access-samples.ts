import type { areas } from '@signet/contract';
import { insertOauthClient } from '../../testing/oauth-client.ts';
import { NO_INPUT, nordmark, type SampleOf, type SamplesOf } from '../../testing/sample.ts';

const one: SampleOf = async (app) => ({ params: { id: (await insertOauthClient(app, nordmark(app))).id } });
const ofAccount: SampleOf = (app) => ({ params: { id: nordmark(app) } });

export const oauthClientsSamples: SamplesOf<typeof areas.oauthClients> = {
  list: NO_INPUT,
  listOfAccount: async (app) => (await one(app), ofAccount(app)),
  create: (app) => ({ body: { accountId: nordmark(app), name: 'Gate service' } }),
  createOfAccount: ofAccount,
  read: one,
  update: async (app) => ({ ...(await one(app)), body: { name: 'Gate service' } }),
  status: async (app) => ({ ...(await one(app)), body: { enabled: false } }),
  regenerate: async (app) => ({ ...(await one(app)), body: {} }),
  remove: one,
};
