import { beforeEach, describe, expect, test } from 'vitest';
import { Problem } from '@signet/contract/problem';
import type { AppCode } from '@signet/contract/viewer';
import { newId } from '../ids.ts';
import { everyFeature } from '../license/features.ts';
import type { Answer, TestApp } from '../testing/app.ts';
import { requireBalance } from '../testing/ledger/books.ts';
import { giveLicense } from '../testing/licenses.ts';
import { onePlatform } from '../testing/one-platform.ts';
import { aSeat } from '../testing/sample.ts';
import { atOnce } from '../testing/sign-in.ts';
import { countUncounted } from './uncounted-store.ts';
import { consume, release, type Subject } from './use-store.ts';
import { syncPools } from '../testing/sync-pools.ts';

const APP = 'ca_manager';

let app: TestApp;
const { alone } = onePlatform((one) => void (app = one), {
  signedIn: ['ada'],
  after: ({ db }) => requireBalance(db),
});

const idOf = (account: string): string => app.accountIds.get(account) ?? '';
const certificate = (): Subject => ({ kind: 'certificate', id: newId() });

type Of = { account?: string; feature?: string; code?: AppCode; quantity?: number; subject?: Subject };
/** Uses certificates of an account, or what else is asked for; answers what uses them. */
async function use({
  account = 'nordmark-lb',
  feature = 'certificates',
  code = APP,
  ...of
}: Of = {}): Promise<Subject> {
  const { quantity = 1, subject = certificate() } = of;
  const now = app.clock.now();
  await app.db
    .transaction()
    .execute((tx) => consume(tx, { app: code, feature, account: idOf(account), subject, quantity, now }));
  return subject;
}
const free = (subject: Subject): Promise<void> =>
  app.db.transaction().execute((tx) => release(tx, subject, app.clock.now()));

type Row = { limit: number; used: number; remaining: number };
async function row(account: string | null, name = 'certificates', generation = 'v1'): Promise<Row> {
  const of = account === null ? 'license/usage' : `account/${idOf(account)}/license/usage`;
  const { body } = await app.call('ada', 'GET', `/account/ui-api/v1/${of}/${APP}`);
  const found = body.features.find((one: { name: string; generation: string }) => {
    return one.name === name && one.generation === generation;
  });
  const { limit, used, remaining } = found.attributes;
  return { limit, used, remaining };
}
const put = (account: string, change: object, generation = 'v1', code: string = APP) =>
  app.call('ada', 'PUT', `/account/ui-api/v1/account/${idOf(account)}/license/usage/${code}`, {
    license_feature_version: generation,
    features: [change],
  });
const usedUp = (limit: number, feature = 'certificates', code: string = APP) => ({
  reason: { status: 'LICENSE_USED_UP', params: { application: code, feature, limit } },
});

describe('a use', () => {
  test('is of the nearest pool: the platform’s, the partner’s, the account’s own', async () => {
    const first = await use();
    expect(await row(null)).toMatchObject({ limit: 10_000, used: 1 });
    expect(await row('nordmark-lb')).toEqual({ limit: 0, used: 1, remaining: 0 });
    await giveLicense(app, 'umbra-trust', APP, { certificates: 500 });
    const second = await use();
    expect(await row(null)).toMatchObject({ used: 501 });
    expect(await row('umbra-trust')).toEqual({ limit: 500, used: 1, remaining: 499 });
    expect(await row('nordmark-lb')).toMatchObject({ limit: 0, used: 2 });
    await giveLicense(app, 'nordmark-lb', APP, { certificates: 10 });
    expect(await row('nordmark-lb')).toEqual({ limit: 10, used: 2, remaining: 8 });
    expect(await row('umbra-trust')).toEqual({ limit: 500, used: 10, remaining: 490 });
    expect(await row(null)).toMatchObject({ used: 500 });
    await free(first);
    await free(second);
    expect(await row('nordmark-lb')).toEqual({ limit: 10, used: 0, remaining: 10 });
  });

  test('at the limit is refused, and what was done with it is undone; given back it may be used again', async () => {
    await giveLicense(app, 'umbra-trust', APP, { certificates: 500 });
    await giveLicense(app, 'nordmark-lb', APP, { certificates: 3 });
    const [first] = [await use(), await use(), await use()];
    const work = app.db.transaction().execute(async (tx) => {
      await tx.updateTable('account').set({ display_name: 'Half' }).where('id', '=', idOf('nordmark-lb')).execute();
      const now = app.clock.now();
      const of = { app: APP, feature: 'certificates', account: idOf('nordmark-lb') } as const;
      await consume(tx, { ...of, subject: certificate(), quantity: 1, now });
    });
    await expect(work).rejects.toMatchObject(usedUp(3));
    const names = await app.db.selectFrom('account').select('id').where('display_name', '=', 'Half').execute();
    expect(names).toEqual([]);
    if (first) await free(first);
    await use();
    await expect(use()).rejects.toMatchObject(usedUp(3));
    expect(await row('nordmark-lb')).toEqual({ limit: 3, used: 3, remaining: 0 });
  });

  test('of several at a time is of all or of none', async () => {
    await giveLicense(app, 'umbra-trust', APP, { certificates: 100 });
    await use({ account: 'umbra-trust', quantity: 98 });
    await expect(use({ account: 'umbra-trust', quantity: 3 })).rejects.toMatchObject(usedUp(100));
    await use({ account: 'umbra-trust', quantity: 2 });
    expect(await row('umbra-trust')).toEqual({ limit: 100, used: 100, remaining: 0 });
  });

  test('by the same subject twice is one, and given back twice it is given back once', async () => {
    const subject = await use();
    await use({ subject });
    expect(await row(null)).toMatchObject({ used: 1 });
    await use();
    await free(subject);
    await free(subject);
    expect(await row(null)).toMatchObject({ used: 1 });
  });

  test('of what the license does not name, or of the other generation, is not counted', async () => {
    await use({ feature: 'unicorns' });
    await use({ feature: 'certificate_units' });
    expect(await row(null, 'certificate_units', 'v2')).toMatchObject({ used: 0 });
    await put('nordmark-lb', { name: 'certificate_units', attributes: { limit: 0 }, old_limit: 0 }, 'v2');
    await use({ feature: 'certificate_units' });
    await use();
    expect(await row(null, 'certificate_units', 'v2')).toMatchObject({ used: 1 });
    expect(await row(null)).toMatchObject({ used: 0 });
  });

  test('in the generation that an account leaves ends, and no longer stands in the way of taking back', async () => {
    const seats = 'enterprise_manager';
    await giveLicense(app, 'umbra-trust', seats, { seats: 5 });
    await giveLicense(app, 'nordmark-lb', seats, { seats: 2 });
    for (const name of ['Gate 7', 'Gate 8']) await aSeat(app, { name });
    await countUncounted(app.db, app.clock.now());
    const path = `/account/ui-api/v1/account/${idOf('nordmark-lb')}/license/usage/${seats}`;
    const usedOf = async (name: string): Promise<number> => {
      const { features } = (await app.call('ada', 'GET', path)).body;
      return features.find((one: { name: string }) => one.name === name).attributes.used;
    };
    expect([await usedOf('seats'), await usedOf('seat_units')]).toEqual([2, 0]);
    const show = { license_feature_version: 'v2', features: [] };
    expect((await app.call('ada', 'PUT', path, show)).status).toBe(200);
    expect(await usedOf('seats')).toBe(0);
    await countUncounted(app.db, app.clock.now());
    expect([await usedOf('seats'), await usedOf('seat_units')]).toEqual([0, 2]);
    await giveLicense(app, 'nordmark-lb', seats, { seats: 0 });
    await giveLicense(app, 'umbra-trust', seats, { seats: 0 });
    const without = everyFeature().map((one) => ({
      ...one,
      features: one.features.filter(({ name }) => name !== 'seats'),
    }));
    expect(await syncPools(app.db, without, app.clock.now())).toEqual([]);
  });

  test('that began before a license let its account show another generation ends once all is counted', async () => {
    const named = (generations: string[]) =>
      everyFeature().map((one) => ({
        ...one,
        features: one.features.filter(({ generation }) => generations.includes(generation)),
      }));
    expect(await syncPools(app.db, named(['v2']), app.clock.now())).toEqual([]);
    await use({ feature: 'certificate_units' });
    expect(await row(null, 'certificate_units', 'v2')).toMatchObject({ used: 1 });
    expect(await syncPools(app.db, named(['v1', 'v2']), app.clock.now())).toEqual([]);
    await countUncounted(app.db, app.clock.now());
    expect(await row(null, 'certificate_units', 'v2')).toMatchObject({ used: 0 });
  });

  test('of an account whose choice the license has no more is counted in what the license has', async () => {
    const onlyFirst = everyFeature().map((one) => ({
      ...one,
      features: one.features
        .filter(({ generation }) => generation === 'v1')
        .map((feature) => ({ ...feature, quantity: 1 })),
    }));
    await app.call('ada', 'PUT', `/account/ui-api/v1/account/${idOf('nordmark-lb')}/license/usage/${APP}`, {
      license_feature_version: 'v2',
      features: [],
    });
    await use();
    expect(await row(null)).toMatchObject({ used: 0 });
    expect(await syncPools(app.db, onlyFirst, app.clock.now())).toEqual([]);
    await use();
    expect(await row(null)).toEqual({ limit: 1, used: 1, remaining: 0 });
    await expect(use()).rejects.toMatchObject(usedUp(1));
  });

  test('of a license that no longer names it is not counted; one that names none of it is used up', async () => {
    const named = everyFeature().map((one) =>
      one.app_code === APP ? { ...one, features: one.features.filter(({ name }) => name !== 'certificates') } : one,
    );
    const before = await use();
    expect(await syncPools(app.db, named, app.clock.now())).toEqual([]);
    await use();
    const open = () => app.db.selectFrom('license_use').select('id').where('released_at', 'is', null).execute();
    expect(await open()).toEqual([]);
    await free(before);
    expect(await syncPools(app.db, everyFeature(0), app.clock.now())).toEqual([]);
    await expect(use()).rejects.toMatchObject(usedUp(0));
  });

  test('that a license stopped to name is counted again by the next one that does', async () => {
    const without = everyFeature().filter(({ app_code }) => app_code !== 'account_manager');
    const counted = async () => {
      const { body } = await app.call('ada', 'GET', '/account/ui-api/v1/license/usage/account_manager');
      return body.features.find((one: { name: string }) => one.name === 'administrators')?.attributes.used;
    };
    await countUncounted(app.db, app.clock.now());
    const used = await counted();
    expect(used).toBeGreaterThan(0);
    for (const _ of [1, 2]) expect(await syncPools(app.db, without, app.clock.now())).toEqual([]);
    expect(await counted()).toBeUndefined();
    expect(await countUncounted(app.db, app.clock.now())).toBe(0);
    expect(await syncPools(app.db, everyFeature(), app.clock.now())).toEqual([]);
    await countUncounted(app.db, app.clock.now());
    expect(await counted()).toBe(used);
  });

  test('that was handed on stands in the way of a license that does not name it, until it is given back', async () => {
    await giveLicense(app, 'umbra-trust', APP, { certificates: 5 });
    const without = everyFeature().filter(({ app_code }) => app_code !== APP);
    const short = { app_code: APP, feature: 'certificates', generation: 'v1', limit: 0, needed: 5 };
    await use({ account: 'calder-identity' });
    expect(await syncPools(app.db, without, app.clock.now())).toEqual([short]);
    await giveLicense(app, 'umbra-trust', APP, { certificates: 0 });
    expect(await syncPools(app.db, without, app.clock.now())).toEqual([]);
  });

  test('of the platform itself is of its pool', async () => {
    const now = app.clock.now();
    const of = { app: APP, feature: 'certificates', account: null, subject: certificate(), quantity: 1, now } as const;
    await app.db.transaction().execute((tx) => consume(tx, of));
    await use({ account: 'signet-platform' });
    expect(await row(null)).toMatchObject({ used: 2, remaining: 9_998 });
  });

  test('of an account without a limit that is reset to 0 is refused: it was given none', async () => {
    const [code, feature] = ['secure_software_manager', 'key_pairs'] as const;
    const of = { account: 'nordmark-lb', feature, code };
    const figures = async () => {
      const path = `/account/ui-api/v1/account/${idOf(of.account)}/license/usage/${code}`;
      const { features } = (await app.call('ada', 'GET', path)).body;
      return features.find((one: { name: string; generation: string }) => {
        return one.name === feature && one.generation === 'v1';
      }).attributes;
    };
    await syncPools(app.db, everyFeature(-1), app.clock.now());
    for (const account of ['umbra-trust', of.account]) await giveLicense(app, account, code, { [feature]: -1 });
    await use(of);
    const reset = { name: feature, attributes: { limit: 0 }, old_limit: -1, reset: true };
    expect((await put(of.account, reset, 'v1', code)).status).toBe(200);
    expect(await figures()).toMatchObject({ limit: 0, used: 1, used_above: 0, remaining: 0, draws_on: null });
    await expect(use(of)).rejects.toMatchObject(usedUp(0, feature, code));
    // It is given some again, and what it used counts on.
    await giveLicense(app, of.account, code, { [feature]: 2 });
    await use(of);
    expect(await figures()).toMatchObject({ limit: 2, used: 2, remaining: 0 });
  });

  test('without a limit is counted all the same', async () => {
    await syncPools(app.db, everyFeature(-1), app.clock.now());
    for (let times = 0; times < 3; times += 1) await use({ quantity: 1_000_000 });
    expect(await row(null)).toEqual({ limit: -1, used: 3_000_000, remaining: -1 });
  });
});

describe('many at once', () => {
  test(
    'use no more than there is, to the last one',
    alone(async () => {
      await giveLicense(app, 'umbra-trust', APP, { certificates: 40 });
      const outcomes = await atOnce(app, 60, () =>
        use({ account: 'umbra-trust' }).then(
          () => 'used',
          (error: unknown) => (error instanceof Problem ? error.reason.status : error),
        ),
      );
      expect(outcomes.filter((one) => one === 'used')).toHaveLength(40);
      expect(outcomes.filter((one) => one === 'LICENSE_USED_UP')).toHaveLength(20);
      expect(await row('umbra-trust')).toEqual({ limit: 40, used: 40, remaining: 0 });
    }),
  );

  test(
    'use and give back while limits change under them',
    alone(async () => {
      await giveLicense(app, 'umbra-trust', APP, { certificates: 100 });
      const limits = [80, 160, 90, 130];
      const outcomes = await atOnce(app, 48, async (index) => {
        if (index % 12 === 5) {
          const { limit } = await row('umbra-trust');
          const change = {
            name: 'certificates',
            attributes: { limit: limits[Math.floor(index / 12)] },
            old_limit: limit,
          };
          return (await put('umbra-trust', change)).status;
        }
        const subject = await use({ account: 'umbra-trust' });
        if (index % 2 === 0) await free(subject);
        return 'used';
      });
      expect(outcomes.filter((one) => one === 'used')).toHaveLength(44);
      const kept = outcomes.filter((one, index) => one === 'used' && index % 2 === 1).length;
      expect((await row('umbra-trust')).used).toBe(kept);
    }),
  );

  test(
    'the first license of an account takes over what is used at that very moment',
    alone(async () => {
      await atOnce(app, 24, async (index) => {
        if (index === 8) await giveLicense(app, 'umbra-trust', APP, { certificates: 100 });
        else await use({ account: 'umbra-trust' });
      });
      expect(await row('umbra-trust')).toEqual({ limit: 100, used: 23, remaining: 77 });
      expect(await row(null)).toMatchObject({ used: 100 });
    }),
  );
});

describe('a reset', () => {
  const CODE = 'secure_software_manager';
  const reset = (name: string, old_limit: number, limit: number, account = 'nordmark-lb') =>
    put(account, { name, attributes: { limit }, old_limit, reset: true }, 'v1', CODE);
  const figures = async (name: string, account = 'nordmark-lb') => {
    const { body } = await app.call('ada', 'GET', `/account/ui-api/v1/account/${idOf(account)}/license/usage/${CODE}`);
    return body.features.find((one: { name: string }) => one.name === name).attributes;
  };
  beforeEach(async () => {
    await giveLicense(app, 'umbra-trust', CODE, { signatures: 1000, key_pairs: 50, hardware_key_pair_units: 5 });
    await giveLicense(app, 'nordmark-lb', CODE, { signatures: 100, key_pairs: 20, hardware_key_pair_units: 5 });
  });

  test('[A-109 A-110] begins to count anew what is only counted', async () => {
    await use({ code: CODE, feature: 'signatures', quantity: 60 });
    expect(await figures('signatures')).toMatchObject({ limit: 100, used: 60, remaining: 40 });
    expect((await reset('signatures', 100, 100)).status).toBe(200);
    expect(await figures('signatures')).toMatchObject({ limit: 100, used: 0, remaining: 100 });
    expect((await reset('signatures', 100, 0)).status).toBe(200);
    await expect(use({ code: CODE, feature: 'signatures' })).rejects.toMatchObject(usedUp(0, 'signatures', CODE));
    expect(await figures('signatures', 'umbra-trust')).toMatchObject({ used: 0 });
  });

  test('of what an account used before it had a license of its own begins anew as well', async () => {
    await use({ account: 'orsini-custody', code: CODE, feature: 'signatures', quantity: 60 });
    expect((await reset('signatures', 0, 100, 'orsini-custody')).status).toBe(400);
    await giveLicense(app, 'calder-identity', CODE, { signatures: 200 });
    expect((await reset('signatures', 0, 100, 'orsini-custody')).status).toBe(200);
    expect(await figures('signatures', 'orsini-custody')).toMatchObject({ limit: 100, used: 0, remaining: 100 });
  });

  test('[A-110] below what exists leaves nothing until enough is given back', async () => {
    const keys: Subject[] = [];
    for (let made = 0; made < 12; made += 1) keys.push(await use({ code: CODE, feature: 'key_pairs' }));
    expect((await reset('key_pairs', 20, 10)).status).toBe(200);
    expect(await figures('key_pairs')).toMatchObject({ limit: 10, used: 12, remaining: 0 });
    for (const key of keys.slice(0, 2)) {
      await expect(use({ code: CODE, feature: 'key_pairs' })).rejects.toMatchObject(usedUp(10, 'key_pairs', CODE));
      await free(key);
    }
    await expect(use({ code: CODE, feature: 'key_pairs' })).rejects.toMatchObject(usedUp(10, 'key_pairs', CODE));
    if (keys[2]) await free(keys[2]);
    await use({ code: CODE, feature: 'key_pairs' });
    expect(await figures('key_pairs')).toMatchObject({ limit: 10, used: 10, remaining: 0 });
  });

  test('[A-088 A-089 A-090 A-109] only where it is offered, and in its range', async () => {
    const refused = async (answer: Promise<Answer>) => (await answer).body.error.fields['features.0.attributes.limit'];
    expect(await refused(reset('signatures', 1000, 0, 'umbra-trust'))).toMatchObject({ status: 'LICENSE_NO_RESET' });
    expect(await refused(reset('hardware_key_pair_units', 5, 0))).toMatchObject({ status: 'LICENSE_NO_RESET' });
    await giveLicense(app, 'umbra-trust', APP, { certificates: 9 });
    await giveLicense(app, 'nordmark-lb', APP, { certificates: 9 });
    const other = put('nordmark-lb', { name: 'certificates', attributes: { limit: 0 }, old_limit: 9, reset: true });
    expect(await refused(other)).toMatchObject({ status: 'LICENSE_NO_RESET' });
    expect(await refused(reset('key_pairs', 20, 51))).toMatchObject({
      status: 'LICENSE_LIMIT_RANGE',
      params: { min: 0, max: 50 },
    });
    expect((await reset('key_pairs', 20, 50)).status).toBe(200);
  });

  test('gives an account without a limit one, for system scope', async () => {
    await syncPools(app.db, everyFeature(-1), app.clock.now());
    await giveLicense(app, 'umbra-trust', CODE, { key_pairs: -1 });
    await giveLicense(app, 'nordmark-lb', CODE, { key_pairs: -1 });
    await use({ code: CODE, feature: 'key_pairs' });
    const url = `/account/ui-api/v1/account/${idOf('nordmark-lb')}/license/usage/${CODE}`;
    const features = [{ name: 'key_pairs', attributes: { limit: 7 }, old_limit: -1, reset: true }];
    const byBen = await app.call('ben', 'PUT', url, { license_feature_version: 'v1', features });
    expect(byBen.body.error.status).toBe('LICENSE_NO_RESET');
    expect((await reset('key_pairs', -1, 7)).status).toBe(200);
    expect(await figures('key_pairs')).toMatchObject({ limit: 7, used: 1, remaining: 6 });
    expect(await figures('key_pairs', 'umbra-trust')).toMatchObject({ limit: -1, used: 7 });
  });
});
