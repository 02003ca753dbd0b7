import type { areas } from '@signet/contract';
import { insertToken } from '../../testing/api-token.ts';
import type { TestApp } from '../../testing/app.ts';
import { cleo, NO_INPUT, type SampleOf, type SamplesOf } from '../../testing/sample.ts';

const BODY = { name: 'Nightly report' };
const dora = (app: TestApp): string => app.userIds.get('dora') ?? '';
const one: SampleOf = async (app) => ({ params: { id: (await insertToken(app, cleo(app))).id } });
const serviceUser: SampleOf = (app) => ({ params: { id: dora(app) } });
const oneOfServiceUser: SampleOf = async (app) => ({
  params: { id: dora(app), tokenId: (await insertToken(app, dora(app))).id },
});

export const apiTokensSamples: SamplesOf<typeof areas.apiTokens> = {
  list: async (app) => (await insertToken(app, cleo(app)), { query: { user_id: cleo(app) } }),
  create: (app) => ({ body: { ...BODY, user_id: cleo(app) } }),
  ending: NO_INPUT,
  read: one,
  update: async (app) => ({ ...(await one(app)), body: BODY }),
  remove: one,
  enable: async (app) => ({ ...(await one(app)), body: { enabled: false } }),
  listOfServiceUser: serviceUser,
  createOfServiceUser: async (app) => ({ ...(await serviceUser(app)), body: BODY }),
  readOfServiceUser: oneOfServiceUser,
  updateOfServiceUser: async (app) => ({ ...(await oneOfServiceUser(app)), body: BODY }),
  removeOfServiceUser: oneOfServiceUser,
  enableOfServiceUser: async (app) => ({ ...(await oneOfServiceUser(app)), body: { enabled: false } }),
};
