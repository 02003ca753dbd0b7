/** What is no use, who may not, and what stands in the way. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Value } from '../../export/copy-text.ts';
import { rewriteAccountFile, type Change } from '../../testing/account-file.ts';
import type { Answer, TestApp } from '../../testing/app.ts';
import {
  arrivalAt as at,
  depart,
  fileOf,
  type Harbor,
  MIGRATE,
  MIGRATION,
  openMove,
  receiveFile,
  work,
} from '../../testing/moving-account.ts';

let source: TestApp;
let target: TestApp;
let harbor: Harbor;
let file: Buffer;
let departure: { id: string; code: string; address: string };
beforeAll(async () => {
  ({ source, target, harbor } = await openMove());
  departure = await depart(source, harbor.id);
  file = await fileOf(source, departure.id);
});
afterAll(() => Promise.all([source.close(), target.close()]));

const receive = (bytes: Buffer, code = departure.code): Promise<Answer['body']> => receiveFile(target, bytes, code);
const whyRefused = async (bytes: Buffer, code?: string): Promise<string> => {
  const { state, failure } = await receive(bytes, code);
  return `${state}: ${failure?.status}`;
};

const rewritten = (change: Change): Promise<Buffer> => rewriteAccountFile(file, departure, change);

describe('a file that is no use changes nothing', () => {
  test('one that is cut, anywhere', async () => {
    for (const share of [0.001, 0.1, 0.5, 0.9, 0.999])
      expect(await whyRefused(file.subarray(0, Math.floor(file.length * share))), String(share)).toMatch(
        /^refused: MIGRATION_FILE_(?:CUT|FOREIGN)$/,
      );
    expect(await whyRefused(file.subarray(0, file.length - 1))).toBe('refused: MIGRATION_FILE_CUT');
  });

  test('one of which a byte is altered, anywhere', async () => {
    for (const share of [0.02, 0.2, 0.4, 0.6, 0.8, 0.99]) {
      const altered = Buffer.from(file);
      const position = Math.floor(altered.length * share);
      altered[position] = (altered[position] ?? 0) ^ 1;
      expect(await whyRefused(altered), String(share)).toMatch(/^refused: MIGRATION_(?:FILE|CODE)_/);
    }
  });

  test('one of something else, and of a newer platform, which is said', async () => {
    expect(await whyRefused(Buffer.from('PK\u0003\u0004 no account'))).toBe('refused: MIGRATION_FILE_FOREIGN');
    expect(await whyRefused(await rewritten({ kind: 'platform' }))).toBe('refused: MIGRATION_FILE_FOREIGN');
    const newer = await receive(await rewritten({ header: (about) => ({ ...about, schema: 9_999 }) }));
    expect(newer.failure).toMatchObject({ status: 'MIGRATION_FILE_NEWER', params: { version: 9_999 } });
  });

  test('one with a wrong code; the right one opens it', async () => {
    const arrival = await receive(file, 'move_wrong');
    expect(arrival).toMatchObject({ state: 'refused', failure: { status: 'MIGRATION_CODE_WRONG' } });
    // Written in capitals it is the same arrival, also where its id is what the code is sealed for.
    const path = at(arrival.id.toUpperCase(), 'reading');
    expect((await target.call('ada', 'PUT', path, { code: departure.code })).body.id).toBe(arrival.id);
    await work(target, arrival.id);
    expect((await target.call('ada', 'GET', at(arrival.id))).body.state).toBe('rehearsed');
  });

  test('one that nobody has signed, and one that lies about what it holds', async () => {
    expect(await whyRefused(await rewritten({ signed: false }))).toBe('refused: MIGRATION_FILE_ALTERED');
    // The same rows under another signature are what they say.
    expect(await whyRefused(await rewritten({}))).toBe('rehearsed: undefined');
    const renamed: Change = { row: (table, row) => (table === 'organization' ? { ...row, name: 'Other' } : row) };
    expect(await whyRefused(await rewritten(renamed))).toBe('rehearsed: undefined');
    expect(await whyRefused(await rewritten({ ...renamed, lies: true }))).toBe('refused: MIGRATION_FILE_WRONG');
    // Signed, but by another key than the one it names; and by the one it names, under another name.
    for (const stranger of ['signet.local/audit', 'elsewhere.example/audit'])
      expect(await whyRefused(await rewritten({ signed: stranger }))).toBe('refused: MIGRATION_FILE_ALTERED');
    const origin: Change = { header: (about) => ({ ...about, origin: 'elsewhere.example/audit' }) };
    expect(await whyRefused(await rewritten(origin))).toBe('refused: MIGRATION_FILE_ALTERED');
    expect(await whyRefused(await rewritten({ end: (about) => ({ ...about, tables: [] }) }))).toBe(
      'refused: MIGRATION_FILE_WRONG',
    );
  });

  test('one that would make somebody of the platform, or what is nobody’s', async () => {
    const made: [string, Record<string, Value>][] = [
      ['app_user', { access_scope: 'system' }],
      ['account', { system_account: 'true' }],
      ['role', { predefined: 'true' }],
      ['certificate', { cert_type: 'root_ca' }],
      ['account', { id: target.accountIds.get('nordmark-lb') ?? '' }],
      // No table could have such a key.
      ['organization', { id: 'first' }],
      ['user_role', { role_id: null }],
    ];
    for (const [name, values] of made)
      expect(
        await whyRefused(await rewritten({ row: (table, row) => (table === name ? { ...row, ...values } : row) })),
        name,
      ).toBe('refused: MIGRATION_FILE_WRONG');
    expect(await whyRefused(await rewritten({ twice: 'role' }))).toBe('refused: MIGRATION_FILE_WRONG');
  });

  test('one with days and moments that are none, or addresses that no mail goes to', async () => {
    const made: [string, Record<string, Value>][] = [
      ['certificate', { valid_to: 'infinity' }],
      ['certificate', { valid_to: '10000-01-01 00:00:00+00' }],
      ['account', { service_to: '-infinity' }],
      ['account', { service_from: '0044-03-15 BC' }],
      ['seat', { created_at: 'now' }],
      ['app_user', { email: 'harriet' }],
      ['app_user', { email: 'harriet@harbor.example\r\nBcc: ida@harbor.example' }],
      ['enrollment', { email: 'nobody at all' }],
    ];
    for (const [name, values] of made)
      expect(
        await whyRefused(await rewritten({ row: (table, row) => (table === name ? { ...row, ...values } : row) })),
        JSON.stringify(values),
      ).toBe('refused: MIGRATION_FILE_WRONG');
  });

  test('parts that are missing, too large, or sent when it is too late', async () => {
    const { body } = await target.call('ada', 'POST', `${MIGRATION}/arrival`, { source: 'file', bytes: 10 });
    const part = (content: Buffer): Promise<Answer> =>
      target.call('ada', 'PUT', at(body.id, 'part/0'), { content: content.toString('base64') });
    expect((await target.call('ada', 'PUT', at(body.id, 'reading'), { code: 'c' })).body.error.status).toBe(
      'MIGRATION_PARTS_MISSING',
    );
    expect((await part(Buffer.alloc(11))).body.error.status).toBe('MIGRATION_FILE_LARGE');
    expect((await part(Buffer.alloc(10))).status).toBe(204);
    expect((await part(Buffer.alloc(10))).status).toBe(204);
    expect((await target.call('ada', 'PUT', at(body.id, 'reading'), { code: 'c' })).status).toBe(200);
    await work(target, body.id);
    const tooLarge = { source: 'file', bytes: 300_000_000 };
    expect((await target.call('ada', 'POST', `${MIGRATION}/arrival`, tooLarge)).status).toBe(400);
    expect((await target.call('ada', 'DELETE', at(body.id))).status).toBe(204);
    expect((await target.call('ada', 'GET', at(body.id))).status).toBe(404);
  });
});

describe('who may', () => {
  test('[S-263] whoever lacks the permission, or the flag, is answered 403, and nothing is migrated', async () => {
    const { id } = await receive(file);
    const body = { account_identifier: 'harbor', migration_id: id };
    for (const person of ['ben', 'cleo', 'emil'] as const)
      expect((await target.call(person, 'POST', MIGRATE, body)).status, person).toBe(403);
    await target.db
      .insertInto('feature_flag')
      .values({ name: 'AM_enable_account_migration', key: '', enabled: false, updated_at: target.clock.now() })
      .execute();
    expect((await target.call('ada', 'POST', MIGRATE, body)).body.error.status).toBe('FEATURE_OFF');
    expect((await target.call('ada', 'GET', at(id))).status).toBe(403);
    await sql`delete from feature_flag where name = 'AM_enable_account_migration'`.execute(target.db);
    expect((await target.call('ada', 'GET', at(id))).body.state).toBe('rehearsed');
    const { rows } = await sql`select from account where friendly_identifier = 'harbor'`.execute(target.db);
    expect(rows).toEqual([]);
  });

  test('an identifier that is not that of the file is refused under its field; what is not there is 404', async () => {
    const { id } = await receive(file);
    const wrong = await target.call('ada', 'POST', MIGRATE, { account_identifier: 'other', migration_id: id });
    expect(wrong.body.error).toMatchObject({ status: 'MIGRATION_OTHER_ACCOUNT', fields: { account_identifier: {} } });
    const none = { account_identifier: 'harbor', migration_id: harbor.id };
    expect((await target.call('ada', 'POST', MIGRATE, none)).status).toBe(404);
    for (const step of ['confirm', 'undo', 'again'])
      expect((await target.call('ada', 'PUT', at(id, step))).body.error.status, step).toBe('MIGRATION_NOT_NOW');
  });

  test('what may be fetched opens by its code alone, in its time, until it is ended', async () => {
    const own = `/account/ui-api/v1/migration/transfer/${departure.id}`;
    const fetched = (code: string, path = ''): Promise<Answer> =>
      source.request('GET', `${own}${path}`, undefined, { 'x-transfer-code': code });
    expect((await fetched(departure.code)).body).toMatchObject({ ready: true, bytes: file.length });
    expect((await fetched('move_wrong')).status).toBe(404);
    expect((await fetched(departure.code, '/part/0')).status).toBe(200);
    expect((await fetched(departure.code, '/part/9')).status).toBe(404);
    // Whoever guesses is held up.
    let last = 0;
    for (let n = 0; n < 70; n += 1) last = (await fetched('move_wrong')).status;
    expect(last).toBe(429);
    source.clock.pass(73 * 3_600);
    expect((await fetched(departure.code)).status).toBe(404);
    source.clock.pass(-73 * 3_600 + 120);
    const again = await source.call('ada', 'POST', `/account/ui-api/v1/account/${harbor.id}/departure`);
    expect(again.body.error.status).toBe('MIGRATION_UNDER_WAY');
    const revoke = `${MIGRATION}/departure/${departure.id}/revoke`;
    expect((await source.call('ada', 'PUT', revoke)).body.state).toBe('revoked');
    expect((await fetched(departure.code)).status).toBe(404);
    expect((await source.call('ada', 'PUT', revoke)).status).toBe(409);
    const platform = source.accountIds.get('signet-platform') ?? '';
    const system = await source.call('ada', 'POST', `/account/ui-api/v1/account/${platform}/departure`);
    expect(system.body.error.status).toBe('SYSTEM_ACCOUNT');
    expect((await source.call('ben', 'POST', `/account/ui-api/v1/account/${harbor.id}/departure`)).status).toBe(403);
  });
});
