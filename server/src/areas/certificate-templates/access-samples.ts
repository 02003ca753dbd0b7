import type { areas } from '@signet/contract';
import { aProfile, aTemplate, NO_INPUT, nordmark, type SampleOf, type SamplesOf } from '../../testing/sample.ts';

const bodyOf = async (...[app]: Parameters<SampleOf>) => ({
  name: 'Gates',
  profile_id: await aProfile(app),
  seat_types: ['device'],
});
const one: SampleOf = async (app) => ({ params: { id: await aTemplate(app) } });

export const certificateTemplatesSamples: SamplesOf<typeof areas.certificateTemplates> = {
  list: NO_INPUT,
  listOfAccount: (app) => ({ params: { id: nordmark(app) } }),
  create: async (app) => ({ body: { ...(await bodyOf(app)), account_id: nordmark(app) } }),
  read: one,
  update: async (app) => ({ ...(await one(app)), body: await bodyOf(app) }),
  archive: async (app) => ({ ...(await one(app)), body: { archived: true } }),
};
