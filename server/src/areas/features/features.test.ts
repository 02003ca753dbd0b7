import { expect, test } from 'vitest';
import type { Name, TestApp } from '../../testing/app.ts';
import { onePlatform } from '../../testing/one-platform.ts';

const SIGNING = 'secure_software_manager';
let app: TestApp;
const { alone } = onePlatform((one) => void (app = one), { signedIn: ['ada', 'ben'] });

type Entry = { featureId: string; appCode: string; enabled: boolean; endDate: string | null; displayOrder: number };
type Switch = { feature_id: string; enabled: boolean; end_date?: string | null };

const accountOf = (identifier: string): string => app.accountIds.get(identifier) ?? '';
const nordmark = (): string => accountOf('nordmark-lb');
const list = (person: Name = 'ben', account = nordmark()) =>
  app.call(person, 'GET', `/account/ui-api/v1/features/account/${account}`);
type Target = { as?: Name; application?: string; account?: string; query?: string };
const put = (switches: unknown, { as = 'ben', application = SIGNING, account = nordmark(), query = '' }: Target = {}) =>
  app.call(as, 'PUT', `/account/ui-api/v1/features/account/${account}/${application}/features${query}`, switches);
const on = (feature_id: string, end_date?: string): Switch => ({
  feature_id,
  enabled: true,
  ...(end_date === undefined ? {} : { end_date }),
});
const off = (feature_id: string): Switch => ({ feature_id, enabled: false });

async function featureOf(id: string, application = SIGNING): Promise<Entry> {
  const items: Entry[] = (await list()).body.items;
  const found = items.find(({ featureId, appCode }) => featureId === id && appCode === application);
  if (!found) throw new Error(`${application} has no ${id}.`);
  return found;
}
const versionOf = (body: { applications: { app_code: string; version: number }[] }, application = SIGNING): number =>
  body.applications.find(({ app_code }) => app_code === application)?.version ?? 0;
const fieldsOf = (answer: { body: { error: { fields: Record<string, { status: string }> } } }) =>
  Object.fromEntries(Object.entries(answer.body.error.fields).map(([field, { status }]) => [field, status]));

test('[A-226 A-227 A-228 A-242] features are answered by application in their order, defaults on', async () => {
  const { status, body } = await list('cleo');
  expect(status).toBe(200);
  const items: Entry[] = body.items;
  expect(body.total).toBe(items.length);
  expect(items.find(({ appCode }) => appCode === 'ca_manager')).toEqual({
    featureId: 'private_issuance',
    appCode: 'ca_manager',
    enabled: true,
    endDate: null,
    defaultFeature: true,
    displayOrder: 10,
  });
  const signing = items.filter(({ appCode }) => appCode === SIGNING);
  expect(signing.map(({ featureId }) => featureId)).toEqual([
    'public_issuance',
    'key_locker_account',
    'trial_account',
    'timestamping',
    'release_approval',
  ]);
  expect(signing.map(({ displayOrder }) => displayOrder)).toEqual([10, 20, 30, 40, 50]);
  expect(signing.filter(({ enabled }) => enabled).map(({ featureId }) => featureId)).toEqual(['timestamping']);
});

test('[A-285] an account’s enabled_feature_ids follow; a new account has the defaults', async () => {
  const idsOf = async (account: string): Promise<string[]> =>
    (await app.call('ada', 'GET', `/account/ui-api/v1/account/${account}`)).body.enabled_feature_ids;
  const created = await app.call('ada', 'POST', '/account/ui-api/v1/account', {
    name: 'Fresh Trust',
    friendly_identifier: 'fresh-trust',
    locale: 'en_US',
    service_period: { from: '2026-11-21', to: '2027-11-21' },
    organization: { name: 'Fresh Trust' },
  });
  const defaults = [
    'private_issuance',
    'timestamping',
    'bulk_enrollment',
    'autoenrollment',
    'long_term_validation',
    'discovery_scans',
    'device_attestation',
  ];
  expect(created.body.enabled_feature_ids).toEqual(defaults);
  await put([on('public_issuance'), off('timestamping')], { as: 'ada', account: created.body.id });
  expect((await idsOf(created.body.id)).toSorted()).toEqual(
    ['public_issuance', ...defaults.filter((id) => id !== 'timestamping')].toSorted(),
  );
  expect(await idsOf(nordmark())).toEqual(defaults);
  expect(await idsOf(accountOf('signet-platform'))).toEqual([]);
});

test('[A-236] features of one application are switched in one call; what is not listed stays', async () => {
  const { status, body } = await put([on('public_issuance'), on('trial_account', '2026-12-31'), off('timestamping')]);
  expect([status, body.error, body.message]).toEqual([200, false, null]);
  expect(await featureOf('trial_account')).toMatchObject({ enabled: true, endDate: '2026-12-31' });
  expect(await featureOf('public_issuance')).toMatchObject({ enabled: true, endDate: null });
  // Another application's feature of the same name is another one.
  expect(await featureOf('public_issuance', 'ca_manager')).toMatchObject({ enabled: false });
  expect(body.items).toEqual((await list()).body.items);
  // A trial that is on keeps its day where none is given; switched off, it has none.
  expect((await put([on('trial_account')])).status).toBe(200);
  expect(await featureOf('trial_account')).toMatchObject({ enabled: true, endDate: '2026-12-31' });
  await put([off('trial_account')]);
  expect(await featureOf('trial_account')).toMatchObject({ enabled: false, endDate: null });
});

test('[A-231 A-232 A-233] what may not be on together is refused under its feature, whole', async () => {
  const refused = async (...switches: Switch[]) => {
    const answer = await put(switches);
    return [answer.status, fieldsOf(answer)];
  };
  expect(await refused(on('public_issuance'), on('key_locker_account'), on('trial_account', '2026-12-31'))).toEqual([
    409,
    { '1.enabled': 'TRIAL_AND_KEY_LOCKER' },
  ]);
  expect(await refused(on('timestamping'), on('key_locker_account'))).toEqual([
    409,
    { '1.enabled': 'PUBLIC_ISSUANCE_NEEDED' },
  ]);
  expect(await refused(on('trial_account'))).toEqual([400, { '0.end_date': 'TRIAL_END_MISSING' }]);
  expect(await refused(on('public_issuance'), on('trial_account'))).toEqual([
    400,
    { '1.end_date': 'TRIAL_END_MISSING' },
  ]);
  expect(await featureOf('public_issuance')).toMatchObject({ enabled: false });
  // What stands already counts as well.
  expect((await put([on('public_issuance'), on('key_locker_account')])).status).toBe(200);
  expect(await refused(off('public_issuance'))).toEqual([409, { '0.enabled': 'PUBLIC_ISSUANCE_NEEDED' }]);
  expect(await refused(on('trial_account', '2026-12-31'))).toEqual([409, { '0.enabled': 'TRIAL_AND_KEY_LOCKER' }]);
  expect((await put([off('key_locker_account'), on('trial_account', '2026-12-31')])).status).toBe(200);
});

test('[A-234 A-235] a trial ends today or later, and not after the account', async () => {
  await app.db.updateTable('account').set({ service_to: '2027-01-31' }).where('id', '=', nordmark()).execute();
  const wrong = async (day: string) => {
    const answer = await put([on('trial_account', day)]);
    return answer.status === 200 ? 200 : fieldsOf(answer)['0.end_date'];
  };
  expect(await wrong('2026-11-20')).toBe('END_IN_PAST');
  expect(await wrong('2027-02-01')).toBe('TRIAL_AFTER_ACCOUNT');
  expect([await wrong('2026-11-21'), await wrong('2027-01-31')]).toEqual([200, 200]);
  // The account's end is brought forward: other features can still be switched.
  await app.db.updateTable('account').set({ service_to: '2027-01-01' }).where('id', '=', nordmark()).execute();
  expect((await put([on('release_approval')])).status).toBe(200);
});

test('bad input is refused under its place in the list', async () => {
  const bad: [unknown, Record<string, string>][] = [
    [[on('nothing')], { '0.feature_id': 'FEATURE_UNKNOWN' }],
    // A feature of another application.
    [[on('timestamping'), on('discovery_scans')], { '1.feature_id': 'FEATURE_UNKNOWN' }],
    [[on('timestamping'), off('timestamping')], { '1.feature_id': 'FEATURE_TWICE' }],
    [[on('timestamping', '2026-12-31')], { '0.end_date': 'FEATURE_WITHOUT_END' }],
    [[{ ...off('trial_account'), end_date: '2026-12-31' }], { '0.end_date': 'FEATURE_WITHOUT_END' }],
    [[on('trial_account', '31.12.2026')], { '0.end_date': 'INVALID_DATE' }],
    [[on('trial_account', '2027-02-30')], { '0.end_date': 'INVALID_DATE' }],
    [[on('trial_account', '')], { '0.end_date': 'REQUIRED' }],
    [[{ feature_id: 'timestamping', enabled: 'yes' }], { '0.enabled': 'INVALID_INPUT' }],
    [[{ feature_id: 'timestamping' }], { '0.enabled': 'REQUIRED' }],
    [[{ ...on('timestamping'), price: 1 }], { '0.price': 'UNKNOWN_FIELD' }],
    [on('timestamping'), { '': 'INVALID_INPUT' }],
    [Array.from({ length: 51 }, () => on('timestamping')), { '': 'INVALID_INPUT' }],
  ];
  for (const [body, fields] of bad) {
    const answer = await put(body);
    expect([answer.status, fieldsOf(answer)], JSON.stringify(body)).toEqual([400, fields]);
  }
  const elsewhere = await put([on('timestamping')], { application: 'nowhere' });
  expect([elsewhere.status, fieldsOf(elsewhere)]).toEqual([400, { feature: 'INVALID_INPUT' }]);
  expect((await list()).body.items.filter(({ enabled }: Entry) => enabled)).toHaveLength(7);
});

test('[A-240 A-241] a partner switches for its customers, not for itself; account scope does not', async () => {
  const whyNot = async (person: Name, account: string) => (await list(person, account)).body.why_not_switch;
  expect((await put([on('release_approval')], { as: 'ada' })).status).toBe(200);
  expect((await put([off('release_approval')], { as: 'ben' })).status).toBe(200);
  expect((await put([on('release_approval')], { as: 'ben', account: accountOf('umbra-trust') })).status).toBe(403);
  expect((await put([on('release_approval')], { as: 'cleo' })).status).toBe(403);
  expect(await whyNot('ada', nordmark())).toBeNull();
  expect(await whyNot('ben', nordmark())).toBeNull();
  expect(await whyNot('ben', accountOf('umbra-trust'))).toMatchObject({ status: 'FORBIDDEN' });
  expect(await whyNot('cleo', nordmark())).toMatchObject({ status: 'FORBIDDEN' });
});

test('who does not see an account finds neither its features nor a way to switch them', async () => {
  for (const person of ['bea', 'carl'] as const) {
    expect((await list(person)).status).toBe(404);
    const answer = await put([on('release_approval')], { as: person });
    expect(answer.status).toBe(person === 'bea' ? 404 : 403);
  }
  expect(await featureOf('release_approval')).toMatchObject({ enabled: false });
  const gone = accountOf('orsini-custody');
  expect((await app.call('ada', 'DELETE', `/account/ui-api/v1/account/${gone}`)).status).toBe(204);
  expect((await list('ada', gone)).status).toBe(404);
  expect((await put([on('release_approval')], { as: 'ada', account: gone })).status).toBe(404);
});

test('[A-066] the platform’s own account has no features, and none can be switched', async () => {
  const account = accountOf('signet-platform');
  expect((await list('ada', account)).body).toMatchObject({ items: [], total: 0, applications: [] });
  const answer = await put([on('release_approval')], { as: 'ada', account });
  expect([answer.status, answer.body.error.status]).toEqual([409, 'SYSTEM_ACCOUNT']);
});

const events = () =>
  app.db
    .selectFrom('audit_event')
    .select(['action', 'resource_name', 'actor_name', 'account_id', 'before', 'after'])
    .where('resource_type', '=', 'FEATURE')
    .where('result', '=', 'success')
    .orderBy('resource_name')
    .execute();

test('each feature that is another afterwards has its event; one that stood so already has none', async () => {
  await put([on('timestamping'), on('release_approval'), on('trial_account', '2026-12-31')]);
  const common = { action: 'UPDATE', actor_name: 'Ben Okafor', account_id: nordmark() };
  const before = { enabled: false, end_date: null };
  expect(await events()).toEqual([
    { ...common, resource_name: `${SIGNING}/release_approval`, before, after: { enabled: true, end_date: null } },
    { ...common, resource_name: `${SIGNING}/trial_account`, before, after: { enabled: true, end_date: '2026-12-31' } },
  ]);
  const version = versionOf((await list()).body);
  expect((await put([on('release_approval')])).status).toBe(200);
  expect((await put([])).status).toBe(200);
  expect([versionOf((await list()).body), (await events()).length]).toEqual([version, 2]);
});

test('of two who switch in one application the second is told; another application is another record', async () => {
  // What was switched before has a row that is changed.
  await put([on('release_approval')]);
  const { body } = await list();
  const version = versionOf(body);
  expect((await put([off('release_approval')], { as: 'ada', query: `?version=${version}` })).status).toBe(200);
  const late = await put([off('timestamping')], { query: `?version=${version}` });
  expect([late.status, late.body.error.status]).toEqual([409, 'CHANGED_MEANWHILE']);
  expect(late.body.error.params).toMatchObject({ by: 'Ada Lindqvist', at: '2026-11-21 12:00:00' });
  expect(await featureOf('timestamping')).toMatchObject({ enabled: true });
  const ofOther = `?version=${versionOf(body, 'ca_manager')}`;
  const other = await put([off('private_issuance')], { application: 'ca_manager', query: ofOther });
  expect(other.status).toBe(200);
  const again = versionOf((await list()).body);
  expect((await put([off('timestamping')], { query: `?version=${again}` })).status).toBe(200);
});

test('[A-236] whoever is refused hears who switched last, of whichever feature', async () => {
  const saved = async () => {
    const { by, at } = (await put([on('public_issuance')], { query: '?version=1' })).body.error.params;
    return [by, at];
  };
  await put([on('release_approval')]);
  expect(await saved()).toEqual(['Ben Okafor', '2026-11-21 12:00:00']);
  for (const [at, switched] of [
    ['2026-11-21 12:01:00', off('timestamping')],
    ['2026-11-21 12:02:00', off('release_approval')],
  ] as const) {
    app.clock.pass(60);
    await put([switched], { as: 'ada' });
    expect(await saved()).toEqual(['Ada Lindqvist', at]);
  }
});

test(
  'of two at once who switch on what excludes each other the second waits, and is refused',
  alone(async () => {
    await put([on('public_issuance')]);
    const first = await app.pool.connect();
    await first.query('begin');
    await first.query('select from account where id = $1 for no key update', [nordmark()]);
    await first.query(
      `insert into account_feature (account_id, app_code, feature_id, enabled, created_at, updated_at)
      values ($1, $2, 'key_locker_account', true, now(), now())`,
      [nordmark(), SIGNING],
    );
    const second = put([on('trial_account', '2026-12-31')]);
    const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%from account a%'`;
    try {
      await expect.poll(async () => (await app.pool.query(waiting)).rowCount, { interval: 5 }).toBe(1);
    } finally {
      await first.query('commit');
      first.release();
    }
    expect((await second).body.error.status).toBe('TRIAL_AND_KEY_LOCKER');
  }),
);
