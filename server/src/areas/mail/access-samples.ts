import type { areas } from '@signet/contract';
import { newId } from '../../ids.ts';
import { mailSeal } from '../../mail/queue.ts';
import { cleo, NO_INPUT, type SampleOf, type SamplesOf } from '../../testing/sample.ts';

/** A mail to Cleo that could not be sent. */
const failed: SampleOf = async (app) => {
  const id = newId();
  await app.db
    .insertInto('mail')
    .values({
      id,
      created_at: app.clock.now(),
      recipient: 'cleo@nordmark-lb.example',
      subject: 'Hello',
      body_sealed: app.runtime.seal.seal(Buffer.from('Hello'), mailSeal(id)),
      kind: 'password-reset',
      locale: 'en_US',
      user_id: cleo(app),
      status: 'failed',
    })
    .execute();
  return { params: { id } };
};

export const mailSamples: SamplesOf<typeof areas.mail> = {
  list: NO_INPUT,
  read: failed,
  resend: failed,
  planResend: async (app) => ({ body: { ids: [(await failed(app)).params?.['id']], input: {} } }),
};
