import { expect, test } from 'vitest';
import type { AppCode } from '@signet/contract/viewer';
import { newId } from '../../ids.ts';
import { consume, release, type Subject } from '../../license-ledger/use-store.ts';
import type { Name, TestApp } from '../../testing/app.ts';
import { requireBalance } from '../../testing/ledger/books.ts';
import { giveLicense } from '../../testing/licenses.ts';
import { onePlatform } from '../../testing/one-platform.ts';

const APP = 'ca_manager';
const DAY = 86_400;

let app: TestApp;
onePlatform((one) => void (app = one), {
  after: ({ db }) => requireBalance(db),
});

const idOf = (account: string): string => app.accountIds.get(account) ?? '';
type Feature = { code: AppCode; name: string };
const CERTIFICATES: Feature = { code: APP, name: 'certificates' };
async function use(account: string, quantity: number, { code, name }: Feature = CERTIFICATES): Promise<Subject> {
  const subject = { kind: 'certificate', id: newId() };
  const of = { app: code, feature: name, account: idOf(account), subject, quantity } as const;
  await app.db.transaction().execute((tx) => consume(tx, { ...of, now: app.clock.now() }));
  return subject;
}
const free = (subject: Subject): Promise<void> =>
  app.db.transaction().execute((tx) => release(tx, subject, app.clock.now()));
async function attributes(account: string | null, query = '', of = CERTIFICATES, as: Name = 'ada') {
  app.forget(as);
  const whose = account === null ? '' : `account/${idOf(account)}/`;
  const { body } = await app.call(as, 'GET', `/account/ui-api/v1/${whose}license/usage/${of.code}${query}`);
  return body.features.find(({ name }: { name: string }) => name === of.name).attributes;
}
const asOf = async (account: string | null, day: string, timeZone?: string) => {
  const query = new URLSearchParams({ as_of: day, ...(timeZone === undefined ? {} : { time_zone: timeZone }) });
  const { limit, used } = (await attributes(account, `?${query.toString()}`)).as_of;
  return [limit, used];
};

test('the balance of an earlier day is what stood there then, in every pool', async () => {
  app.clock.set('2027-03-01T10:00:00Z');
  await giveLicense(app, 'umbra-trust', APP, { certificates: 500 });
  const early = await use('nordmark-lb', 5);
  app.clock.set('2027-03-02T10:00:00Z');
  await giveLicense(app, 'nordmark-lb', APP, { certificates: 100 });
  await use('nordmark-lb', 40);
  app.clock.set('2027-03-03T10:00:00Z');
  await free(early);
  app.clock.set('2027-03-04T10:00:00Z');
  await giveLicense(app, 'nordmark-lb', APP, { certificates: 60 });
  await giveLicense(app, 'umbra-trust', APP, { certificates: 90 });
  const days = ['2027-02-28', '2027-03-01', '2027-03-02', '2027-03-03', '2027-03-04', '2028-01-01'];
  const course = async (account: string | null) => {
    const rows: number[][] = [];
    for (const day of days) rows.push(await asOf(account, day));
    return rows;
  };
  expect(await course('nordmark-lb')).toEqual([
    [0, 0],
    [0, 5],
    [100, 45],
    [100, 40],
    [60, 40],
    [60, 40],
  ]);
  expect(await course('umbra-trust')).toEqual([
    [0, 0],
    [500, 5],
    [500, 100],
    [500, 100],
    [90, 60],
    [90, 60],
  ]);
  expect((await course(null)).map(([, used]) => used)).toEqual([0, 500, 500, 500, 90, 90]);
});

async function givePartner(account: string, partner: string): Promise<void> {
  app.forget('ada');
  const path = `/account/ui-api/v1/account/${idOf(account)}/partner`;
  expect((await app.call('ada', 'PUT', path, { partner_account_id: idOf(partner) })).status).toBe(200);
}

test('what was used of a former partner’s pool stays in the balance of the days of then', async () => {
  app.clock.set('2027-03-01T10:00:00Z');
  await giveLicense(app, 'umbra-trust', APP, { certificates: 500 });
  await giveLicense(app, 'calder-identity', APP, { certificates: 50 });
  const over = await use('nordmark-lb', 5);
  await use('nordmark-lb', 2);
  app.clock.set('2027-03-02T10:00:00Z');
  await free(over);
  app.clock.set('2027-03-03T10:00:00Z');
  await givePartner('nordmark-lb', 'calder-identity');
  for (const [day, used] of [
    ['2027-02-28', 0],
    ['2027-03-01', 7],
    ['2027-03-02', 2],
    ['2027-03-03', 2],
  ] as const)
    expect([day, ...(await asOf('nordmark-lb', day))]).toEqual([day, 0, used]);
});

test('a partner is told no balance of the days before an account was its customer', async () => {
  app.clock.set('2027-03-01T10:00:00Z');
  await giveLicense(app, 'umbra-trust', APP, { certificates: 500 });
  await giveLicense(app, 'calder-identity', APP, { certificates: 50 });
  await giveLicense(app, 'orsini-custody', APP, { certificates: 20 });
  await use('orsini-custody', 3);
  app.clock.set('2027-03-03T10:00:00Z');
  await givePartner('orsini-custody', 'umbra-trust');
  const then = async (as: Name, day: string) => {
    const { as_of, limit, used } = await attributes('orsini-custody', `?as_of=${day}`, CERTIFICATES, as);
    expect([limit, used]).toEqual([20, 3]);
    return as_of;
  };
  const figures = { limit: 20, used: 3, remaining: 17 };
  for (const as of ['ada', 'carl'] as const) expect([as, await then(as, '2027-03-02')]).toEqual([as, figures]);
  expect(await then('ben', '2027-03-02')).toBe(null);
  expect(await then('ben', '2027-03-03')).toEqual(figures);
});

test('a partner is told no pace and no end of the days before an account was its customer', async () => {
  app.clock.set('2027-03-01T10:00:00Z');
  await giveLicense(app, 'umbra-trust', APP, { certificates: 500, certificate_authorities: 5 });
  await giveLicense(app, 'calder-identity', APP, { certificates: 50, certificate_authorities: 5 });
  await giveLicense(app, 'orsini-custody', APP, { certificates: 40, certificate_authorities: 2 });
  const authorities: Feature = { code: APP, name: 'certificate_authorities' };
  await use('orsini-custody', 2, authorities);
  app.clock.pass(10 * DAY);
  await use('orsini-custody', 20);
  app.clock.pass(10 * DAY);
  await givePartner('orsini-custody', 'umbra-trust');
  const forecast = async (as: Name, of: Feature) => (await attributes('orsini-custody', '', of, as)).forecast;
  app.clock.pass(DAY);
  // 20 in 21 days: the 20 that are left last for as many.
  for (const as of ['ada', 'carl'] as const) {
    expect(await forecast(as, CERTIFICATES)).toEqual({ kind: 'used_up_on', date: '2027-04-12' });
    expect(await forecast(as, authorities)).toEqual({ kind: 'used_up', date: '2027-03-01' });
  }
  expect(await forecast('ben', CERTIFICATES)).toEqual({ kind: 'too_little_history', date: null });
  expect(await forecast('ben', authorities)).toEqual({ kind: 'used_up', date: null });
  app.clock.pass(19 * DAY);
  await use('orsini-custody', 10);
  // 10 in 20 days since then: the 10 that are left last for as many.
  expect(await forecast('ben', CERTIFICATES)).toEqual({ kind: 'used_up_on', date: '2027-04-30' });
});

test('what happens at midnight is of the day that begins, of the account’s own pool and of one above', async () => {
  app.clock.set('2027-03-01T10:00:00Z');
  await giveLicense(app, 'umbra-trust', APP, { certificates: 500 });
  await giveLicense(app, 'nordmark-lb', APP, { certificates: 100 });
  const [own, above] = [await use('nordmark-lb', 5), await use('orsini-custody', 2)];
  app.clock.set('2027-03-02T00:00:00Z');
  await giveLicense(app, 'nordmark-lb', APP, { certificates: 90 });
  await use('nordmark-lb', 7);
  await use('orsini-custody', 3);
  const soonOver = await use('nordmark-lb', 11);
  await free(own);
  await free(above);
  app.clock.set('2027-03-02T09:00:00Z');
  await free(soonOver);
  expect(await asOf('nordmark-lb', '2027-03-01')).toEqual([100, 5]);
  expect(await asOf('orsini-custody', '2027-03-01')).toEqual([0, 2]);
  expect(await asOf('nordmark-lb', '2027-03-02')).toEqual([90, 7]);
  expect(await asOf('orsini-custody', '2027-03-02')).toEqual([0, 3]);
});

test('a day ends when it ends in the asked time zone', async () => {
  app.clock.set('2027-03-01T22:30:00Z');
  await giveLicense(app, 'umbra-trust', APP, { certificates: 500 });
  app.clock.set('2027-03-01T23:30:00Z');
  await giveLicense(app, 'umbra-trust', APP, { certificates: 700 });
  expect(await asOf('umbra-trust', '2027-03-01')).toEqual([700, 0]);
  expect(await asOf('umbra-trust', '2027-03-01', 'Europe/Berlin')).toEqual([500, 0]);
  expect(await asOf('umbra-trust', '2027-03-01', 'Asia/Tokyo')).toEqual([0, 0]);
  expect((await attributes('umbra-trust')).as_of).toBe(null);
  // A slip of the hand, and the last day that can be written.
  for (const zone of ['UTC', 'America/New_York', 'Pacific/Auckland']) {
    for (const early of ['0001-01-01', '0202-11-27'])
      expect.soft(await asOf('umbra-trust', early, zone), `${early} ${zone}`).toEqual([0, 0]);
    expect.soft(await asOf('umbra-trust', '9999-12-31', zone), zone).toEqual([700, 0]);
  }
});

test('the forecast goes by what came on top, a reset included, once there is history enough', async () => {
  app.clock.set('2027-03-01T10:00:00Z');
  await giveLicense(app, 'umbra-trust', APP, { certificates: 100 });
  expect((await attributes('umbra-trust')).forecast).toEqual({ kind: 'too_little_history', date: null });
  await use('umbra-trust', 20);
  app.clock.pass(20 * DAY);
  // 20 in 20 days: the 80 that are left last for 80 days.
  expect((await attributes('umbra-trust')).forecast).toEqual({ kind: 'used_up_on', date: '2027-06-09' });
  app.clock.pass(10 * DAY);
  await use('umbra-trust', 80);
  app.clock.pass(3 * DAY);
  expect((await attributes('umbra-trust')).forecast).toEqual({ kind: 'used_up', date: '2027-03-31' });
  app.clock.pass(200 * DAY);
  await giveLicense(app, 'umbra-trust', APP, { certificates: 150 });
  expect((await attributes('umbra-trust')).forecast).toEqual({ kind: 'enough', date: null });
  // The last of it was taken away, not used.
  app.clock.set('2027-12-24T10:00:00Z');
  await giveLicense(app, 'umbra-trust', APP, { certificates: 100 });
  app.clock.pass(3 * DAY);
  expect((await attributes('umbra-trust')).forecast).toEqual({ kind: 'used_up', date: '2027-12-24' });
});

test('what a reset began anew counts for the pace, as long as it is of the last weeks', async () => {
  const signatures: Feature = { code: 'secure_software_manager', name: 'signatures' };
  app.clock.set('2027-03-01T10:00:00Z');
  for (const [account, limit] of [
    ['umbra-trust', 1000],
    ['nordmark-lb', 100],
  ] as const)
    await giveLicense(app, account, signatures.code, { signatures: limit });
  await use('nordmark-lb', 40, signatures);
  app.clock.pass(10 * DAY);
  app.forget('ben');
  const path = `/account/ui-api/v1/account/${idOf('nordmark-lb')}/license/usage/${signatures.code}`;
  const row = { name: signatures.name, attributes: { limit: 100 }, old_limit: 100, reset: true };
  const answer = await app.call('ben', 'PUT', path, { license_feature_version: 'v1', features: [row] });
  expect(answer.status).toBe(200);
  await use('nordmark-lb', 10, signatures);
  app.clock.pass(10 * DAY);
  // 50 in 20 days: the 90 that are left last for 36 days.
  const forecast = async () => (await attributes('nordmark-lb', '', signatures)).forecast;
  expect(await forecast()).toEqual({ kind: 'used_up_on', date: '2027-04-26' });
  app.clock.pass(100 * DAY);
  expect(await forecast()).toEqual({ kind: 'enough', date: null });
});

test('a clock that goes back does not put the books out of order', async () => {
  app.clock.set('2027-03-02T10:00:00Z');
  await giveLicense(app, 'umbra-trust', APP, { certificates: 500 });
  app.clock.set('2027-03-01T10:00:00Z');
  await giveLicense(app, 'umbra-trust', APP, { certificates: 400 });
  expect(await asOf('umbra-trust', '2027-03-01')).toEqual([0, 0]);
  expect(await asOf('umbra-trust', '2027-03-02')).toEqual([400, 0]);
});
