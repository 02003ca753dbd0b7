import type { areas } from '@signet/contract';
import { nordmark, type SamplesOf } from '../../testing/sample.ts';

export const packagesSamples: SamplesOf<typeof areas.packages> = {
  read: (app) => ({ params: { id: nordmark(app) } }),
  catalogue: () => ({ params: { application: 'ca_manager' } }),
  enable: (app) => ({ params: { id: nordmark(app), app: 'ca_manager' }, body: { package_code: 'premium' } }),
};
