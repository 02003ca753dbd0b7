/** An account with very much in it: what one statement did to all of it would take longer than a statement may. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Name, type TestApp } from '../../testing/app.ts';
import { issueFor, withAuthorities } from '../../testing/authorities.ts';
import { ACCOUNTS as BASE } from '../../testing/new-account.ts';

const MANY = 2_001;
const LISTS = ['v1/organization', 'v1/seat', 'v1/certificate', 'v1/user', 'v2/enrollment'] as const;
const TABLES = ['organization', 'seat', 'certificate', 'app_user', 'enrollment', 'search_entry'];

let app: TestApp;
let account: string;
let kept: string;
/** What the other partner sees before. */
let former: Record<string, number>;
beforeAll(async () => {
  app = await startTestApp();
  account = app.accountIds.get('nordmark-lb') ?? '';
  await withAuthorities(app);
  const other = app.accountIds.get('orsini-custody') ?? '';
  kept = (await issueFor(app, { belongsTo: { accountId: other, userId: null } })).id;
  former = await totals('bea');
  await fill();
  for (const table of TABLES) await refuseManyAtOnce(table);
});
afterAll(() => app.close());

/** What each list tells somebody of how many rows there are. */
async function totals(name: Name): Promise<Record<string, number>> {
  const answers = await Promise.all(
    LISTS.map(async (list) => (await app.call(name, 'GET', `/account/ui-api/${list}?count=exact`)).body.total),
  );
  return Object.fromEntries(LISTS.map((list, index) => [list, answers[index]]));
}

async function fill(): Promise<void> {
  const each = sql`from generate_series(1, ${MANY}::int) n`;
  await sql`insert into organization (id, account_id, name, country, created_at, updated_at)
    select gen_random_uuid(), ${account}, 'Row ' || n, 'DE', now(), now() ${each}`.execute(app.db);
  await sql`insert into seat (id, account_id, type, name, identifier, created_at, updated_at)
    select gen_random_uuid(), ${account}, 'user', 'Row ' || n, 'row-' || n, now(), now() ${each}`.execute(app.db);
  await sql`insert into certificate (id, serial, state, cert_type, account_id, authority_id, seat_id, common_name,
      subject_text, issuer_text, key_type, valid_from, valid_to, certificate, fingerprint, created_at, updated_at)
    select gen_random_uuid(), decode(md5(s.identifier), 'hex'), 'issued', 'end_entity', s.account_id,
      (select id from certificate_authority where state = 'active' limit 1), s.id, s.name, 'CN=Row', 'CN=Test',
      'ec_p256', now(), now() + interval '1 year', '\\x01', gen_random_uuid(), now(), now()
    from seat s where s.account_id = ${account} and s.identifier like 'row-%'`.execute(app.db);
  await sql`insert into app_user (id, user_name, email, first_name, last_name, access_scope, primary_account_id,
      created_at, updated_at)
    select gen_random_uuid(), 'row-' || n, n || '@row.example', 'Row', n, 'account', ${account}, now(), now()
    ${each}`.execute(app.db);
  await sql`insert into user_account (user_id, account_id, given_at) select id, ${account}, now() from app_user
    where user_name like 'row-%'`.execute(app.db);
  await sql`insert into enrollment (id, account_id, user_id, name, email, locale, keystore_location, enrollment_method,
      stage, code_hash, sent_at, expires_at, created_at, updated_at)
    select gen_random_uuid(), ${account}, id, 'Row', email, 'en_US', 'browser', 'DDC', 'invited', id::text::bytea,
      now(), now() + interval '1 year', now(), now() from app_user where user_name like 'row-%'`.execute(app.db);
}

const refuseManyAtOnce = (table: string) =>
  sql
    .raw(
      `create function refuse_${table}() returns trigger language plpgsql as $$ begin
        if (select count(*) from changed) > 2000 then raise exception 'too many at once'; end if; return null; end $$;
      create trigger refuse_update after update on ${table} referencing old table as changed
        for each statement execute function refuse_${table}();
      create trigger refuse_delete after delete on ${table} referencing old table as changed
        for each statement execute function refuse_${table}()`,
    )
    .execute(app.db);

test('is given to another partner whole, some thousand rows by a statement, and nothing else is', async () => {
  const before = await totals('ben');
  const given = { partner_account_id: app.accountIds.get('calder-identity') };
  expect((await app.call('ada', 'PUT', `${BASE}/${account}/partner`, given)).status).toBe(200);
  const [lost, has] = [await totals('ben'), await totals('bea')];
  for (const list of LISTS) {
    expect((before[list] ?? 0) - (lost[list] ?? 0)).toBeGreaterThanOrEqual(MANY);
    expect((has[list] ?? 0) - (former[list] ?? 0)).toBe((before[list] ?? 0) - (lost[list] ?? 0));
  }
  const found = async (name: Name) =>
    (await app.call(name, 'GET', '/account/ui-api/v1/search?text=row-2001')).body.people.length;
  expect([await found('bea'), await found('ben')]).toEqual([1, 0]);
});

test('[A-050] is deleted whole, some thousand rows by a statement, and nothing else is', async () => {
  await sql`update certificate set valid_to = now() - interval '1 day' where common_name = 'Row 7'`.execute(app.db);
  await sql`update certificate set state = 'revoked', revoked_at = '2026-01-01', revocation_reason = 'keyCompromise'
    where common_name = 'Row 8'`.execute(app.db);
  expect((await app.call('ada', 'DELETE', `${BASE}/${account}`)).status).toBe(204);
  expect(await totals('bea')).toEqual(former);
  const { rows } = await sql<{ reason: string; certificates: number }>`
    select revocation_reason as reason, count(*)::int as certificates from certificate
    where account_id = ${account} and owner_account_id is null and seat_id is null group by 1 order by 1`.execute(
    app.db,
  );
  expect(rows).toEqual([
    { reason: 'cessationOfOperation', certificates: MANY - 1 },
    { reason: 'keyCompromise', certificates: 1 },
  ]);
  const left = await app.call('ada', 'GET', `/account/ui-api/v1/certificate/${kept}`);
  expect(left.body).toMatchObject({ status: 'issued', account_name: 'Orsini Custody' });
});
