/** Everything that ends, in one list: who sees what, what will break, what is left out, and what is put off. */
import type { Ending } from '@signet/contract/areas/ends-soon';
import { ENDING_WEEK_MOST, mondayOf } from '@signet/contract/areas/ends-soon-record';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { seedPeople } from '../../../seed/people.ts';
import { endTrials } from '../../account-features/trial-store.ts';
import {
  accountEnds,
  certificateEnds,
  clientSecretEnds,
  inDays,
  samlCertificate,
  samlEnds,
  tokenEnds,
  trialEnds,
} from '../../endings/testing.ts';
import { newId } from '../../ids.ts';
import { evaluationLicense } from '../../license/evaluation.ts';
import { installLicense } from '../../license/license-store.ts';
import type { Answer, Name, TestApp } from '../../testing/app.ts';
import { issueFor, withAuthorities } from '../../testing/authorities.ts';
import { allowCertificates } from '../../testing/certificate-sign-in.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import { aSeat } from '../../testing/sample.ts';

const BASE = '/account/ui-api/v1/ends-soon';
const DAY = 86_400_000;

let app: TestApp;
const { undo } = onePlatform((one) => void (app = one), { signedIn: ['ada', 'ben', 'bea', 'cleo', 'carl', 'emil'] });

const list = (as: Name, query = 'limit=100'): Promise<Answer> => app.call(as, 'GET', `${BASE}?${query}`);
const items = async (as: Name, query?: string): Promise<Ending[]> => (await list(as, query)).body.items;
/** The rows by their ids, but for the platform's license, which is always there. */
const ids = async (as: Name, query?: string): Promise<string[]> =>
  (await items(as, query)).map(({ key }) => key).filter((id) => id !== 'license:platform');
const one = async (as: Name, id: string): Promise<Ending | undefined> =>
  (await items(as, 'limit=1000')).find((row) => row.key === id);
const snooze = (as: Name, id: string, until = inDays(app, 5), reason = 'A new order is on its way') =>
  app.call(as, 'PUT', `${BASE}/${encodeURIComponent(id)}/snooze`, { until, reason });
const wake = (as: Name, id: string) => app.call(as, 'DELETE', `${BASE}/${encodeURIComponent(id)}/snooze`);
const nordmark = (): string => app.accountIds.get('nordmark-lb') ?? '';
const status = ({ status: code, body }: Answer) => [code, body?.error?.status];

/** Nobody else's accounts end within a year. */
async function nothingElse(): Promise<void> {
  await app.db.updateTable('account').set({ service_to: null }).execute();
}

/** Somebody who sees accounts and the log alone; another one administers the account. */
async function onlyLooks(person: Name): Promise<void> {
  const roles = ['account_manager/Account administrator'];
  const other = { first: 'Nora', last: 'Lind', userName: 'nora', scope: 'account' as const, roles };
  const accounts = ['nordmark-lb'];
  await seedPeople(app.db, [{ ...other, accounts }], app.accountIds, 'no password', app.clock.now());
  const id = newId();
  const now = app.clock.now();
  const role = { id, app_code: 'account_manager' as const, name: 'Looks', account_id: nordmark() };
  await app.db
    .insertInto('role')
    .values({ ...role, permissions: ['view_audit_log', 'view_account'], created_at: now, updated_at: now })
    .execute();
  await app.db
    .updateTable('user_role')
    .set({ role_id: id })
    .where('user_id', '=', app.userIds.get(person) ?? '')
    .execute();
}

describe('the list', () => {
  test('names a day that has four digits for its year, also of what ends with the last one', async () => {
    await nothingElse();
    const account = app.db.updateTable('account').where('id', '=', nordmark());
    await account.set({ service_to: '9999-12-31' }).execute();
    const found = await one('ada', `account:${nordmark()}`);
    expect(found).toMatchObject({ ends_at: '9999-12-31 23:59:59', ends_on: '9999-12-31' });
  });

  test('has everything that ends, the soonest first, each with what will break and whose it is', async () => {
    await nothingElse();
    await allowCertificates(app, 'nordmark-lb');
    const seat = await aSeat(app);
    const rows = [
      await tokenEnds(app, 'cleo', 1),
      await trialEnds(app, 'nordmark-lb', 2),
      await certificateEnds(app, { days: 3, seat }),
      await certificateEnds(app, { days: 4, user: 'cleo', name: 'Laptop' }),
      await accountEnds(app, 'nordmark-lb', 5),
      await samlEnds(app, 'nordmark-lb', 6),
    ];
    const found = await items('ada', 'within=84&limit=100');
    expect(found.map(({ key }) => key)).toEqual([...rows, `sign_on_metadata:${nordmark()}`]);
    expect(found[0]).toMatchObject({
      kind: 'token',
      name: 'Nightly',
      record_id: app.userIds.get('cleo'),
      account_name: 'Nordmark Landesbank',
      ends_on: inDays(app, 1),
      owner_name: 'Cleo Marchetti',
      last_used_at: null,
      snooze: null,
    });
    expect(found[1]).toMatchObject({ kind: 'trial', app_code: 'ca_manager', name: 'Nordmark Landesbank' });
    expect(found[3]).toMatchObject({ kind: 'client_certificate', name: 'Laptop', people: 1, certificates: 0 });
    // Cleo, Emil and whoever else belongs to it; a service user signs in nowhere.
    expect(found[4]).toMatchObject({ kind: 'account', people: 2, certificates: 2, record_id: nordmark() });
    expect(found[5]).toMatchObject({ kind: 'sign_on_certificate', name: 'Entra ID', people: 2 });
    // A date in metadata shuts nobody out.
    expect(found[6]).toMatchObject({ kind: 'sign_on_metadata', people: null });
    const file = (await app.call('ada', 'GET', `${BASE}/export?kind=sign_on_metadata`)).body;
    expect(file).toContain('Sign-ins go on, but changes of the provider are not known here');
    // The last day counts: it is over when the next one begins.
    expect(found[4]?.ends_at).toBe(`${inDays(app, 6)} 00:00:00`);
    expect(await ids('ada', 'sort=ends_at:desc&within=84')).toEqual(
      [...rows, `sign_on_metadata:${nordmark()}`].toReversed(),
    );
    expect((await list('ada', 'sort=owner:asc')).body.error.status).toBe('UNKNOWN_SORT_COLUMN');
  });

  test('a certificate concerns whoever can sign in with it: nobody where the account lets nobody', async () => {
    await nothingElse();
    for (const user of ['ada', 'cleo', 'dora']) await certificateEnds(app, { days: 4, user, name: user });
    const concerned = async () =>
      Object.fromEntries((await items('ada', 'within=84')).map(({ name, people }) => [name, people]));
    expect(await concerned()).toEqual({ ada: 0, cleo: 0, dora: null });
    await allowCertificates(app, 'nordmark-lb');
    expect(await concerned()).toEqual({ ada: 0, cleo: 1, dora: null });
    await allowCertificates(app, 'signet-platform');
    expect(await concerned()).toEqual({ ada: 1, cleo: 1, dora: null });
    const file = (await app.call('ada', 'GET', `${BASE}/export?within=84`)).body;
    expect(file).toContain('1 person can’t sign in with it');
    expect(file).toContain('Calls with it are refused');
    const japanese = (await app.call('ada', 'GET', `${BASE}/export?within=84&locale=ja_JP`)).body;
    expect(japanese).toContain('1人がこれでサインインできなくなります。ほかに残る証明書はありません。');
  });

  test('shows each viewer what is theirs to see: another tenant sees none of it', async () => {
    await nothingElse();
    const seat = await aSeat(app);
    const rows = [
      await tokenEnds(app, 'cleo', 1),
      await trialEnds(app, 'nordmark-lb', 2),
      await certificateEnds(app, { days: 3, seat }),
      await certificateEnds(app, { days: 4, user: 'cleo' }),
      await accountEnds(app, 'nordmark-lb', 5),
      await samlEnds(app, 'nordmark-lb', 6),
      `sign_on_metadata:${nordmark()}`,
    ];
    for (const as of ['ben', 'cleo'] as const) expect([as, await ids(as, 'within=84')]).toEqual([as, rows]);
    for (const as of ['bea', 'carl'] as const) expect([as, await ids(as, 'within=84')]).toEqual([as, []]);
    expect((await list('emil')).status).toBe(403);
    // Without the permission for a kind its rows are not there, and neither is their number.
    await onlyLooks('cleo');
    const fewer = await list('cleo', 'within=84');
    expect(fewer.body.items.map(({ kind }: Ending) => kind)).toEqual([
      'token',
      'trial',
      'client_certificate',
      'account',
    ]);
    expect(fewer.body.total).toBe(4);
    expect(status(await snooze('cleo', rows[4] ?? ''))).toEqual([403, 'FORBIDDEN']);
    expect((await list('cleo', 'kind=certificate')).body).toMatchObject({ items: [], total: 0 });
    // Tokens of others are for those who look after people.
    await tokenEnds(app, 'carl', 3, 'Carl’s');
    expect(await ids('cleo', 'kind=token')).toEqual([rows[0]]);
  });

  test('counts of an account the certificates that are good, and nobody else’s', async () => {
    await nothingElse();
    const account = await accountEnds(app, 'nordmark-lb', 5);
    const [, revoked, ended, intended, elsewhere] = await Promise.all(
      ['A', 'B', 'C', 'D', 'E'].map((common_name) => certificateEnds(app, { days: 40, common_name })),
    );
    const set = (key: string | undefined, values: object) =>
      app.db
        .updateTable('certificate')
        .set(values)
        .where('id', '=', key?.split(':')[1] ?? '')
        .execute();
    await set(revoked, { state: 'revoked', revoked_at: app.clock.now(), revocation_reason: 'superseded' });
    await set(ended, { valid_to: new Date(app.clock.now().getTime() - DAY) });
    await set(intended, { state: 'intended' });
    await set(elsewhere, { account_id: app.accountIds.get('umbra-trust') ?? '' });
    for (const as of ['ada', 'ben', 'cleo'] as const)
      expect(await items(as, 'kind=account')).toMatchObject([{ key: account, certificates: 1 }]);
    for (const as of ['bea', 'carl'] as const) expect(await items(as, 'kind=account')).toEqual([]);
  });

  test('leaves out what was renewed, replaced, switched off or deleted', async () => {
    await nothingElse();
    const seat = await aSeat(app);
    await certificateEnds(app, { days: 3, seat });
    const renewed = await certificateEnds(app, { days: 40, seat });
    await certificateEnds(app, { days: 4, user: 'cleo', name: 'Laptop' });
    const laptop = await certificateEnds(app, { days: 41, user: 'cleo', name: 'Laptop' });
    const token = await certificateEnds(app, { days: 5, user: 'cleo', name: 'Token' });
    const old = await samlEnds(app, 'nordmark-lb', 6);
    const next = await samlCertificate(app, nordmark(), 'bb', new Date(app.clock.now().getTime() + 300 * DAY));
    const off = await tokenEnds(app, 'cleo', 7, 'Off');
    await app.db.updateTable('api_token').set({ enabled: false }).where('name', '=', 'Off').execute();
    const found = await ids('ada', 'within=365');
    expect(found).toEqual([token, `sign_on_metadata:${nordmark()}`, renewed, laptop, `sign_on_certificate:${next}`]);
    for (const gone of [old, off]) expect(found).not.toContain(gone);
    // The current key signs until somebody switches to the next one.
    const inTime = (days: number) => new Date(app.clock.now().getTime() + days * DAY);
    const key = { account_id: nordmark(), certificate: Buffer.of(0x30, 0), key_sealed: Buffer.of(1) };
    const own = [
      { ...key, id: newId(), state: 'current' as const, created_at: inTime(-300), valid_to: inTime(8) },
      { ...key, id: newId(), state: 'next' as const, created_at: inTime(-1), valid_to: inTime(300) },
    ];
    await app.db.insertInto('saml_key').values(own).execute();
    expect(await ids('ada', 'kind=sign_on_key&within=365')).toEqual([`sign_on_key:${own[0]?.id}`]);
    await app.db.updateTable('account').set({ saml_sign_in: false }).execute();
    expect((await items('ada', 'within=365')).some(({ kind }) => kind.startsWith('sign_on'))).toBe(false);
  });

  test('leaves out of each kind what is switched off, or whose account or person is', async () => {
    await nothingElse();
    const token = await tokenEnds(app, 'emil', 1);
    const trial = await trialEnds(app, 'nordmark-lb', 2);
    const ofSeat = await certificateEnds(app, { days: 3, seat: await aSeat(app) });
    const ofPerson = await certificateEnds(app, { days: 4, user: 'emil', name: 'Laptop' });
    const account = await accountEnds(app, 'nordmark-lb', 5);
    const all = [token, trial, ofSeat, ofPerson, account];
    expect(await ids('ada', 'within=84')).toEqual(all);
    const ofAccount = (values: object) => app.db.updateTable('account').set(values).where('id', '=', nordmark());
    const ofEmil = app.db.updateTable('app_user').set({ active: false }).where('user_name', '=', 'emil');
    const gone = async (change: { execute: () => Promise<unknown> }): Promise<string[]> =>
      undo(async () => {
        await change.execute();
        const found = await ids('ada', 'within=84');
        return all.filter((key) => !found.includes(key));
      });
    expect(await gone(ofAccount({ active: false }))).toEqual([account]);
    expect(await gone(ofAccount({ deleted_at: app.clock.now() }))).toEqual(expect.arrayContaining([trial, account]));
    expect(await gone(app.db.updateTable('certificate').set({ enabled: false }))).toEqual([ofSeat, ofPerson]);
    expect(await gone(ofEmil)).toEqual([token, ofPerson]);
  });

  test('has the license, authorities, and lists and responders that were not renewed', async () => {
    await nothingElse();
    const authority = await withAuthorities(app);
    await installLicense(app.db, await evaluationLicense(app.clock.now()), null, app.clock.now());
    const license = await one('ada', 'license:platform');
    expect(license).toMatchObject({ kind: 'license', account_id: null, record_id: null });
    expect(await one('cleo', 'license:platform')).toBeUndefined();
    expect(await one('ada', `authority:${authority}`)).toMatchObject({ name: 'Signet Issuing CA', certificates: 0 });
    expect((await items('ada')).some(({ kind }) => kind === 'revocation_list' || kind === 'responder')).toBe(false);
    const ends = new Date(app.clock.now().getTime() + 2 * DAY);
    const signed = { this_update: app.clock.now(), next_update: ends };
    await app.db
      .insertInto('certificate_revocation_list')
      .values({ authority_id: authority, number: 1, list: Buffer.of(0), ...signed })
      .onConflict((conflict) => conflict.column('authority_id').doUpdateSet(signed))
      .execute();
    expect(await one('ada', `revocation_list:${authority}`)).toMatchObject({ name: 'Signet Issuing CA' });
  });

  test('counts to no tenant what the platform’s authorities have signed for all of them', async () => {
    await nothingElse();
    const authority = await withAuthorities(app);
    await issueFor(app, { belongsTo: { accountId: app.accountIds.get('orsini-custody') ?? '' } });
    const due = { this_update: app.clock.now(), next_update: new Date(app.clock.now().getTime() + 2 * DAY) };
    await app.db
      .insertInto('certificate_revocation_list')
      .values({ authority_id: authority, number: 1, list: Buffer.of(0), ...due })
      .onConflict((conflict) => conflict.column('authority_id').doUpdateSet(due))
      .execute();
    const counts = async (as: Name) =>
      Promise.all(
        ['authority', 'revocation_list'].map(async (k) => (await one(as, `${k}:${authority}`))?.certificates),
      );
    expect([await counts('ada'), await counts('ben'), await counts('cleo')]).toEqual([
      [1, 1],
      [null, null],
      [null, null],
    ]);
    const file = async (as: Name): Promise<string> => (await app.call(as, 'GET', `${BASE}/export?locale=en_US`)).body;
    expect(await file('ada')).toContain('1 certificate ends with it');
    expect(await file('cleo')).toContain('Its certificates end with it');
    expect(await file('cleo')).toContain('Its certificates are refused by whoever checks them');
    // An account's own has signed for that account alone.
    await app.db
      .updateTable('certificate_authority')
      .set({ account_id: nordmark() })
      .where('id', '=', authority)
      .execute();
    expect(await counts('cleo')).toEqual([1, 1]);
  });

  test('has the former secret of a client, which the client itself outlives', async () => {
    await nothingElse();
    const former = await clientSecretEnds(app, 'nordmark-lb', 3, { name: 'Payroll' });
    const foreign = await clientSecretEnds(app, 'orsini-custody', 4);
    await clientSecretEnds(app, 'nordmark-lb', 5, { enabled: false });
    const ofPlatform = await clientSecretEnds(app, 'signet-platform', 6);
    expect(await ids('ada', 'kind=client_secret')).toEqual([former, foreign, ofPlatform]);
    expect(await items('cleo', 'kind=client_secret')).toMatchObject([
      { key: former, name: 'Payroll', record_id: nordmark(), ends_on: inDays(app, 3), last_used_at: null },
    ]);
    expect(await ids('bea', 'kind=client_secret')).not.toContain(former);
    expect((await one('ada', ofPlatform))?.record_id).toBeNull();
    expect((await snooze('cleo', former, inDays(app, 2))).status).toBe(200);
    expect((await snooze('cleo', foreign, inDays(app, 2))).status).toBe(404);
  });

  test('leads from the platform’s own SAML provider to no account, which has no page for it', async () => {
    await nothingElse();
    const of = await samlEnds(app, 'nordmark-lb', 5);
    const certificate = await samlEnds(app, 'signet-platform', 6);
    const account_id = app.accountIds.get('signet-platform') ?? '';
    const id = newId();
    await app.db
      .insertInto('saml_key')
      .values({
        id,
        account_id,
        certificate: Buffer.from('certificate'),
        key_sealed: Buffer.from('sealed'),
        state: 'current',
        created_at: app.clock.now(),
        valid_to: new Date(app.clock.now().getTime() + 7 * 86_400_000),
      })
      .execute();
    expect((await one('ada', of))?.record_id).toBe(nordmark());
    for (const key of [certificate, `sign_on_metadata:${account_id}`, `sign_on_key:${id}`])
      expect(await one('ada', key), key).toMatchObject({ account_id, record_id: null });
  });

  test('is filtered by name, kind, days, account, owner and what has ended', async () => {
    await nothingElse();
    const token = await tokenEnds(app, 'cleo', 10, 'Órsted import');
    const account = await accountEnds(app, 'nordmark-lb', 40);
    const other = await accountEnds(app, 'orsini-custody', 20);
    const over = await accountEnds(app, 'calder-identity', -3);
    const past = await tokenEnds(app, 'ada', -40, 'Long gone');
    for (const [query, wanted] of [
      ['name=orsted', [token]],
      ['kind=account', [other, account]],
      ['within=30', [token, other]],
      [`account_id=${nordmark()}`, [token, account]],
      ['owner=nobody&kind=account', [other, account]],
      [`ends_from=${inDays(app, 11)}&ends_to=${inDays(app, 20)}`, [other]],
      ['ended=true', [over]],
      ['ended=true&within=30', [over]],
    ] as const)
      expect([query, await ids('ada', query)]).toEqual([query, wanted]);
    expect(await ids('cleo', 'owner=mine')).toEqual([token]);
    expect(await ids('ada', 'ended=true')).not.toContain(past);
    for (const [query, refused] of [
      ['within=31', 'INVALID_INPUT'],
      ['kind=person', 'INVALID_INPUT'],
      ['ends_from=2026-13-01', 'INVALID_DATE'],
      [`ends_from=2027-01-02&ends_to=2027-01-01`, 'DATE_RANGE_REVERSED'],
    ] as const) {
      const answer = await list('ada', query);
      expect([query, answer.status]).toEqual([query, 400]);
      expect(JSON.stringify(answer.body), refused).toMatch(/"status":"[A-Z_]+"/);
    }
  });

  test('has a trial that has ended for thirty days, unless it goes on', async () => {
    await nothingElse();
    const trial = await trialEnds(app, 'nordmark-lb', 2);
    const lastDay = inDays(app, 2);
    const pass = (days: number) => {
      app.clock.pass(days * 86_400);
      app.forget('ada');
    };
    const listed = async () => [await ids('ada', 'kind=trial'), await ids('ada', 'kind=trial&ended=true')];
    pass(3);
    expect(await listed()).toEqual([[], [trial]]);
    expect((await endTrials(app.runtime)).ended).toBe(1);
    expect(await listed()).toEqual([[], [trial]]);
    expect(await items('ada', 'ended=true')).toMatchObject([{ app_code: 'ca_manager', ends_on: lastDay }]);
    const path = `/account/ui-api/v1/features/account/${nordmark()}/ca_manager/features`;
    const on = [{ feature_id: 'trial_account', enabled: true, end_date: inDays(app, 5) }];
    expect((await app.call('ada', 'PUT', path, on)).status).toBe(200);
    expect(await listed()).toEqual([[trial], []]);
    pass(6);
    await endTrials(app.runtime);
    pass(29);
    expect(await listed()).toEqual([[], [trial]]);
    pass(1);
    expect(await listed()).toEqual([[], []]);
  });

  test('comes in pages, and as CSV in the language asked for', async () => {
    await nothingElse();
    const rows = [];
    for (let n = 1; n <= 5; n += 1) rows.push(await tokenEnds(app, 'cleo', n, `=Token ${n}`));
    const page = await list('cleo', 'limit=2&offset=2');
    expect(page.body).toMatchObject({ total: 5, total_exact: true, items: [{ key: rows[2] }, { key: rows[3] }] });
    expect((await list('cleo', 'limit=2&offset=4&count=exact')).body).toMatchObject({
      total: 5,
      items: [{ key: rows[4] }],
    });
    const file = await app.call('cleo', 'GET', `${BASE}/export?locale=de_DE`);
    expect(file.headers['content-disposition']).toContain('ends-soon-');
    const lines = String(file.body).trim().split('\r\n');
    expect(lines[0]).toBe('Was,Art,Konto,Endet,Was ausfällt,Zuständig,Zuletzt verwendet,Zurückgestellt bis,Grund');
    expect(lines[1]).toBe(
      `'=Token 1,API-Token,Nordmark Landesbank,${inDays(app, 1)},Nichts: nie benutzt.,Cleo Marchetti,,,`,
    );
    expect(lines).toHaveLength(6);
  });

  test('goes on far down as it begins, and shows nobody else more', async () => {
    await nothingElse();
    const first = (await tokenEnds(app, 'cleo', 1)).split(':')[1] ?? '';
    await sql`insert into api_token (id, user_id, name, token_hash, last_four, end_date, created_at, updated_at)
      select gen_random_uuid(), user_id, 'Token ' || n, md5(n::text), last_four, end_date + n % 7,
        created_at, updated_at
      from api_token, generate_series(1, 540) n where id = ${first}`.execute(app.db);
    for (const sort of ['ends_at:asc', 'ends_at:desc', 'name:asc']) {
      const all = await items('cleo', `limit=1000&kind=token&sort=${sort}`);
      expect(all).toHaveLength(541);
      const page = await list('cleo', `limit=20&offset=510&kind=token&sort=${sort}`);
      expect(page.body).toMatchObject({ total: 541, items: all.slice(510, 530) });
    }
    expect((await list('carl', 'limit=20&offset=510&kind=token')).body).toMatchObject({ total: 0, items: [] });
  });

  test('refuses days of which the last is before the first, of the list and of its export alike', async () => {
    for (const path of [BASE, `${BASE}/export`]) {
      const answer = await app.call('cleo', 'GET', `${path}?ends_from=2027-02-01&ends_to=2027-01-01`);
      expect([answer.status, answer.body.error?.fields.ends_to.status], path).toEqual([400, 'END_BEFORE_START']);
    }
  });

  test('counts by kind and week, of what the viewer sees', async () => {
    await nothingElse();
    await tokenEnds(app, 'cleo', 0, 'Today');
    await tokenEnds(app, 'cleo', 14, 'Later');
    await accountEnds(app, 'nordmark-lb', 14);
    await accountEnds(app, 'orsini-custody', 200);
    await certificateEnds(app, { days: 14, user: 'cleo' });
    const answer = await app.call('cleo', 'GET', `${BASE}/weeks`);
    const monday = mondayOf(inDays(app, 0));
    const week = Math.floor((Date.parse(inDays(app, 14)) - Date.parse(monday)) / (7 * DAY));
    const counts = (...weeks: number[]) =>
      Array.from({ length: 12 }, (_, n) => weeks.filter((each) => each === n).length);
    expect(answer.body).toEqual({
      from: monday,
      kinds: [
        { kind: 'account', weeks: counts(week) },
        { kind: 'client_certificate', weeks: counts(week) },
        { kind: 'token', weeks: counts(0, week) },
      ],
    });
    expect((await app.call('carl', 'GET', `${BASE}/weeks`)).body.kinds).toEqual([]);
    expect((await app.call('emil', 'GET', `${BASE}/weeks`)).status).toBe(403);
  });

  test('of a week that has very many says no more than that', async () => {
    await nothingElse();
    await tokenEnds(app, 'cleo', 0);
    const cleo = app.userIds.get('cleo');
    await sql`insert into api_token (id, user_id, name, token_hash, last_four, end_date, created_at, updated_at)
      select gen_random_uuid(), user_id, 'Token ' || n, 'hash ' || n, last_four, end_date, created_at, updated_at
      from api_token, generate_series(1, ${ENDING_WEEK_MOST}) n where user_id = ${cleo}`.execute(app.db);
    const { body } = await app.call('cleo', 'GET', `${BASE}/weeks`);
    expect(body.kinds[0]).toMatchObject({ kind: 'token', weeks: [ENDING_WEEK_MOST, 0, ...Array(10).fill(0)] });
  });
});

describe('putting off', () => {
  test('is with a reason, until a day, for everybody on the same side, and in the log', async () => {
    const id = await accountEnds(app, 'nordmark-lb', 20);
    const done = await snooze('ada', id);
    expect(done.status).toBe(200);
    const snoozed = { until: inDays(app, 5), reason: 'A new order is on its way', by_name: 'Ada Lindqvist' };
    expect(done.body.snooze).toMatchObject(snoozed);
    expect((await one('ada', id))?.snooze).toMatchObject(snoozed);
    expect(await ids('ada', 'snoozed=true')).toEqual([id]);
    expect(await ids('ada', 'snoozed=false&within=84')).not.toContain(id);
    // What the platform thinks of its customers is not told to them, nor to their partner.
    for (const as of ['ben', 'cleo'] as const) expect((await one(as, id))?.snooze).toBeNull();
    await snooze('ben', id, inDays(app, 7), 'They decide on Monday');
    expect((await one('ben', id))?.snooze?.reason).toBe('They decide on Monday');
    expect((await one('ada', id))?.snooze?.reason).toBe(snoozed.reason);
    expect((await one('cleo', id))?.snooze).toBeNull();
    const events = await app.db
      .selectFrom('audit_event')
      .selectAll()
      .where('resource_type', '=', 'ENDING')
      .orderBy('at')
      .orderBy('id')
      .execute();
    expect(events).toMatchObject([
      { action: 'UPDATE', resource_id: id, resource_name: 'Nordmark Landesbank' },
      { actor_name: 'Ben Okafor', account_id: app.accountIds.get('umbra-trust') },
    ]);
    const read = async (as: Name) => {
      const answer = await app.call(as, 'GET', '/account/ui-api/v1/audit-log?resource_type=ENDING&limit=20');
      return answer.body.items.map(({ actor_name }: { actor_name: string }) => actor_name);
    };
    expect([await read('cleo'), await read('ben')]).toEqual([[], ['Ben Okafor']]);
    // The same again is no change; another reason is.
    await snooze('ada', id);
    expect((await snooze('ada', id, inDays(app, 5), 'Nobody answers')).body.snooze.reason).toBe('Nobody answers');
    expect((await wake('ada', id)).status).toBe(204);
    expect((await one('ada', id))?.snooze).toBeNull();
    expect((await wake('ada', id)).status).toBe(204);
    expect((await one('ben', id))?.snooze).not.toBeNull();
  });

  test('ends on its day, and as soon as the end is another', async () => {
    const id = await accountEnds(app, 'nordmark-lb', 20);
    await snooze('cleo', id);
    await accountEnds(app, 'nordmark-lb', 21);
    expect((await one('cleo', id))?.snooze).toBeNull();
    await accountEnds(app, 'nordmark-lb', 20);
    expect((await one('cleo', id))?.snooze).not.toBeNull();
    app.clock.pass((5 * DAY) / 1000);
    app.forget('cleo');
    expect((await one('cleo', id))?.snooze).toBeNull();
  });

  test('refuses days that make no sense, no reason, and rows that are not theirs', async () => {
    const id = await accountEnds(app, 'nordmark-lb', 20);
    const field = (answer: Answer, name: string) => answer.body.error?.fields?.[name]?.status;
    expect(field(await snooze('cleo', id, inDays(app, 0)), 'until')).toBe('SNOOZE_IN_PAST');
    expect(field(await snooze('cleo', id, inDays(app, 21)), 'until')).toBe('SNOOZE_BEYOND_END');
    expect((await snooze('cleo', id, inDays(app, 20))).status).toBe(200);
    expect(field(await snooze('cleo', id, 'soon'), 'until')).toBe('INVALID_DATE');
    expect(field(await snooze('cleo', id, inDays(app, 5), '  '), 'reason')).toBe('REQUIRED');
    expect(field(await snooze('cleo', id, inDays(app, 5), 'x'.repeat(201)), 'reason')).toBe('MAX_LENGTH');
    const foreign = await accountEnds(app, 'orsini-custody', 20);
    for (const unknown of [foreign, 'account:01a1fc66-0000-7000-8000-000000000000', 'account:x', 'person:x'])
      for (const answer of [await snooze('cleo', unknown), await wake('cleo', unknown)])
        expect([unknown, ...status(answer)]).toEqual([unknown, 404, 'NOT_FOUND']);
    expect((await snooze('cleo', 'nonsense')).status).toBe(400);
    const over = await accountEnds(app, 'calder-identity', -3);
    expect(status(await snooze('ada', over))).toEqual([409, 'ENDED_ALREADY']);
  });
});
