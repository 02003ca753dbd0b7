import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { mailSeal } from '../mail/queue.ts';
import { undoable } from '../testing/undo.ts';
import { endTrials } from './trial-store.ts';

let app: TestApp;
let account: string;
beforeEach(async () => {
  app = await startTestApp();
  account = app.accountIds.get('nordmark-lb') ?? '';
});
afterEach(() => app.close());

const PATH = () => `/account/ui-api/v1/features/account/${account}`;
const SIGNING = 'secure_software_manager';
const switchTrial = (end_date: string | null, application = SIGNING) =>
  app.call('ada', 'PUT', `${PATH()}/${application}/features`, [
    { feature_id: 'trial_account', enabled: end_date !== null, ...(end_date === null ? {} : { end_date }) },
  ]);

type Entry = { featureId: string; appCode: string; enabled: boolean; endDate: string | null };
async function trial(): Promise<Entry | undefined> {
  const items: Entry[] = (await app.call('ada', 'GET', PATH())).body.items;
  return items.find(({ featureId, appCode }) => featureId === 'trial_account' && appCode === SIGNING);
}
const mails = async () =>
  (
    await app.db
      .selectFrom('mail')
      .select(['id', 'recipient', 'kind', 'subject', 'body_sealed'])
      .orderBy('id')
      .execute()
  ).map(({ id, body_sealed, ...mail }) => ({
    ...mail,
    text: body_sealed ? app.runtime.seal.open(body_sealed, mailSeal(id)).toString('utf8') : '',
  }));
const events = () =>
  app.db
    .selectFrom('audit_event')
    .select(['resource_name', 'actor_name', 'actor_via', 'account_id', 'before', 'after'])
    .where('resource_type', '=', 'FEATURE')
    .where('actor_via', '=', 'system')
    .execute();

test('a week before its end the account’s administrators hear of a trial, once, each in their language', async () => {
  await app.db.updateTable('app_user').set({ locale: 'de_DE' }).where('user_name', '=', 'cleo').execute();
  await switchTrial('2026-12-01');
  expect(await endTrials(app.runtime)).toEqual({ announced: 0, ended: 0 });
  app.clock.set('2026-11-24T00:30:00Z');
  expect(await endTrials(app.runtime)).toEqual({ announced: 1, ended: 0 });
  expect(await endTrials(app.runtime)).toEqual({ announced: 0, ended: 0 });
  const [mail, ...others] = await mails();
  // Not to Dora, who is a program, nor to Emil, who administers nothing, nor to the partner.
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ recipient: 'cleo@nordmark-lb.example', kind: 'trial-ending' });
  expect(mail?.subject).toBe('Die Testphase von Signing Manager für Nordmark Landesbank endet am 01-Dez-2026');
  expect(mail?.text).toContain('endet in 7 Tagen');
  expect(mail?.text).toContain(`/account/accounts/${account}#features`);
});

test('who is gone, switched off, of another scope or may not manage the account hears nothing', async () => {
  const { open, undo } = undoable();
  await app.close();
  app = await startTestApp({ open });
  account = app.accountIds.get('nordmark-lb') ?? '';
  const cleo = app.userIds.get('cleo') ?? '';
  const roles = sql`id in (select role_id from user_role where user_id = ${cleo})`;
  await switchTrial('2026-11-22');
  for (const change of [
    sql`update app_user set active = false where id = ${cleo}`,
    sql`update app_user set deleted_at = now() where id = ${cleo}`,
    sql`update app_user set access_scope = 'end_user' where id = ${cleo}`,
    sql`update role set permissions = array_remove(permissions, 'manage_account') where ${roles}`,
    sql`update role set deleted_at = now() where ${roles}`,
  ])
    await undo(async () => {
      await change.execute(app.db);
      expect(await endTrials(app.runtime)).toEqual({ announced: 1, ended: 0 });
      expect(await mails()).toEqual([]);
    });
  await endTrials(app.runtime);
  expect(await mails()).toHaveLength(1);
});

test('a trial of an account that has ended is not announced; of one that is deleted nothing is done', async () => {
  await switchTrial('2026-11-24');
  const end = (change: object) => app.db.updateTable('account').set(change).where('id', '=', account).execute();
  await end({ service_to: '2026-11-20' });
  expect(await endTrials(app.runtime)).toEqual({ announced: 0, ended: 0 });
  await end({ deleted_at: app.clock.now() });
  app.clock.set('2026-11-25T00:00:00Z');
  expect(await endTrials(app.runtime)).toEqual({ announced: 0, ended: 0 });
  await end({ deleted_at: null });
  expect(await endTrials(app.runtime)).toEqual({ announced: 0, ended: 1 });
});

test('a trial that is given another day is told of anew; one that begins within the week at once', async () => {
  await switchTrial('2026-11-21');
  expect(await endTrials(app.runtime)).toEqual({ announced: 1, ended: 0 });
  expect((await mails())[0]?.text).toContain('ends today');
  await switchTrial('2026-11-23');
  expect(await endTrials(app.runtime)).toEqual({ announced: 1, ended: 0 });
  expect((await mails())[1]?.text).toContain('ends in 2 days');
});

test('the day after its last a trial is off at once; the job writes it down and tells, once', async () => {
  await switchTrial('2026-11-30');
  app.clock.set('2026-11-30T23:59:59Z');
  app.forget('ada');
  expect(await trial()).toMatchObject({ enabled: true, endDate: '2026-11-30' });
  await endTrials(app.runtime);
  app.clock.set('2026-12-01T00:00:00Z');
  expect(await trial()).toMatchObject({ enabled: false, endDate: null });
  expect(await events()).toEqual([]);
  // Two processes look at once.
  const done = await Promise.all([endTrials(app.runtime), endTrials(app.runtime)]);
  expect(done.reduce((sum, { ended }) => sum + ended, 0)).toBe(1);
  expect(await events()).toEqual([
    {
      resource_name: `${SIGNING}/trial_account`,
      actor_name: null,
      actor_via: 'system',
      account_id: account,
      before: { enabled: true, end_date: '2026-11-30' },
      after: { enabled: false, end_date: null },
    },
  ]);
  expect((await mails()).map(({ kind }) => kind)).toEqual(['trial-ending', 'trial-ended']);
  expect(await endTrials(app.runtime)).toEqual({ announced: 0, ended: 0 });
});

test('announced and ended is that trial alone: no other feature, nor the trial of another account', async () => {
  const orsini = app.accountIds.get('orsini-custody') ?? '';
  const later = { feature_id: 'trial_account', enabled: true, end_date: '2027-03-01' };
  await switchTrial('2026-11-22');
  await app.call('ada', 'PUT', `${PATH()}/${SIGNING}/features`, [{ feature_id: 'release_approval', enabled: true }]);
  await app.call('ada', 'PUT', `/account/ui-api/v1/features/account/${orsini}/${SIGNING}/features`, [later]);
  const others = () =>
    app.db
      .selectFrom('account_feature')
      .selectAll()
      .where((row) => row.not(row.and({ account_id: account, app_code: SIGNING, feature_id: 'trial_account' })))
      .orderBy('account_id')
      .orderBy('app_code')
      .orderBy('feature_id')
      .execute();
  const before = await others();
  expect(before.filter(({ app_code, enabled }) => app_code === SIGNING && enabled).length).toBeGreaterThan(1);
  expect(await endTrials(app.runtime)).toEqual({ announced: 1, ended: 0 });
  app.clock.set('2026-11-23T00:00:00Z');
  expect(await endTrials(app.runtime)).toEqual({ announced: 0, ended: 1 });
  expect(await others()).toEqual(before);
});

test('a trial that was over and is switched on again before the job came goes on', async () => {
  await switchTrial('2026-11-30');
  app.clock.set('2026-12-01T00:00:00Z');
  app.forget('ada');
  expect((await switchTrial('2027-03-01')).status).toBe(200);
  expect(await endTrials(app.runtime)).toEqual({ announced: 0, ended: 0 });
  expect(await trial()).toMatchObject({ enabled: true, endDate: '2027-03-01' });
});

test('several trials are done one by one; an address that can’t be written to holds up none', async () => {
  await app.db.updateTable('app_user').set({ email: 'nowhere' }).where('user_name', '=', 'cleo').execute();
  for (const application of [SIGNING, 'ca_manager', 'device_manager']) await switchTrial('2026-11-22', application);
  expect(await endTrials(app.runtime)).toEqual({ announced: 3, ended: 0 });
  app.clock.set('2026-11-23T00:00:00Z');
  // One that somebody else has to do with is left for the next time.
  const other = await app.pool.connect();
  await other.query('begin');
  await other.query(`select from account_feature where app_code = 'ca_manager' and end_date is not null for update`);
  expect(await endTrials(app.runtime)).toEqual({ announced: 0, ended: 2 });
  await other.query('commit');
  other.release();
  expect(await endTrials(app.runtime)).toEqual({ announced: 0, ended: 1 });
  expect(await mails()).toEqual([]);
});
