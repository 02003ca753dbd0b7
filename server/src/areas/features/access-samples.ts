import type { areas } from '@signet/contract';
import { nordmark, type SamplesOf } from '../../testing/sample.ts';

export const featuresSamples: SamplesOf<typeof areas.features> = {
  list: (app) => ({ params: { id: nordmark(app) } }),
  switch: (app) => ({
    params: { account: nordmark(app), feature: 'secure_software_manager' },
    body: [{ feature_id: 'release_approval', enabled: true }],
  }),
};
