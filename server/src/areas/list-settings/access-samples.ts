import type { areas } from '@signet/contract';
import { NO_INPUT, type SamplesOf } from '../../testing/sample.ts';

export const listSettingsSamples: SamplesOf<typeof areas.listSettings> = {
  read: NO_INPUT,
  save: () => ({
    params: { list: 'accounts' },
    body: { filters: { active: 'any' }, hidden_columns: ['start'] },
  }),
};
