import type { areas } from '@signet/contract';
import { cleo, NO_INPUT, type SamplesOf } from '../../testing/sample.ts';

export const auditLogSamples: SamplesOf<typeof areas.auditLog> = {
  async verify(app) {
    await app.signIn('cleo');
    const event = await app.db
      .selectFrom('audit_event')
      .select('id')
      .where('actor_id', '=', cleo(app))
      .executeTakeFirstOrThrow();
    return { params: { id: event.id } };
  },
  checkpoint: NO_INPUT,
};
