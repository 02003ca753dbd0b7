/** A platform whose authorities have their keys in a PKCS #11 module. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealedKeys } from '../keys/key-store.ts';
import { PIN, softHsm } from '@signet/pkcs11/testing/soft-hsm';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { issueFor, withAuthorities } from '../testing/authorities.ts';
import { KeyUnavailable } from '../x509/signer.ts';
import { openSsl, pem } from '../x509/testing/openssl.ts';
import { chainOf } from './authority-store.ts';
import { makeAuthority } from './new-authority-store.ts';

const ssl = openSsl();
const hsm = softHsm();
hsm.token('authority');
let app: TestApp;
let authorityId: string;
beforeAll(async () => {
  const settings = { PKCS11_MODULE: hsm.module, PKCS11_TOKEN: 'authority', PKCS11_PIN: PIN };
  app = await startTestApp({ config: { ...settings, foreign: hsm.environment } });
  authorityId = await withAuthorities(app);
});
afterAll(async () => {
  await app.close();
  hsm.remove();
});

test('its authorities sign there, OpenSSL agrees, and the database has no private key of theirs', async () => {
  const { certificate } = await issueFor(app);
  const chain = await chainOf(app.db, authorityId);
  const { rows: lists } = await sql<{ list: Buffer }>`select list from certificate_revocation_list`.execute(app.db);
  ssl.put('root.pem', pem('CERTIFICATE', chain[1] ?? Buffer.alloc(0)));
  ssl.put('issuing.pem', pem('CERTIFICATE', chain[0] ?? Buffer.alloc(0)));
  ssl.put('lists.pem', lists.map(({ list }) => pem('X509 CRL', list)).join(''));
  ssl.put('leaf.pem', pem('CERTIFICATE', certificate));
  const at = Math.floor(app.clock.now().getTime() / 1000);
  const how = `-x509_strict -crl_check_all -purpose sslclient -attime ${at} -CRLfile lists.pem`;
  expect(ssl.ask(...`verify ${how} -CAfile root.pem -untrusted issuing.pem leaf.pem`.split(' '))).toMatchObject({
    agrees: true,
  });
  const { rows } = await sql<Record<string, unknown>>`select key_location, key_sealed, key_reference
    from certificate_authority`.execute(app.db);
  expect(rows).toHaveLength(2);
  for (const row of rows)
    expect(row).toEqual({
      key_location: 'pkcs11',
      key_sealed: null,
      key_reference: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    });
});

test('without the module nothing is written down or issued, and with it they go on', async () => {
  const count = async () => (await sql`select from certificate`.execute(app.db)).rows.length;
  const before = await count();
  const withModule = app.runtime.keys;
  app.runtime.keys = sealedKeys(app.runtime.seal);
  await expect(issueFor(app)).rejects.toThrow(KeyUnavailable);
  app.runtime.keys = withModule;
  expect(await count()).toBe(before);
  await expect(issueFor(app)).resolves.toBeTruthy();
});

test('an authority whose key was sealed before there was a module signs on beside them', async () => {
  const { runtime, clock, accountIds } = app;
  const accountId = accountIds.get('nordmark-lb') ?? '';
  const { rows } = await sql<{ id: string }>`select id from certificate_authority
    where issuer_id is null`.execute(app.db);
  const wanted = {
    name: 'Nordmark CA',
    subject: { common_name: 'Nordmark Issuing CA' },
    keyType: 'ec_p256',
    issuerId: rows[0]?.id ?? '',
    accountId,
    by: null,
  } as const;
  // The root's key is in the module, the new authority's is sealed.
  const keys = { ...runtime.keys, create: sealedKeys(runtime.seal).create };
  const sealed = await app.db
    .transaction()
    .execute((tx) => makeAuthority({ ...runtime, keys }, tx, wanted, clock.now()));
  const { certificate } = await issueFor(app, { belongsTo: { accountId } });
  const [issuing, root] = await chainOf(app.db, sealed);
  ssl.put('root.pem', pem('CERTIFICATE', root ?? Buffer.alloc(0)));
  ssl.put('issuing.pem', pem('CERTIFICATE', issuing ?? Buffer.alloc(0)));
  ssl.put('leaf.pem', pem('CERTIFICATE', certificate));
  const at = Math.floor(clock.now().getTime() / 1000);
  expect(
    ssl.ask(...`verify -x509_strict -attime ${at} -CAfile root.pem -untrusted issuing.pem leaf.pem`.split(' ')),
  ).toMatchObject({ agrees: true });
});
