import type { areas } from '@signet/contract';
import { aSeat, NO_INPUT, nordmark, type SampleOf, type SamplesOf } from '../../testing/sample.ts';

const one: SampleOf = async (app) => ({ params: { id: await aSeat(app) } });

export const seatsSamples: SamplesOf<typeof areas.seats> = {
  types: NO_INPUT,
  available: (app) => ({ query: { account_id: nordmark(app) } }),
  list: async (app) => (await aSeat(app), {}),
  create: (app) => ({
    body: { type: 'server', name: 'Mail', identifier: 'mail.nordmark-lb.example', account_id: nordmark(app) },
  }),
  read: one,
  update: async (app) => ({ ...(await one(app)), body: { name: 'Gate 8' } }),
  remove: one,
};
