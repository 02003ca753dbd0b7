import type { areas } from '@signet/contract';
import { nordmark, type SamplesOf } from '../../testing/sample.ts';

export const peopleSamples: SamplesOf<typeof areas.people> = {
  assignableRoles: (app) => ({ query: { access_scope: 'account', account_id: nordmark(app), limit: '1' } }),
};
