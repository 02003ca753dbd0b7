import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { evaluationLicense } from '../license/evaluation.ts';
import { everyFeature } from '../license/features.ts';
import type { TestApp } from '../testing/app.ts';
import { requireBalance } from '../testing/ledger/books.ts';
import { giveLicense } from '../testing/licenses.ts';
import { onePlatform } from '../testing/one-platform.ts';
import { COUNT_JOB } from './uncounted-store.ts';
import { consume } from './use-store.ts';
import { syncPools } from '../testing/sync-pools.ts';

const API = '/account/ui-api/v1';
const APP = 'ca_manager';

let app: TestApp;
onePlatform((one) => void (app = one), {
  signedIn: ['ada', 'ben'],
  after: ({ db }) => requireBalance(db),
});

const idOf = (account: string): string => app.accountIds.get(account) ?? '';
async function use(account: string, quantity: number): Promise<void> {
  const subject = { kind: 'certificate', id: newId() };
  const of = { app: APP, feature: 'certificates', account: idOf(account), subject, quantity } as const;
  await app.db.transaction().execute((tx) => consume(tx, { ...of, now: app.clock.now() }));
}
async function figures(account: string | null): Promise<{ limit: number; used: number }> {
  const of = account === null ? 'license/usage' : `account/${idOf(account)}/license/usage`;
  const { body } = await app.call('ada', 'GET', `${API}/${of}/${APP}`);
  const { limit, used } = body.features.find((one: { name: string }) => one.name === 'certificates').attributes;
  return { limit, used };
}
const withCertificates = (quantity: number) =>
  everyFeature().map((one) => ({
    ...one,
    features: one.features.map((feature) =>
      one.app_code === APP && feature.name === 'certificates' ? { ...feature, quantity } : feature,
    ),
  }));
const moves = (kind: 'install' | 'delete' | 'reassign') =>
  app.db.selectFrom('license_move').selectAll().where('kind', '=', kind).execute();

test('a deleted account gives back what it holds, and what it used is free again', async () => {
  await giveLicense(app, 'umbra-trust', APP, { certificates: 500 });
  await use('nordmark-lb', 5);
  await giveLicense(app, 'nordmark-lb', APP, { certificates: 120 });
  await use('nordmark-lb', 30);
  expect(await figures('umbra-trust')).toEqual({ limit: 500, used: 120 });
  expect((await app.call('ada', 'DELETE', `${API}/account/${idOf('nordmark-lb')}`)).status).toBe(204);
  expect(await figures('umbra-trust')).toEqual({ limit: 500, used: 0 });
  const told = {
    limit_before: '120',
    limit_after: '0',
    used_before: '35',
    used_after: '0',
    actor_name: 'Ada Lindqvist',
  };
  expect(await moves('delete')).toMatchObject([told]);
  expect((await app.call('ada', 'DELETE', `${API}/account/${idOf('umbra-trust')}`)).status).toBe(204);
  expect(await figures(null)).toEqual({ limit: 10_000, used: 0 });
});

test('an account that has no license of its own gives back what it used of the platform’s', async () => {
  await use('orsini-custody', 7);
  expect((await app.call('ada', 'DELETE', `${API}/account/${idOf('orsini-custody')}`)).status).toBe(204);
  expect(await figures(null)).toEqual({ limit: 10_000, used: 0 });
  await expect(use('orsini-custody', 1)).resolves.toBeUndefined();
  expect(await figures(null)).toEqual({ limit: 10_000, used: 0 });
});

const reassign = (account: string, partner: string | null) =>
  app.call('ada', 'PUT', `${API}/account/${idOf(account)}/partner`, {
    partner_account_id: partner === null ? null : idOf(partner),
  });

test('an account that gets another partner takes its license along, out of that one’s pool', async () => {
  await giveLicense(app, 'umbra-trust', APP, { certificates: 500 });
  await giveLicense(app, 'calder-identity', APP, { certificates: 150 });
  await giveLicense(app, 'nordmark-lb', APP, { certificates: 120 });
  await use('nordmark-lb', 20);
  expect((await reassign('nordmark-lb', 'calder-identity')).status).toBe(200);
  expect(await figures('umbra-trust')).toEqual({ limit: 500, used: 0 });
  expect(await figures('calder-identity')).toEqual({ limit: 150, used: 120 });
  expect(await figures('nordmark-lb')).toEqual({ limit: 120, used: 20 });
  expect((await reassign('nordmark-lb', null)).status).toBe(200);
  expect(await figures('calder-identity')).toEqual({ limit: 150, used: 0 });
  expect(await figures(null)).toEqual({ limit: 10_000, used: 770 });
  expect(await moves('reassign')).toHaveLength(2);
});

test('where the other partner has not enough left it stays, and every feature is named', async () => {
  await giveLicense(app, 'umbra-trust', APP, { certificates: 500, certificate_authorities: 9 });
  await giveLicense(app, 'calder-identity', APP, { certificates: 119, certificate_authorities: 2 });
  await giveLicense(app, 'nordmark-lb', APP, { certificates: 120, certificate_authorities: 3 });
  const answer = await reassign('nordmark-lb', 'calder-identity');
  const short = (feature: string, left: number, needed: number, others: number) => ({
    status: 'LICENSE_PARTNER_SHORT',
    params: { application: APP, feature, left, needed, others },
  });
  const first = short('certificate_authorities', 2, 3, 1);
  expect(answer).toMatchObject({
    status: 409,
    body: {
      error: {
        ...first,
        message: expect.stringMatching(/has 3\. 1 more feature is short there\.$/),
        fields: {
          partner_account_id: first,
          [`licenses.${APP}.v1.certificate_authorities`]: short('certificate_authorities', 2, 3, 0),
          [`licenses.${APP}.v1.certificates`]: short('certificates', 119, 120, 0),
        },
      },
    },
  });
  expect((await app.call('ada', 'GET', `${API}/account/${idOf('nordmark-lb')}`)).body.partner_account_name).toBe(
    'Umbra Trust Services',
  );
  expect(await figures('calder-identity')).toEqual({ limit: 119, used: 0 });
});

test('an account without a limit goes only where there is none', async () => {
  await syncPools(app.db, everyFeature(-1), app.clock.now());
  await giveLicense(app, 'umbra-trust', APP, { certificates: -1 });
  await giveLicense(app, 'nordmark-lb', APP, { certificates: -1 });
  await giveLicense(app, 'calder-identity', APP, { certificates: 10 });
  expect((await reassign('nordmark-lb', 'calder-identity')).body.error.status).toBe('LICENSE_PARTNER_LIMITED');
  expect((await reassign('nordmark-lb', null)).status).toBe(200);
});

test('what a customer used of its partner’s pool is used of the other one’s', async () => {
  await giveLicense(app, 'umbra-trust', APP, { certificates: 500 });
  await use('nordmark-lb', 20);
  await giveLicense(app, 'calder-identity', APP, { certificates: 10 });
  expect((await reassign('nordmark-lb', 'calder-identity')).body.error.status).toBe('LICENSE_PARTNER_SHORT');
  await giveLicense(app, 'calder-identity', APP, { certificates: 25 });
  expect((await reassign('nordmark-lb', 'calder-identity')).status).toBe(200);
  expect(await figures('calder-identity')).toEqual({ limit: 25, used: 20 });
  expect((await reassign('nordmark-lb', null)).status).toBe(200);
  expect(await figures('calder-identity')).toEqual({ limit: 25, used: 0 });
  expect(await figures(null)).toEqual({ limit: 10_000, used: 545 });
});

test('a new license of the platform moves the difference; one that is too small is refused with the list', async () => {
  await giveLicense(app, 'umbra-trust', APP, { certificates: 500, certificate_authorities: 5 });
  await use('orsini-custody', 7);
  expect(await syncPools(app.db, withCertificates(507), app.clock.now())).toEqual([]);
  expect(await figures(null)).toEqual({ limit: 507, used: 507 });
  const made = { limit_before: '10000', limit_after: '507', used_before: '507' };
  expect(await moves('install')).toContainEqual(expect.objectContaining(made));
  const missing = { app_code: APP, feature: 'certificates', generation: 'v1', limit: 506, needed: 507 };
  expect(await syncPools(app.db, withCertificates(506), app.clock.now())).toEqual([missing]);
  expect(await figures(null)).toEqual({ limit: 507, used: 507 });
  expect(await syncPools(app.db, withCertificates(-1), app.clock.now())).toEqual([]);
  await giveLicense(app, 'umbra-trust', APP, { certificates: -1 });
  expect(await syncPools(app.db, withCertificates(90_000), app.clock.now())).toEqual([
    { ...missing, limit: 90_000, needed: -1 },
  ]);
});

test('a license that an administrator installs is refused under its text, and by each feature', async () => {
  await syncPools(app.db, withCertificates(90_000), app.clock.now());
  await giveLicense(app, 'umbra-trust', APP, { certificates: 20_000 });
  const body = { body: await evaluationLicense(app.clock.now()) };
  const answer = await app.call('ada', 'POST', `${API}/license`, body);
  const reason = {
    status: 'LICENSE_BELOW_ALLOCATED',
    params: { application: APP, feature: 'certificates', limit: 10_000, needed: 20_000 },
  };
  expect(answer).toMatchObject({
    status: 409,
    body: { error: { ...reason, fields: { body: reason, [`applications.${APP}.v1.certificates`]: reason } } },
  });
  expect(await app.db.selectFrom('platform_license').selectAll().execute()).toEqual([]);
  await giveLicense(app, 'umbra-trust', APP, { certificates: 10_000 });
  const counting = async () =>
    (
      await sql`select from graphile_worker.jobs
    where task_identifier = ${COUNT_JOB}`.execute(app.db)
    ).rows.length;
  expect(await counting()).toBe(0);
  expect((await app.call('ada', 'POST', `${API}/license`, body)).status).toBe(204);
  // What exists of features that it is the first to name is counted, without a new start.
  expect(await counting()).toBe(1);
  expect(await figures(null)).toEqual({ limit: 10_000, used: 10_000 });
});

test('the pools of a license that is installed already stay as they are', async () => {
  const before = await moves('install');
  expect(before.length).toBeGreaterThan(20);
  for (const _ of [1, 2]) expect(await syncPools(app.db, everyFeature(), app.clock.now())).toEqual([]);
  expect(await moves('install')).toHaveLength(before.length);
});

test('a partner that was given nothing but a customer whose license is empty uses the platform’s', async () => {
  await giveLicense(app, 'umbra-trust', APP, { certificates: 500 });
  await giveLicense(app, 'nordmark-lb', APP, { certificates: 10 });
  await giveLicense(app, 'nordmark-lb', APP, { certificates: 0 });
  expect((await reassign('nordmark-lb', 'calder-identity')).status).toBe(200);
  await use('calder-identity', 3);
  await use('orsini-custody', 4);
  expect(await figures(null)).toEqual({ limit: 10_000, used: 507 });
});

test('a pool without a limit is used as soon as it is there, though it was never given a quantity', async () => {
  await syncPools(app.db, everyFeature(-1), app.clock.now());
  await giveLicense(app, 'umbra-trust', APP, { certificates: 500 });
  await use('nordmark-lb', 20);
  await giveLicense(app, 'calder-identity', APP, { certificates: -1 });
  await use('calder-identity', 3);
  expect(await figures(null)).toEqual({ limit: -1, used: 500 });
  expect((await reassign('nordmark-lb', 'calder-identity')).status).toBe(200);
  expect(await figures('calder-identity')).toEqual({ limit: -1, used: 23 });
  expect(await figures(null)).toEqual({ limit: -1, used: 500 });
});

test('[A-265] an account has a document-signing license once it was given something of it', async () => {
  const has = async () => (await app.call('ben', 'GET', `${API}/account/${idOf('umbra-trust')}`)).body.has_dsm_license;
  expect(await has()).toBe(false);
  await giveLicense(app, 'umbra-trust', 'document_signing_manager', { signers: 3 });
  expect(await has()).toBe(true);
  await giveLicense(app, 'umbra-trust', 'document_signing_manager', { signers: 0 });
  expect(await has()).toBe(false);
});
