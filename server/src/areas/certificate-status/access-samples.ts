import type { areas } from '@signet/contract';
import { newId } from '../../ids.ts';
import { type SampleOf, type SamplesOf } from '../../testing/sample.ts';

const one: SampleOf = () => ({ params: { id: newId() } });

export const certificateStatusSamples: SamplesOf<typeof areas.certificateStatus> = {
  list: one,
  issuer: one,
  ask: one,
  read: () => ({ params: { id: newId(), request: 'MAA=' } }),
};
