import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppCode } from '@signet/contract/viewer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../ids.ts';
import { everyFeature } from '../../license/features.ts';
import { issueLicense } from '../../license/issue.ts';
import { consume } from '../../license-ledger/use-store.ts';
import { startTestApp, type Name, type TestApp } from '../../testing/app.ts';
import { giveLicense } from '../../testing/licenses.ts';

const APP: AppCode = 'ca_manager';
const folder = mkdtempSync(join(tmpdir(), 'signet-what-if-'));
const issuer = generateKeyPairSync('ed25519');
const issuersFile = join(folder, 'issuers.json');
writeFileSync(issuersFile, JSON.stringify({ keys: [{ ...issuer.publicKey.export({ format: 'jwk' }), kid: 'umbra' }] }));

/** Umbra has 500 certificates, of which Nordmark has 100 and uses 3; Calder has 50. */
let app: TestApp;
const idOf = (identifier: string): string => app.accountIds.get(identifier) ?? '';
const whatIf = (person: Name, query: string, identifier = 'nordmark-lb') =>
  app.call(person, 'GET', `/account/ui-api/v1/account/${idOf(identifier)}/license/what-if?${query}`);
const used = (account: string | null, quantity: number) =>
  app.db.transaction().execute((tx) =>
    consume(tx, {
      app: APP,
      feature: 'certificates',
      account,
      subject: { kind: 'certificate', id: newId() },
      quantity,
      now: app.clock.now(),
    }),
  );
/** What Umbra, Calder, Nordmark and the platform have of certificates, as the license says it. */
async function books(): Promise<unknown[]> {
  const figures = async (path: string) => {
    const { features } = (await app.call('ada', 'GET', `/account/ui-api/v1/${path}license/usage/${APP}`)).body;
    const {
      limit,
      used: inUse,
      remaining,
    } = features.find(
      ({ name, generation }: { name: string; generation: string }) => name === 'certificates' && generation === 'v1',
    ).attributes;
    return [limit, inUse, remaining];
  };
  const accounts = ['umbra-trust', 'calder-identity', 'nordmark-lb'].map((one) => figures(`account/${idOf(one)}/`));
  return [...(await Promise.all(accounts)), await figures('')];
}

beforeAll(async () => {
  app = await startTestApp({ config: { LICENSE_ISSUERS: issuersFile } });
  await giveLicense(app, 'umbra-trust', APP, { certificates: 500 });
  await giveLicense(app, 'nordmark-lb', APP, { certificates: 100 });
  await giveLicense(app, 'calder-identity', APP, { certificates: 50 });
  await used(idOf('nordmark-lb'), 3);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const CERTIFICATES = { app_code: APP, feature: 'certificates', generation: 'v1' };
const HUNDRED = { limit: 100, used: 3, remaining: 97 };

describe('before something is done to an account', () => {
  test('its deletion: what it has goes back to its partner; asked for, it changes nothing', async () => {
    const before = await books();
    const { status, body } = await whatIf('ada', 'act=delete');
    expect([status, body]).toEqual([
      200,
      {
        effects: [
          {
            ...CERTIFICATES,
            before: HUNDRED,
            after: { limit: 0, used: 0, remaining: 0 },
            moved: 100,
            pool: { name: 'Umbra Trust Services', before: 400, after: 500 },
            former_pool: null,
          },
        ],
        shortages: [],
        accounts: 1,
      },
    ]);
    expect(await books()).toEqual(before);
  });

  test('another partner: refused with the list where that one has too little, and by the act itself', async () => {
    const calder = idOf('calder-identity');
    const { body } = await whatIf('ada', `act=reassign&partner_account_id=${calder}`);
    expect(body).toEqual({
      effects: [],
      shortages: [{ ...CERTIFICATES, limit: 50, needed: 100, missing: 50 }],
      accounts: 0,
    });
    const reassign = () =>
      app.call('ada', 'PUT', `/account/ui-api/v1/account/${idOf('nordmark-lb')}/partner`, {
        partner_account_id: calder,
      });
    const before = await books();
    expect((await reassign()).body.error.fields).toMatchObject({
      partner_account_id: { status: 'LICENSE_PARTNER_SHORT' },
    });
    expect(await books()).toEqual(before);
  });

  test('no partner any more: it comes from the platform, and the partner gets it back, as by the act', async () => {
    const [umbra, , nordmark, platform] = (await books()) as number[][];
    const { body } = await whatIf('ada', 'act=reassign');
    expect(body.effects).toEqual([
      {
        ...CERTIFICATES,
        before: HUNDRED,
        after: HUNDRED,
        moved: 100,
        pool: { name: null, before: platform?.[2], after: (platform?.[2] ?? 0) - 100 },
        former_pool: { name: 'Umbra Trust Services', before: 400, after: 500 },
      },
    ]);
    const path = `/account/ui-api/v1/account/${idOf('nordmark-lb')}/partner`;
    const give = async (partner: string | null) =>
      expect((await app.call('ada', 'PUT', path, { partner_account_id: partner })).status).toBe(200);
    await give(null);
    const after = (await books()) as number[][];
    expect([after[0]?.[2], after[3]?.[2], after[2]]).toEqual([500, body.effects[0].pool.after, nordmark]);
    await give(idOf('umbra-trust'));
    expect((await books())[0]).toEqual(umbra);
  });

  test('what is used of the platform itself, without a pool of its own, is told too', async () => {
    await giveLicense(app, 'calder-identity', APP, { certificate_authorities: 5 });
    const use = { app: APP, feature: 'certificate_authorities', account: idOf('orsini-custody'), quantity: 2 };
    const subject = { kind: 'authority', id: newId() };
    await app.db.transaction().execute((tx) => consume(tx, { ...use, subject, now: app.clock.now() }));
    const { effects } = (await whatIf('ada', 'act=delete', 'orsini-custody')).body;
    expect(effects).toMatchObject([
      { feature: 'certificate_authorities', before: { limit: 0, used: 2 }, moved: 2, pool: { before: 3, after: 5 } },
    ]);
    const gone = (await whatIf('ada', 'act=reassign', 'orsini-custody')).body.effects;
    expect(gone).toMatchObject([
      { former_pool: { name: 'Calder Identity', before: 3, after: 5 }, pool: { name: null } },
    ]);
  });

  test('an unlink leaves licenses where they are', async () => {
    expect((await whatIf('ada', 'act=unlink')).body.error.status).toBe('NOT_LINKED');
    const set = (id: string | null) =>
      app.db
        .updateTable('account')
        .set({ federated_account_id: id, federation_status: id && 'linked' })
        .where('id', '=', idOf('nordmark-lb'))
        .execute();
    await set('external-1');
    const { body } = await whatIf('cleo', 'act=unlink');
    expect(body).toEqual({
      effects: [{ ...CERTIFICATES, before: HUNDRED, after: HUNDRED, moved: 100, pool: null, former_pool: null }],
      shortages: [],
      accounts: 1,
    });
    await set(null);
  });

  test('it is for those who may do the act, and another tenant finds nothing', async () => {
    for (const stranger of ['bea', 'carl'] as const) expect((await whatIf(stranger, 'act=unlink')).status).toBe(404);
    for (const person of ['ben', 'cleo'] as const)
      for (const act of ['delete', 'reassign']) expect((await whatIf(person, `act=${act}`)).status).toBe(403);
    expect((await whatIf('ada', 'act=delete', 'umbra-trust')).body.error.status).toBe('HAS_CUSTOMERS');
    const to = (id: string) => whatIf('ada', `act=reassign&partner_account_id=${id}`);
    expect((await to(idOf('orsini-custody'))).body.error.fields.partner_account_id.status).toBe('NOT_FOUND');
    expect((await to('x')).status).toBe(400);
    expect((await whatIf('ada', 'act=sell')).body.error.fields).toHaveProperty('act');
    expect((await whatIf('ada', '')).status).toBe(400);
  });

  test('applications whose license one may not see are left out', async () => {
    const { permissions } = await app.db
      .selectFrom('role')
      .select('permissions')
      .where('id', '=', await platformRole())
      .executeTakeFirstOrThrow();
    const set = async (names: string[]) => {
      await app.db
        .updateTable('role')
        .set({ permissions: names })
        .where('id', '=', await platformRole())
        .execute();
      app.forget('ada');
    };
    await set(permissions.filter((name) => !/^(?:view|manage)_ca_manager_license$/.test(name)));
    expect((await whatIf('ada', 'act=delete')).body).toEqual({ effects: [], shortages: [], accounts: 0 });
    await set(permissions);
  });
});

/** The role by which Ada administers the platform. */
async function platformRole(): Promise<string> {
  const row = await app.db
    .selectFrom('user_role')
    .select('role_id')
    .where('user_id', '=', app.userIds.get('ada') ?? '')
    .executeTakeFirstOrThrow();
  return row.role_id;
}

describe('before the license of the platform is replaced', () => {
  const WHAT_IF = '/account/ui-api/v1/license/what-if';
  /** A license that grants what an evaluation does, but so many certificates. */
  const license = (certificates: number): Promise<string> => {
    const applications = everyFeature().map((one) => ({
      ...one,
      features: one.features.map((feature) =>
        one.app_code === APP && feature.name === 'certificates' ? { ...feature, quantity: certificates } : feature,
      ),
    }));
    const [from, until] = [new Date('2026-06-01'), new Date('2028-06-01')];
    return issueLicense(
      { privateKey: issuer.privateKey, kid: 'umbra' },
      { iss: 'Umbra', holder: 'Nordmark', edition: 'Enterprise', from, until, applications },
      from,
    );
  };

  test('each feature that changes is told, with what is in use and how many accounts it concerns', async () => {
    const { status, body } = await app.call('ada', 'POST', WHAT_IF, { body: await license(600) });
    expect([status, body]).toEqual([
      200,
      {
        effects: [
          {
            ...CERTIFICATES,
            before: { limit: 10_000, used: 550, remaining: 9450 },
            after: { limit: 600, used: 550, remaining: 50 },
            pool: null,
          },
        ],
        shortages: [],
        accounts: 3,
        valid_until: { before: null, after: '2028-05-31' },
      },
    ]);
    expect((await app.call('ada', 'POST', WHAT_IF, { body: await license(10_000) })).body).toEqual({
      effects: [],
      shortages: [],
      accounts: 0,
      valid_until: { before: null, after: '2028-05-31' },
    });
  });

  test('one that has less than is handed on and used is refused with the list, and changes nothing', async () => {
    const before = await books();
    const text = await license(500);
    const { body } = await app.call('ada', 'POST', WHAT_IF, { body: text });
    expect(body.shortages).toEqual([{ ...CERTIFICATES, limit: 500, needed: 550, missing: 50 }]);
    const refused = await app.call('ada', 'POST', '/account/ui-api/v1/license', { body: text });
    expect(refused.body.error.fields.body.status).toBe('LICENSE_BELOW_ALLOCATED');
    expect(await books()).toEqual(before);
  });

  test('a text that is no license, and people who may not replace it, are refused', async () => {
    expect((await app.call('ada', 'POST', WHAT_IF, { body: 'a.b.c' })).body.error.fields).toHaveProperty('body');
    for (const person of ['ben', 'cleo', 'emil'] as const)
      expect((await app.call(person, 'POST', WHAT_IF, { body: 'a.b.c' })).status).toBe(403);
  });
});
