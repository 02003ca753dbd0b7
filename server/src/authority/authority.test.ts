/** The platform's authorities on a real database, with OpenSSL as the second opinion. */
import { LIMITS } from '@signet/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readHealth } from '../health/health-store.ts';
import { newId } from '../ids.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { A_REQUEST } from '../testing/client-auth-certificate.ts';
import { issueFor, newKeyPair, withAuthorities } from '../testing/authorities.ts';
import { NotIssuable } from '../x509/certificate.ts';
import { readCertificate } from '../x509/read-certificate.ts';
import { BUILT_IN } from '../x509/profile.ts';
import { validityOf } from '../x509/validity.ts';
import { openSsl, pem } from '../x509/testing/openssl.ts';
import { authorityFor, chainOf } from './authority-store.ts';
import { issue } from './issue.ts';
import { settleIntentions } from './intention-store.ts';
import { askForDueLists, publishList } from './list-store.ts';
import { makeAuthority } from './new-authority-store.ts';
import { builtInProfile, type BuiltIn } from './profile-store.ts';
import { openResponder, renewDueResponders } from './responder-store.ts';
import { releaseCertificate, revokeCertificate, statusesOf } from './revocation-store.ts';
import { setUpAuthorities } from './set-up-store.ts';
import { tendAuthorities } from './tending.ts';

const ssl = openSsl();
let app: TestApp;
let authorityId: string;
beforeAll(async () => {
  app = await startTestApp();
  authorityId = await withAuthorities(app);
});
afterAll(() => app.close());

/** What OpenSSL says of a certificate of ours, with all lists that are published. */
async function verify(certificate: Uint8Array): Promise<{ agrees: boolean; says: string }> {
  const chain = await chainOf(app.db, authorityId);
  const { rows } = await sql<{ list: Buffer }>`select list from certificate_revocation_list`.execute(app.db);
  ssl.put('root.pem', pem('CERTIFICATE', chain[1] ?? Buffer.alloc(0)));
  ssl.put('issuing.pem', pem('CERTIFICATE', chain[0] ?? Buffer.alloc(0)));
  ssl.put('lists.pem', rows.map(({ list }) => pem('X509 CRL', list)).join(''));
  ssl.put('leaf.pem', pem('CERTIFICATE', certificate));
  const at = Math.floor(app.clock.now().getTime() / 1000);
  const how = `-x509_strict -crl_check_all -purpose sslclient -attime ${at} -CRLfile lists.pem`;
  return ssl.ask(...`verify ${how} -CAfile root.pem -untrusted issuing.pem leaf.pem`.split(' '));
}

const stateOf = async (id: string) =>
  (await app.db.selectFrom('certificate').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
const inOne = <T>(work: (tx: TestApp['db']) => Promise<T>): Promise<T> => app.db.transaction().execute(work);

describe('a platform that people reach by https', () => {
  test.each([
    ['the name of the platform', { PUBLIC_URL: 'https://console.example.org:8443' }, 'http://console.example.org/'],
    ['the address for it', { PUBLIC_URL: 'https://a.example', PKI_URL: 'http://pki.example' }, 'http://pki.example/'],
  ])('issues certificates that are checked by plain http, at %s', async (_, config, address) => {
    const secure = await startTestApp({ config });
    try {
      await withAuthorities(secure);
      const { certificate } = await issueFor(secure);
      ssl.put('secure.pem', pem('CERTIFICATE', certificate));
      const ask = 'x509 -in secure.pem -noout -ext crlDistributionPoints,authorityInfoAccess';
      const { says } = ssl.ask(...ask.split(' '));
      const addresses = [...says.matchAll(/URI:(\S+)/g)].map(([, uri = '']) => uri);
      expect(addresses).toHaveLength(3);
      for (const uri of addresses) expect(uri.startsWith(`${address}certificate-authority/`), uri).toBe(true);
    } finally {
      await secure.close();
    }
  });
});

describe('the platform’s authorities', () => {
  test('are told of in the log, once', async () => {
    const events = app.db
      .selectFrom('audit_event')
      .select(['action', 'resource_name', 'actor_via', 'after'])
      .where('resource_type', '=', 'CERTIFICATE_AUTHORITY')
      .orderBy('resource_name', 'desc');
    await setUpAuthorities(app.runtime, app.clock.now(), { keyType: 'ec_p256' });
    const told = { action: 'CREATE', actor_via: 'system' };
    expect(await events.execute()).toMatchObject([
      {
        ...told,
        resource_name: 'Signet Root CA',
        after: { key_type: 'ec_p256', fingerprint: expect.stringMatching(/^[\da-f]{64}$/) },
      },
      { ...told, resource_name: 'Signet Issuing CA', after: { subject: expect.stringContaining('Signet Issuing CA') } },
    ]);
  });

  test('are a root and one below it, with keys in sealed boxes, made once', async () => {
    expect(await setUpAuthorities(app.runtime, app.clock.now(), { keyType: 'ec_p256' })).toBeNull();
    const { rows } = await sql<Record<string, unknown>>`select name, state, key_location, key_sealed, issuer_id
      from certificate_authority order by created_at, id`.execute(app.db);
    expect(rows).toMatchObject([
      { name: 'Signet Root CA', state: 'active', key_location: 'sealed', issuer_id: null },
      { name: 'Signet Issuing CA', state: 'active', key_location: 'sealed' },
    ]);
    const chain = await chainOf(app.db, authorityId);
    expect(chain.map((der) => readCertificate(der))).toMatchObject([
      { subject: { components: { common_name: 'Signet Issuing CA' } }, authority: 0 },
      { subject: { components: { common_name: 'Signet Root CA' } }, authority: 1 },
    ]);
  });

  test('the stored profiles are those of the module', async () => {
    for (const name of Object.keys(BUILT_IN) as BuiltIn[])
      expect(await builtInProfile(app.db, name)).toMatchObject({ ...BUILT_IN[name] });
  });

  test('OpenSSL accepts what they issue, and what was revoked no more', async () => {
    const good = await issueFor(app);
    const bad = await issueFor(app, { common_name: 'Carl Ortega' });
    expect(await verify(good.certificate)).toMatchObject({ agrees: true });
    const now = app.clock.now();
    expect(await inOne((tx) => revokeCertificate(tx, bad.id, { reason: 'keyCompromise', by: null }, now))).toBe(true);
    expect(await publishList(app.runtime, authorityId, now)).toBe(2);
    expect((await verify(bad.certificate)).says).toContain('certificate revoked');
    expect(await verify(good.certificate)).toMatchObject({ agrees: true });
  });

  test('a hold is released; any other revocation is for good', async () => {
    const { id } = await issueFor(app);
    const now = app.clock.now();
    const revoke = (reason: 'certificateHold' | 'superseded') =>
      inOne((tx) => revokeCertificate(tx, id, { reason, by: null }, now));
    const release = () => inOne((tx) => releaseCertificate(tx, id, null, now));
    expect([await release(), await revoke('certificateHold'), await revoke('certificateHold')]).toEqual([
      false,
      true,
      false,
    ]);
    expect(await stateOf(id)).toBe('revoked');
    expect([await release(), await stateOf(id)]).toEqual([true, 'issued']);
    expect([await revoke('certificateHold'), await revoke('superseded'), await release()]).toEqual([true, true, false]);
  });

  test('the status of a serial is told from what was issued, never guessed', async () => {
    const [good, revoked] = [await issueFor(app), await issueFor(app)];
    const now = app.clock.now();
    await inOne((tx) => revokeCertificate(tx, revoked.id, { reason: 'superseded', by: null }, now));
    const serialOf = async (id: string) =>
      (await app.db.selectFrom('certificate').select('serial').where('id', '=', id).executeTakeFirstOrThrow()).serial;
    const asked = [await serialOf(good.id), Buffer.from('0badc0de', 'hex'), await serialOf(revoked.id)];
    expect(await statusesOf(app.db, authorityId, asked)).toEqual([
      { status: 'good' },
      { status: 'unknown' },
      { status: 'revoked', at: now, reason: 'superseded' },
    ]);
    expect(await statusesOf(app.db, newId(), asked)).toEqual(asked.map(() => ({ status: 'unknown' })));
  });
});

test('of a platform with a long name they have as many of its letters as fit, each of them whole', async () => {
  const long = await startTestApp();
  try {
    const name = `${'株'.repeat(63)}𠮷野`;
    await long.db.updateTable('account').set({ name }).where('system_account', '=', true).execute();
    const [issuing] = await chainOf(long.db, await withAuthorities(long));
    expect(readCertificate(issuing ?? new Uint8Array())).toMatchObject({
      subject: { components: { organization: `${'株'.repeat(63)}𠮷`, common_name: 'Signet Issuing CA' } },
    });
  } finally {
    await long.close();
  }
});

describe('what was intended', () => {
  test('is written down before the key is used, and revoked where its transaction fails', async () => {
    const before = app.clock.now();
    await expect(
      inOne(async (tx) => {
        const { publicKey } = newKeyPair();
        const profile = await builtInProfile(tx, 'client_auth');
        const order = { profile, subject: { common_name: 'Lost' }, publicKey, keyType: 'ec_p256', by: null } as const;
        await issue(app.runtime, tx, authorityId, order, before);
        throw new Error('The database went away.');
      }),
    ).rejects.toThrow('went away');
    const lost = () =>
      app.db
        .selectFrom('certificate')
        .select(['state', 'certificate', 'revocation_reason'])
        .where('common_name', '=', 'Lost')
        .executeTakeFirst();
    expect(await lost()).toEqual({ state: 'intended', certificate: null, revocation_reason: null });
    expect(await settleIntentions(app.db, before)).toBe(0);
    app.clock.pass(16 * 60);
    expect(await settleIntentions(app.db, app.clock.now())).toBe(1);
    expect(await lost()).toEqual({ state: 'revoked', certificate: null, revocation_reason: 'unspecified' });
  });

  test('breaks a rule: nothing is written down, and nothing signed', async () => {
    const count = async () => (await sql`select from certificate`.execute(app.db)).rows.length;
    const before = await count();
    await expect(issueFor(app, { common_name: 'Cleo\u202e Marchetti' })).rejects.toThrow(NotIssuable);
    expect(await count()).toBe(before);
  });
});

describe('as time goes by', () => {
  test('what a clock that was ahead has signed is in nobody’s way once it is right', async () => {
    const { runtime, clock } = app;
    const now = clock.now();
    const ahead = new Date(now.getTime() + 21 * 86_400_000);
    const number = await publishList(runtime, authorityId, ahead);
    await renewDueResponders(runtime, ahead);
    const { id, certificate } = await issueFor(app);
    // It ends before the time that the list is of.
    const soon = new Date(now.getTime() + 86_400_000);
    await sql`update certificate set valid_to = ${soon} where id = ${id}`.execute(app.db);
    await inOne((tx) => revokeCertificate(tx, id, { reason: 'keyCompromise', by: null }, now));
    expect(await tendAuthorities(runtime)).toMatchObject({ lists: 1, responders: 2 });
    const responder = await openResponder(runtime, authorityId, now);
    expect(validityOf(responder?.certificate ?? new Uint8Array()).validFrom.getTime()).toBeLessThanOrEqual(+now);
    expect(await publishList(runtime, authorityId, now)).toBe(number + 1);
    expect((await verify(certificate)).says).toContain('certificate revoked');
    expect(await tendAuthorities(runtime)).toMatchObject({ lists: 0, responders: 0 });
  });

  test('a responder is renewed ten days before it ends, and a list grows by number', async () => {
    const { runtime, clock } = app;
    const first = await openResponder(runtime, authorityId, clock.now());
    expect(await renewDueResponders(runtime, clock.now())).toBe(0);
    clock.pass(21 * 86_400);
    expect(await renewDueResponders(runtime, clock.now())).toBe(2);
    const second = await openResponder(runtime, authorityId, clock.now());
    expect(second?.certificate).not.toEqual(first?.certificate);
    const number = await publishList(runtime, authorityId, clock.now());
    expect(await publishList(runtime, authorityId, clock.now())).toBe(number + 1);
    clock.pass(31 * 86_400);
    expect(await openResponder(runtime, authorityId, clock.now())).toBeNull();
  });

  test('a responder that ends with its authority is not renewed again and again', async () => {
    const { runtime, clock, db } = app;
    const { valid_to } = await db
      .selectFrom('certificate_authority')
      .select('valid_to')
      .where('id', '=', authorityId)
      .executeTakeFirstOrThrow();
    const late = new Date(valid_to.getTime() - 5 * 86_400_000);
    expect(await renewDueResponders(runtime, late)).toBe(2);
    expect(await renewDueResponders(runtime, late)).toBe(0);
    // Those begin later than now.
    expect(await renewDueResponders(runtime, clock.now())).toBe(2);
  });

  test('an authority of an account signs for it before the platform’s, and gives its place to the next', async () => {
    const { runtime, clock, accountIds } = app;
    const accountId = accountIds.get('nordmark-lb') ?? '';
    const rootId = (
      await sql<{ id: string }>`select id from certificate_authority where issuer_id is null`.execute(app.db)
    ).rows[0]?.id;
    const wanted = {
      name: 'Nordmark CA',
      subject: { common_name: 'Nordmark Issuing CA' },
      keyType: 'ec_p384',
      issuerId: rootId ?? '',
      accountId,
      by: null,
    } as const;
    const own = await inOne((tx) => makeAuthority(runtime, tx, wanted, clock.now()));
    expect(await authorityFor(app.db, accountId, clock.now())).toBe(own);
    expect(await authorityFor(app.db, accountIds.get('orsini-custody') ?? '', clock.now())).toBe(authorityId);
    clock.pass(1);
    const next = { ...wanted, name: 'Nordmark CA G2', subject: { common_name: 'Nordmark Issuing CA G2' } };
    const second = await inOne((tx) => makeAuthority(runtime, tx, { ...next, replacesId: own }, clock.now()));
    expect(await authorityFor(app.db, accountId, clock.now())).toBe(second);
    expect((await verify((await issueFor(app)).certificate)).says).toContain('CRL has expired');
    expect(await askForDueLists(app.db, clock.now())).toBe(2);
    for (const id of [authorityId, rootId ?? '']) await publishList(runtime, id, clock.now());
    expect(await askForDueLists(app.db, clock.now())).toBe(0);
    expect(await verify((await issueFor(app)).certificate)).toMatchObject({ agrees: true });
    // Revoked by who began before the list was made and ended after it: one more list, once, has it.
    const { id } = await issueFor(app);
    const just = new Date(clock.now().getTime() - 1_000);
    await sql`update certificate set state = 'revoked', revoked_at = ${just}, revocation_reason = 'superseded'
      where id = ${id}`.execute(app.db);
    expect(await askForDueLists(app.db, clock.now())).toBe(0);
    clock.pass(3_600);
    expect(await askForDueLists(app.db, clock.now())).toBe(1);
    await publishList(runtime, authorityId, clock.now());
    clock.pass(3_600);
    expect(await askForDueLists(app.db, clock.now())).toBe(0);
  });
});

test.each([
  [
    'whose token is gone',
    sql`key_location = 'pkcs11', key_sealed = null, key_reference = '00'`,
    'lies in a PKCS #11 module',
  ],
  [
    'that opens no more',
    sql`key_sealed = set_byte(key_sealed, 40, 255 - get_byte(key_sealed, 40))`,
    'unable to authenticate data',
  ],
])('a key %s holds up nothing of the other authorities, and is told', async (_what, taken, why) => {
  const platform = await startTestApp();
  try {
    const { runtime, db, clock } = platform;
    const issuing = await withAuthorities(platform);
    const before = await openResponder(runtime, issuing, clock.now());
    await sql`update certificate_authority set ${taken} where id <> ${issuing}`.execute(db);
    clock.pass(21 * 86_400);
    await expect(tendAuthorities(runtime)).rejects.toThrow(why);
    const after = await openResponder(runtime, issuing, clock.now());
    expect(after?.certificate).toBeDefined();
    expect(after?.certificate).not.toEqual(before?.certificate);
    const { rows } = await sql<{ key: string }>`select key from graphile_worker.jobs
      where key = ${`authority.list:${issuing}`}`.execute(db);
    expect(rows).toHaveLength(1);
    expect((await readHealth(runtime, clock.now()))['authority-key']?.count).toBe(1);
  } finally {
    await platform.close();
  }
});

test('of several certificates asked for at the same moment somebody gets no more than anybody may have', async () => {
  const person = app.userIds.get('cleo') ?? '';
  const { id } = await issueFor(app, { belongsTo: { userId: person } });
  const { rows } = await sql<{ names: string }>`select string_agg(column_name, ', ') as names
    from information_schema.columns where table_name = 'certificate' and is_generated = 'NEVER'
      and column_name not in ('id', 'serial', 'fingerprint')`.execute(app.db);
  const names = sql.raw(rows[0]?.names ?? '');
  const most = LIMITS.certificatesPerPersonMax;
  await sql`insert into certificate (id, serial, fingerprint, ${names})
    select gen_random_uuid(), decode(md5('beside ' || n), 'hex'), 'beside ' || n, ${names}
    from certificate, generate_series(1, ${most - 2}) n where id = ${id}`.execute(app.db);
  const path = `/account/ui-api/v1/user/${person}/client-auth-certificate`;
  const answers = await Promise.all(
    Array.from({ length: 4 }, (_, n) => app.call('cleo', 'POST', path, { name: `${n}`, csr: A_REQUEST })),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409]);
});
