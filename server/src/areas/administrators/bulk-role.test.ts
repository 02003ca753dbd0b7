import type { BulkRow } from '@signet/contract/bulk';
import { expect, test } from 'vitest';
import { seedPeople } from '../../../seed/people.ts';
import { runPlan } from '../../bulk/run.ts';
import type { Answer, Name, TestApp } from '../../testing/app.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import { bulkActs } from '../bulk-acts.ts';

const BASE = '/account/ui-api/v1/user';
const BULK = '/account/ui-api/v1/bulk';
const ACCOUNT_ADMINISTRATOR = '00000000-0000-7000-8000-000000000003';
const AUDITOR = '00000000-0000-7000-8000-000000000004';
const SUPPORT = '00000000-0000-7000-8000-000000000005';
const PLATFORM = '00000000-0000-7000-8000-000000000001';

let app: TestApp;
onePlatform((one) => void (app = one), { signedIn: ['ada', 'ben', 'cleo'] });

const idOf = (name: string): string => app.userIds.get(name) ?? '';
const plan = (who: Name, role_id: string, given: boolean, chosen: object): Promise<Answer> =>
  app.call(who, 'POST', `${BASE}/bulk/role`, { ...chosen, input: { role_id, given } });
const rows = async (who: Name, id: string): Promise<BulkRow[]> =>
  (await app.call(who, 'GET', `${BULK}/${id}/row?limit=100`)).body.items;
const verdicts = async (who: Name, id: string) =>
  new Map((await rows(who, id)).map((row) => [row.id, row.reason?.status ?? row.verdict]));
const rolesOf = async (name: string): Promise<string[]> =>
  (await app.call('ada', 'GET', `${BASE}/${idOf(name)}`)).body.roles.map((role: { id: string }) => role.id);

/** Confirms a plan and does what its job does. */
async function run(who: Name, id: string): Promise<Answer['body']> {
  expect((await app.call(who, 'PUT', `${BULK}/${id}/run`)).status).toBe(200);
  await runPlan(app.runtime, bulkActs, id);
  return (await app.call(who, 'GET', `${BULK}/${id}`)).body;
}

/** A role that Nordmark made for itself. */
async function ownRole(): Promise<string> {
  const body = { app_code: 'account_manager', name: 'Branch reader', description: '', permissions: ['view_account'] };
  return (await app.call('cleo', 'POST', '/account/ui-api/v1/role', body)).body.id;
}

test('a role is given to all who match, by name, undone, and taken again', async () => {
  const made = await plan('ada', SUPPORT, true, { ids: [idOf('cleo'), idOf('emil'), idOf('ada')] });
  expect(made.status).toBe(201);
  // A change of roles ends nobody's session.
  expect(made.body).toMatchObject({ undoable: true, typed: false, effects: {} });
  expect(await verdicts('ada', made.body.id)).toEqual(
    new Map([
      [idOf('ada'), 'YOURSELF'],
      [idOf('cleo'), 'change'],
      [idOf('emil'), 'change'],
    ]),
  );
  expect(await rolesOf('cleo')).not.toContain(SUPPORT);
  expect((await run('ada', made.body.id)).outcomes).toMatchObject({ done: 2 });
  expect(await rolesOf('cleo')).toContain(SUPPORT);
  const undo = await app.call('ada', 'POST', `${BULK}/${made.body.id}/undo`);
  await run('ada', undo.body.id);
  expect(await rolesOf('cleo')).not.toContain(SUPPORT);
  const taken = await plan('ada', SUPPORT, false, { ids: [idOf('cleo')] });
  expect(await verdicts('ada', taken.body.id)).toEqual(new Map([[idOf('cleo'), 'same']]));
});

test('a role of an account is refused to people of another one before anything runs', async () => {
  const role = await ownRole();
  const { body } = await plan('ada', role, true, { filters: {} });
  const said = await verdicts('ada', body.id);
  expect(said.get(idOf('cleo'))).toBe('change');
  expect(said.get(idOf('ben'))).toBe('ROLE_NOT_ASSIGNABLE');
  const { outcomes } = await run('ada', body.id);
  expect(outcomes).toMatchObject({ refused: 0 });
  const archived = await app.call('cleo', 'PUT', `/account/ui-api/v1/role/${role}/archived`, { archived: true });
  expect(archived.status).toBe(200);
  const late = await plan('ada', role, true, { ids: [idOf('emil')] });
  expect(late.body.error.fields.role_id.status).toBe('ROLE_NOT_ASSIGNABLE');
  // Who has it gives it back all the same.
  const taken = await plan('ada', role, false, { ids: [idOf('cleo')] });
  expect((await run('ada', taken.body.id)).outcomes).toMatchObject({ done: 1 });
  expect(await rolesOf('cleo')).not.toContain(role);
  // The way back is no longer open, and the plan says so.
  const undo = await app.call('ada', 'POST', `${BULK}/${taken.body.id}/undo`);
  expect(await verdicts('ada', undo.body.id)).toEqual(new Map([[idOf('cleo'), 'ROLE_NOT_ASSIGNABLE']]));
});

test('nobody gives a role above their own rights, one they do not see, or to people of another tenant', async () => {
  const above = await plan('cleo', PLATFORM, true, { filters: {} });
  expect(above.body.error.fields.role_id.status).toBe('ABOVE_OWN_RIGHTS');
  const role = await ownRole();
  const foreign = await plan('carl', role, true, { filters: {} });
  expect(foreign.body.error.fields.role_id.status).toBe('NOT_FOUND');
  const { body } = await plan('cleo', SUPPORT, true, { ids: [idOf('ben'), idOf('ada')] });
  expect(body).toMatchObject({ total: 2, refusals: [{ status: 'NOT_FOUND', count: 2 }] });
});

test('a role is given to those in whose scope its giver holds all of it, as one by one', async () => {
  // Ada looks after accounts alone; somebody else after the platform, and has more of an auditor's rights than she.
  const other = { first: 'Ida', last: 'Noor', userName: 'ida', scope: 'system' as const };
  const place = { accounts: ['signet-platform'], roles: ['account_manager/Platform administrator'] };
  const seeded = await seedPeople(app.db, [{ ...other, ...place }], app.accountIds, 'none', app.clock.now());
  const ida = seeded.get('ida') ?? '';
  const hers = app.db.updateTable('user_role').set({ role_id: ACCOUNT_ADMINISTRATOR });
  await hers.where('user_id', '=', idOf('ada')).execute();

  const made = await plan('ada', AUDITOR, true, { ids: [idOf('cleo'), ida] });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  expect(await verdicts('ada', made.body.id)).toEqual(
    new Map([
      [idOf('cleo'), 'change'],
      [ida, 'SCOPE_NOT_MANAGEABLE'],
    ]),
  );
  expect((await run('ada', made.body.id)).outcomes).toMatchObject({ done: 1 });
  expect(await rolesOf('cleo')).toContain(AUDITOR);
});

test('the list of people is filtered by a role, within sight', async () => {
  const role = await ownRole();
  const { body } = await plan('cleo', role, true, { filters: {} });
  await run('cleo', body.id);
  const having = async (who: Name) =>
    (await app.call(who, 'GET', `${BASE}?role_id=${role}&limit=100`)).body.items.map((one: { id: string }) => one.id);
  expect(await having('ada')).not.toContain(idOf('cleo'));
  expect((await having('ada')).length).toBe(body.verdicts.change);
  expect(await having('carl')).toEqual([]);
  expect((await app.call('ada', 'GET', `${BASE}?role_id=nonsense`)).status).toBe(400);
});
