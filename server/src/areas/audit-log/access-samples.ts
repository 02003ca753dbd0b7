import type { areas } from '@signet/contract';
import { cleo, NO_INPUT, type SampleOf, type SamplesOf } from '../../testing/sample.ts';

/** An event of Cleo's. */
const one: SampleOf = async (app) => {
  await app.signIn('cleo');
  const event = await app.db
    .selectFrom('audit_event')
    .select('id')
    .where('actor_id', '=', cleo(app))
    .executeTakeFirstOrThrow();
  return { params: { id: event.id } };
};

export const auditLogSamples: SamplesOf<typeof areas.auditLog> = {
  list: NO_INPUT,
  export: NO_INPUT,
  evidence: NO_INPUT,
  read: one,
  adjacent: one,
  verify: one,
  checkpoint: NO_INPUT,
};
