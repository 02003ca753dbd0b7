import type { areas } from '@signet/contract';
import { anOrganization, type SamplesOf } from '../../testing/sample.ts';

export const searchSamples: SamplesOf<typeof areas.search> = {
  find: async (app) => (await anOrganization(app), { query: { text: 'nordmark' } }),
};
