import type { areas } from '@signet/contract';
import { newId } from '../../ids.ts';
import type { TestApp } from '../../testing/app.ts';
import { nordmark, type SampleOf, type SamplesOf } from '../../testing/sample.ts';

type Moments = { started_at?: Date; ended_at?: Date };

/** A plan, Ada's or another's, to give Nordmark another language. */
async function aPlan(app: TestApp, moments: Moments = {}, maker: 'ada' | 'ben' = 'ada'): Promise<string> {
  const now = app.clock.now();
  const id = newId();
  await app.db
    .insertInto('bulk_plan')
    .values({
      id,
      made_by: app.userIds.get(maker) ?? '',
      act: 'accounts.language',
      input: '{"locale":"fr_FR"}',
      filters: null,
      effects: '{}',
      typed: false,
      made_at: now,
      expires_at: new Date(now.getTime() + 3_600_000),
      ...moments,
    })
    .execute();
  await app.db
    .insertInto('bulk_row')
    .values({
      plan_id: id,
      position: 1,
      target_id: nordmark(app),
      name: 'Nordmark Landesbank',
      version: 1,
      verdict: 'change',
      ...(moments.ended_at ? { outcome: 'done', undo_input: '{"locale":"de_DE"}', done_version: 1 } : {}),
    })
    .execute();
  return id;
}

/** Ada's plan, and a run of Ben's: he sees his, she both. */
const both: SampleOf = async (app) => {
  await aPlan(app);
  await aPlan(app, { started_at: app.clock.now() }, 'ben');
  return {};
};

const planned: SampleOf = async (app) => ({ params: { id: await aPlan(app) } });
const running: SampleOf = async (app) => ({ params: { id: await aPlan(app, { started_at: app.clock.now() }) } });
const ended: SampleOf = async (app) => {
  const now = app.clock.now();
  return { params: { id: await aPlan(app, { started_at: now, ended_at: now }) } };
};

export const bulkSamples: SamplesOf<typeof areas.bulk> = {
  list: both,
  read: planned,
  rows: planned,
  export: planned,
  run: planned,
  stop: running,
  seen: ended,
  again: planned,
  undo: ended,
};
