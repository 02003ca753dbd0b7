import type { areas } from '@signet/contract';
import { newId } from '../../ids.ts';
import type { TestApp } from '../../testing/app.ts';
import { NO_INPUT, type SamplesOf } from '../../testing/sample.ts';

const COLLECTOR = { name: 'Collector', kind: 'syslog', address: 'collector.example.org:6514' } as const;

/** A receiver of the platform, which is sent the event of this index next. */
async function aReceiver(app: TestApp, next_index = 0): Promise<{ id: string }> {
  const id = newId();
  const now = app.clock.now();
  await app.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('audit_receiver')
      .values({ ...COLLECTOR, id, created_at: now, updated_at: now })
      .execute();
    await tx.insertInto('audit_delivery').values({ receiver_id: id, next_index, owed_since: now }).execute();
  });
  return { id };
}

export const auditForwardingSamples: SamplesOf<typeof areas.auditForwarding> = {
  feed: NO_INPUT,
  list: NO_INPUT,
  create: () => ({ body: COLLECTOR }),
  read: async (app) => ({ params: await aReceiver(app) }),
  update: async (app) => ({
    params: await aReceiver(app),
    body: { name: 'Archive', address: COLLECTOR.address },
  }),
  remove: async (app) => ({ params: await aReceiver(app) }),
  test: async (app) => ({ params: await aReceiver(app) }),
  sendAgain: async (app) => ({ params: await aReceiver(app, 3), body: { from_index: 1 } }),
};
