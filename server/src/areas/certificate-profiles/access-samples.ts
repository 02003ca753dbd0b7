import type { areas } from '@signet/contract';
import { aProfile, NO_INPUT, nordmark, type SampleOf, type SamplesOf } from '../../testing/sample.ts';

const BODY = {
  name: 'Gates',
  key_usage: ['digitalSignature'],
  purposes: ['client_auth'],
  key_types: ['ec_p256'],
  days: 90,
};
const one: SampleOf = async (app) => ({ params: { id: await aProfile(app) } });

export const certificateProfilesSamples: SamplesOf<typeof areas.certificateProfiles> = {
  list: NO_INPUT,
  listOfAccount: (app) => ({ params: { id: nordmark(app) } }),
  create: (app) => ({ body: { ...BODY, account_id: nordmark(app) } }),
  read: one,
  update: async (app) => ({ ...(await one(app)), body: BODY }),
  archive: async (app) => ({ ...(await one(app)), body: { archived: true } }),
};
