/** What is looked at by itself: the checks of an authority, the keys, and what is stored of certificates. */
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { readHealth } from '../health/health-store.ts';
import type { TestApp } from '../testing/app.ts';
import { issueFor, withAuthorities } from '../testing/authorities.ts';
import { onePlatform } from '../testing/one-platform.ts';
import { KeyUnavailable } from '../x509/signer.ts';
import { checkRecords } from './check-store.ts';
import { checkAuthority, type AuthorityFacts } from './health-store.ts';
import { probeKeys } from './key-probe-store.ts';
import { publishList } from './list-store.ts';
import { revokeCertificate } from './revocation-store.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const days = (count: number): Date => new Date(NOW.getTime() + count * 86_400_000);
const WELL: AuthorityFacts = {
  id: 'one',
  state: 'active',
  validTo: days(3_000),
  listEnds: days(7),
  responderEnds: days(30),
  openSince: null,
  keyGoneSince: null,
};
const verdicts = (facts: Partial<AuthorityFacts>): string =>
  checkAuthority({ ...WELL, ...facts }, NOW)
    .map(({ check, verdict }) => `${check} ${verdict}`)
    .join(', ');

test('the report of an authority: all well, late, wrong, and of one that needs nothing any more', () => {
  expect(verdicts({})).toBe('list well, responder well, end well, intentions well, key well');
  expect(verdicts({ listEnds: days(3), responderEnds: days(8), validTo: days(396), openSince: days(-0.01) })).toBe(
    'list due, responder due, end due, intentions well, key well',
  );
  expect(
    verdicts({
      listEnds: null,
      responderEnds: days(-1),
      validTo: days(89),
      openSince: days(-0.1),
      keyGoneSince: days(-1),
    }),
  ).toBe('list wrong, responder wrong, end wrong, intentions wrong, key wrong');
  expect(verdicts({ state: 'retired', validTo: days(10) })).toBe(
    'list well, responder well, end none, intentions well, key well',
  );
  // One that ends with its authority is as long as it can be.
  expect(verdicts({ state: 'retired', validTo: days(3), responderEnds: days(3) })).toBe(
    'list well, responder well, end none, intentions well, key well',
  );
  expect(verdicts({ state: 'revoked', listEnds: null, keyGoneSince: NOW })).toBe(
    'list none, responder none, end none, intentions well, key none',
  );
});

describe('on a platform', () => {
  let app: TestApp;
  let authorityId: string;
  onePlatform((platform) => (app = platform));
  beforeEach(async () => {
    authorityId = await withAuthorities(app);
  });
  const wrong = async (): Promise<string[]> =>
    Object.entries(await readHealth(app.runtime, app.clock.now())).flatMap(([kind, found]) =>
      found && /^authority|^certificate/.test(kind) ? [`${kind} ${found.count}`] : [],
    );

  test('what ends and was not renewed is told to those who look after it, with since when', async () => {
    expect(await wrong()).toEqual([]);
    app.clock.pass(5.5 * 86_400);
    expect(await wrong()).toEqual(['authority-list 2']);
    expect((await readHealth(app.runtime, app.clock.now()))['authority-list']?.since).toEqual(days(5));
    const { body } = await app.request('GET', '/readyz');
    expect(body.standing_still).toContain('authority-list');
    await publishList(app.runtime, authorityId, app.clock.now());
    expect(await wrong()).toEqual(['authority-list 1']);
    app.clock.pass(21 * 86_400);
    expect(await wrong()).toEqual(['authority-list 2', 'authority-responder 2']);
  });

  test('a key that does not answer is told, and forgotten once it does', async () => {
    const { runtime, clock } = app;
    expect(await probeKeys(runtime, clock.now())).toBe(0);
    const open = () => Promise.reject(new KeyUnavailable('The token was pulled.'));
    const gone = { ...runtime, keys: { ...runtime.keys, open } };
    expect(await probeKeys(gone, clock.now())).toBe(2);
    clock.pass(3_600);
    await probeKeys(gone, clock.now());
    expect(await wrong()).toEqual(['authority-key 2']);
    expect((await readHealth(app.runtime, clock.now()))['authority-key']?.since).toEqual(NOW);
    expect(await probeKeys(runtime, clock.now())).toBe(0);
    expect(await wrong()).toEqual([]);
  });

  test('a row that says another thing than its certificate is found by the next check', async () => {
    const { id } = await issueFor(app);
    const check = () => checkRecords(app.runtime, app.clock.now());
    // Two authorities, their two responders, and this one.
    expect(await check()).toEqual({ looked: 5, wrong: 0 });
    await sql`update certificate set serial = '\\xbadc0de1', valid_to = valid_to + interval '1 day',
      fingerprint = repeat('0', 64) where id = ${id}`.execute(app.db);
    expect(await check()).toEqual({ looked: 5, wrong: 1 });
    const found = async () =>
      (await sql<{ findings: string[] }>`select findings from certificate_finding`.execute(app.db)).rows[0]?.findings;
    expect(await found()).toEqual(['fingerprint', 'serial', 'valid_to']);
    expect(await wrong()).toEqual(['certificate-records 1']);
    const { certificate_id } = await app.db
      .selectFrom('certificate_authority')
      .select('certificate_id')
      .where('id', '=', authorityId)
      .executeTakeFirstOrThrow();
    await sql`update certificate c set certificate = other.certificate from certificate other
      where c.id = ${id} and other.id = ${certificate_id}`.execute(app.db);
    await check();
    expect(await found()).toEqual(expect.arrayContaining(['signature', 'basic_constraints (RFC 5280, 4.2.1.9)']));
    await sql`delete from certificate_finding`.execute(app.db);
    await sql`delete from certificate where id = ${id}`.execute(app.db);
    expect(await wrong()).toEqual([]);
  });

  test('a list that lacks somebody who was revoked before it was signed is found', async () => {
    const { id } = await issueFor(app);
    const now = app.clock.now();
    await app.db.transaction().execute((tx) => revokeCertificate(tx, id, { reason: 'superseded', by: null }, now));
    app.clock.pass(60);
    await publishList(app.runtime, authorityId, app.clock.now());
    expect(await checkRecords(app.runtime, app.clock.now())).toMatchObject({ wrong: 0 });
    const other = await issueFor(app);
    await sql`update certificate set state = 'revoked', revoked_at = ${now}, revocation_reason = 'superseded'
      where id = ${other.id}`.execute(app.db);
    // As of a deletion that began before the list and was committed after it: the next list is about to have it.
    expect(await checkRecords(app.runtime, app.clock.now())).toMatchObject({ wrong: 0 });
    await sql`update certificate set revoked_at = ${new Date(now.getTime() - 20 * 60_000)}
      where id = ${other.id}`.execute(app.db);
    expect(await checkRecords(app.runtime, app.clock.now())).toMatchObject({ wrong: 1 });
    const { rows } = await sql<{ findings: string[] }>`select findings from certificate_finding`.execute(app.db);
    expect(rows).toEqual([{ findings: ['list_lacks_revoked'] }]);
  });
});
