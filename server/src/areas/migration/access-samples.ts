import type { areas } from '@signet/contract';
import { newId } from '../../ids.ts';
import { hashSecret } from '../../secrets.ts';
import type { TestApp } from '../../testing/app.ts';
import { NO_INPUT, nordmark, type SampleOf, type SamplesOf } from '../../testing/sample.ts';

const CODE = 'move_code-of-the-access-matrix';
const header = { 'x-transfer-code': CODE };

/** A departure of Nordmark with a file of one part. */
async function aDeparture(app: TestApp): Promise<string> {
  const id = newId();
  const now = app.clock.now();
  await app.db
    .insertInto('account_departure')
    .values({
      id,
      account_id: nordmark(app),
      state: 'ready',
      code_hash: hashSecret(CODE),
      made_at: now,
      made_by: app.userIds.get('ada') ?? '',
      expires_at: new Date(now.getTime() + 3_600_000),
      bytes: '4',
      sha256: 'aa',
      row_count: 1,
      left_behind: '[]',
    })
    .execute();
  await app.db
    .insertInto('account_departure_part')
    .values({ departure_id: id, position: 0, body: Buffer.from('file') })
    .execute();
  return id;
}

const ACCOUNT = { id: newId(), name: 'Elsewhere', friendly_identifier: 'elsewhere', type: 'standard' };
type State = 'receiving' | 'rehearsed' | 'stopped' | 'arrived';

/** An arrival of an account that has no rows at all, or of the one with this id. */
async function anArrival(app: TestApp, state: State, accountId = ACCOUNT.id): Promise<string> {
  const id = newId();
  const report = { same: true };
  await app.db
    .insertInto('account_arrival')
    .values({
      id,
      source: 'file',
      state,
      bytes: '4',
      made_at: app.clock.now(),
      made_by: app.userIds.get('ada') ?? '',
      run_by: '{}',
      account_id: accountId,
      account: JSON.stringify(ACCOUNT),
      tables: '[]',
      licenses: '[]',
      left_behind: '[]',
      conflicts: '[]',
      choices: '{}',
      progress: '{"table":null,"done":0,"total":0}',
      ...(state === 'arrived' ? { report: JSON.stringify({ ...EMPTY_REPORT, ...report }), report_note: 'note' } : {}),
    })
    .execute();
  await app.db
    .insertInto('account_arrival_part')
    .values({ arrival_id: id, position: 0, body: Buffer.alloc(4) })
    .execute();
  await app.db.insertInto('account_arrival_history').values({ arrival_id: id, position: 0, line: '{}' }).execute();
  return id;
}

const PLATFORM = { origin: 'a', address: 'b', public_key: 'c' };
const EMPTY_REPORT = {
  format: 'signet-account-report/1',
  arrival: ACCOUNT.id,
  departure: ACCOUNT.id,
  account: ACCOUNT,
  source: { ...PLATFORM, file_sha256: 'd' },
  target: PLATFORM,
  exported_at: '',
  compared_at: '',
  by: '',
  tables: [],
  conflicts: [],
  left_behind: [],
};

const departure: SampleOf = async (app) => ({ params: { id: await aDeparture(app) } });
const transfer: SampleOf = async (app) => ({ params: { id: await aDeparture(app) }, headers: header });
const arrival =
  (state: State, body?: unknown): SampleOf =>
  async (app) => ({ params: { id: await anArrival(app, state) }, ...(body === undefined ? {} : { body }) });

export const migrationSamples: SamplesOf<typeof areas.migration> = {
  listDepartures: NO_INPUT,
  readDeparture: departure,
  depart: (app) => ({ params: { id: nordmark(app) } }),
  revokeDeparture: departure,
  departureFile: departure,
  transfer,
  transferPart: async (app) => ({ params: { id: await aDeparture(app), position: '0' }, headers: header }),
  transferDone: async (app) => ({
    params: { id: await aDeparture(app) },
    headers: header,
    body: { to: 'https://elsewhere.example' },
  }),
  listArrivals: NO_INPUT,
  readArrival: arrival('rehearsed'),
  receive: () => ({ body: { source: 'file', bytes: 4 } }),
  putPart: async (app) => ({
    params: { id: await anArrival(app, 'receiving'), position: '0' },
    body: { content: Buffer.alloc(4).toString('base64') },
  }),
  readFile: arrival('receiving', { code: CODE }),
  choose: arrival('rehearsed', { choices: {} }),
  migrate: async (app) => ({
    body: { account_identifier: 'elsewhere', migration_id: await anArrival(app, 'rehearsed') },
  }),
  again: arrival('stopped'),
  // What is put into service is there.
  confirm: async (app) => ({ params: { id: await anArrival(app, 'arrived', nordmark(app)) } }),
  undo: arrival('arrived'),
  discard: arrival('rehearsed'),
  report: arrival('arrived'),
  history: arrival('arrived'),
};
