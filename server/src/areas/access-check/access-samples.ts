import type { areas } from '@signet/contract';
import { cleo, type SamplesOf } from '../../testing/sample.ts';

export const accessCheckSamples: SamplesOf<typeof areas.accessCheck> = {
  check: (app) => ({ query: { act: 'accounts.view', user_id: cleo(app) } }),
};
