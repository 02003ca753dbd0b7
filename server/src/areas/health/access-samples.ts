import type { areas } from '@signet/contract';
import { NO_INPUT, type SamplesOf } from '../../testing/sample.ts';

export const healthSamples: SamplesOf<typeof areas.health> = { read: NO_INPUT };
