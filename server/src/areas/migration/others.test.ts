/** What is another tenant's stays out of a move: of the rows of a made-up file, and of the file that leaves. */
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readRows, type Value } from '../../export/copy-text.ts';
import { readExport } from '../../export/reader.ts';
import { rewriteAccountFile } from '../../testing/account-file.ts';
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
beforeEach(async () => {
  ({ source, target, harbor } = await openMove());
});
afterEach(() => Promise.all([source.close(), target.close()]));

type Row = Record<string, Value>;
const read = async (id: string): Promise<Answer['body']> => (await target.call('ada', 'GET', at(id))).body;

/** The rows of a file, by table. */
async function rowsIn(file: Buffer): Promise<Map<string, Row[]>> {
  const rows = new Map<string, Row[]>();
  let [name, columns]: [string, string[]] = ['', []];
  for await (const part of readExport(
    (async function* () {
      yield file;
    })(),
  )) {
    if (part.frame === 'table') [name, columns] = [part.name, part.columns.map((column) => column.name)];
    if (part.frame === 'table') rows.set(name, []);
    if (part.frame === 'rows')
      for (const values of readRows(part.data))
        rows.get(name)?.push(Object.fromEntries(columns.map((column, n) => [column, values[n] ?? null])));
  }
  return rows;
}

describe('a file that somebody has made up', () => {
  /** Brings a file in whose rows are changed; what the report says of a table. */
  async function brought(change: (table: string, row: Row) => Row, table: string): Promise<Answer['body']> {
    const departure = await depart(source, harbor.id);
    const file = await rewriteAccountFile(await fileOf(source, departure.id), departure, { row: change });
    const { id, state, conflicts } = await receiveFile(target, file, departure.code);
    expect({ state, conflicts }).toEqual({ state: 'rehearsed', conflicts: [] });
    const body = { account_identifier: 'harbor', migration_id: id };
    expect((await target.call('ada', 'POST', MIGRATE, body)).status).toBe(201);
    await work(target, id);
    const arrival = await read(id);
    expect([arrival.state, arrival.failure]).toEqual(['arrived', null]);
    return arrival.report.tables.find((one: { table: string }) => one.table === table);
  }
  /** How much an account that is here has of what the file could give it. */
  async function ownedBy(account: string | null): Promise<number[]> {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from organization
        where account_id is not distinct from ${account}::uuid
      union all select count(*)::int from role where not predefined and account_id is not distinct from ${account}::uuid
      union all select count(*)::int from user_account where account_id = ${account}::uuid
      union all select count(*)::int from app_user where primary_account_id = ${account}::uuid`.execute(target.db);
    return rows.map(({ n }) => n);
  }

  const foreign: [string, string][] = [
    ['organization', 'account_id'],
    ['role', 'account_id'],
    ['user_account', 'account_id'],
    ['app_user', 'primary_account_id'],
  ];
  test.each(foreign)('gives no %s to an account that is here already', async (table, column) => {
    const nordmark = target.accountIds.get('nordmark-lb') ?? '';
    const before = await ownedBy(nordmark);
    const told = await brought(
      (name, row) => ({
        ...row,
        ...('updated_by' in row && { updated_by: null }),
        ...(name === table && { [column]: nordmark }),
      }),
      table,
    );
    expect(told).toMatchObject({ arrived: 0, left_out: told.came });
    expect(await ownedBy(nordmark)).toEqual(before);
  });

  test.each(['organization', 'role'])('makes no %s that is nobody’s, and so the platform’s', async (table) => {
    const before = await ownedBy(null);
    const told = await brought((name, row) => (name === table ? { ...row, account_id: null } : row), table);
    expect(told).toMatchObject({ arrived: 0, left_out: told.came });
    expect(await ownedBy(null)).toEqual(before);
  });

  test('gives nobody who is here a role, or a token', async () => {
    const emil = target.userIds.get('emil') ?? '';
    const held = () => sql`select role_id from user_role where user_id = ${emil}`.execute(target.db);
    const before = (await held()).rows;
    const told = await brought((name, row) => {
      const given = name === 'user_role' ? row['role_id'] !== harbor.role : name === 'api_token';
      return given ? { ...row, user_id: emil } : row;
    }, 'api_token');
    expect(told).toMatchObject({ arrived: 0, left_out: 1 });
    expect((await held()).rows).toEqual(before);
  });
});

describe('the file of an account', () => {
  test('has nobody who belongs to another account as well, which is said', async () => {
    await sql`insert into user_account (user_id, account_id, given_at)
      values (${harbor.hugo}, ${source.accountIds.get('nordmark-lb')}, now())`.execute(source.db);
    const { id } = await depart(source, harbor.id);
    const rows = await rowsIn(await fileOf(source, id));
    const of = (table: string, column: string) => (rows.get(table) ?? []).map((row) => row[column]);
    expect(new Set(of('app_user', 'user_name'))).toEqual(new Set(['harbor-robot', 'harriet']));
    for (const table of ['user_account', 'user_role', 'api_token', 'list_setting'])
      expect(of(table, 'user_id')).not.toContain(harbor.hugo);
    const { body } = await source.call('ada', 'GET', `${MIGRATION}/departure/${id}`);
    expect(body.left_behind).toContainEqual({ kind: 'shared_people', count: 1, names: ['hugo'] });
  });

  test('has each row of its people once, in the order of the keys, however many there are', async () => {
    // More than are read at once, twice, and as many of somebody of another account.
    await sql`insert into list_setting (user_id, list, value, updated_at)
      select u.id, 'list ' || n, '{}', now() from app_user u, generate_series(1, 2000) n
      where u.user_name in ('harriet', 'cleo')`.execute(source.db);
    const { id } = await depart(source, harbor.id);
    const settings = (await rowsIn(await fileOf(source, id))).get('list_setting') ?? [];
    expect(new Set(settings.map((row) => row['user_id']))).toEqual(new Set([harbor.harriet]));
    const { rows } = await sql<{ list: string }>`select list from list_setting
      where user_id = ${harbor.harriet} order by list`.execute(source.db);
    expect(rows).toHaveLength(2001);
    expect(settings.map((row) => row['list'])).toEqual(rows.map(({ list }) => list));
  });

  test('shows no hash of a password or token, and no secret, to whoever has it without the code', async () => {
    const { id } = await depart(source, harbor.id);
    const text = JSON.stringify([...(await rowsIn(await fileOf(source, id)))]);
    expect(text).toContain('harriet@harbor.example');
    const { rows } = await sql<{ secret: string }>`select password_hash as secret from app_user
        where password_hash is not null and primary_account_id = ${harbor.id}
      union all select ltrim(token_hash::text, '\\x') from api_token
      union all select secret_hash from oauth_client_secret union all select code_hash from enrollment
      union all select ltrim(seed_sealed::text, '\\x') from authenticator_app
      union all select ltrim(key_sealed::text, '\\x') from saml_key`.execute(source.db);
    expect(rows.length).toBeGreaterThan(6);
    for (const { secret } of rows) expect(text).not.toContain(secret);
  });

  test('tells of what people of the platform did, and not from where', async () => {
    const organization = { name: 'Harbor Marine', country: 'DE', account_id: harbor.id };
    const asHarriet = { 'x-api-key': harbor.token };
    const made = await source.request('POST', '/account/ui-api/v1/organization', organization, asHarriet);
    expect(made.status).toBe(201);
    const { id } = await depart(source, harbor.id);
    const history = (await rowsIn(await fileOf(source, id))).get('account_history') ?? [];
    const events = history.map(({ line }) => JSON.parse(line ?? '')).filter((line) => 'event' in line);
    expect(events.length).toBeGreaterThan(0);
    const own = events.filter(({ event }) => event.actor_id === harbor.harriet);
    expect(own).not.toEqual([]);
    for (const { event, withheld } of own) expect([event.ip, withheld]).toEqual([expect.any(String), undefined]);
    for (const { event, withheld } of events.filter((one) => !own.includes(one))) {
      expect(event.actor_name).toBe('Ada Lindqvist');
      expect([event.ip, withheld]).toEqual([undefined, expect.arrayContaining(['ip', 'user_agent'])]);
    }
  });
});
