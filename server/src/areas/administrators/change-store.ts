/** Creating, editing and deleting people. */
import { ADMINISTRATOR } from '@signet/contract/areas/administrator-record';
import type { Administrator, administratorCreate, AdministratorEdit } from '@signet/contract/areas/administrators';
import { whyNotReach, whyNotScope } from '@signet/contract/areas/person-rules';
import { Problem, refuseField } from '@signet/contract/problem';
import type { Permission, Viewer } from '@signet/contract/viewer';
import type { z } from 'zod';
import type { Db } from '../../db/open.ts';
import { concerning } from '../../db/concerning.ts';
import { endedSide } from '../../db/deletion.ts';
import { auditSnapshot, changeRecord, type ChangeEvent, type RecordKind } from '../../db/record.ts';
import { requireAdministrators } from '../../people/administrator-store.ts';
import { accountsOf } from '../../people/account-store.ts';
import {
  accountsWith,
  createPerson,
  deletePerson,
  positionPerson,
  stampPerson,
  switchPerson,
} from '../../people/change-store.ts';
import { aboutPerson, lockPerson, requireGovern, requireManage } from '../../people/person-store.ts';
import { permissionsWith, setRoles } from '../../people/role-store.ts';
import { accountsToTell, NOWHERE, standingsOf } from '../../people/standing-store.ts';
import { moved, type Position } from '../../people/position.ts';
import { requireOwnDomain } from '../../sign-in/federation/domain-store.ts';
import { readAdministrator } from './store.ts';

const KIND: RecordKind<'app_user', string, Administrator> = {
  table: 'app_user',
  columns: ADMINISTRATOR,
  read: (viewer, db, id, { now, lock }) => readAdministrator(viewer, db, id, now, { lock }),
  name: (one) => one.user_name,
  account: (one) => one.primary_account_id,
  uniqueIndexes: { app_user_user_name: { field: 'user_name', status: 'USERNAME_EXISTS' } },
};

/** What the audit log keeps: names, and where the person stands. */
const snapshot = async (tx: Db, one: Administrator): Promise<object> => ({
  ...auditSnapshot(KIND, one),
  active: one.active,
  access_scope: one.access_scope,
  primary_account_id: one.primary_account_id,
  account_ids: await accountsOf(tx, one.id),
  roles: one.roles.map(({ app_code, name }) => `${app_code}/${name}`),
});

/** The event that tells an account that somebody joined or left it. */
export const JOINED_OR_LEFT = { action: 'UPDATE', resource: 'USER', result: 'success' } as const;

const about = (one: Administrator): Pick<ChangeEvent, 'resource_id' | 'resource_name' | 'account_id'> => ({
  resource_id: one.id,
  resource_name: one.user_name,
  account_id: one.primary_account_id,
});

/** `told` are the events of further accounts that the person has come into or left. */
export type Written = { after: Administrator; event: ChangeEvent; told: ChangeEvent[] };

/** Creates a person who is invited next. Throws what `createPerson` throws, and ACCOUNT_OUT_OF_SERVICE. */
export async function createAdministrator(
  viewer: Viewer,
  tx: Db,
  input: z.output<typeof administratorCreate>,
  now: Date,
  newId?: string,
): Promise<Written> {
  const { id } = await createPerson(viewer, tx, input, now, newId);
  const after = await readAdministrator(viewer, tx, id, now);
  refuseField('primary_account_id', whyNotReach(after));
  const sides = { was: NOWHERE, is: await standingsOf(tx, id), nameBefore: after.user_name };
  return {
    after,
    event: { ...about(after), after: await snapshot(tx, after) },
    told: accountsToTell(about(after), sides),
  };
}

type Governed = Position & { active?: boolean };

/** What of an edit governs the person beside its names: what is asked for and is another than now. */
const governed = (edit: AdministratorEdit, now: Administrator): Governed => ({
  ...moved(edit, now),
  ...(edit.active === undefined || edit.active === now.active ? {} : { active: edit.active }),
});

type Edited = Omit<Written, 'event'> & { before: Administrator; event: ChangeEvent | 'nothing' };

/**
 * Edits another person. Throws 404, the reason why the viewer may not, CHANGED_MEANWHILE, USERNAME_EXISTS and
 * DOMAIN_LEADS_ELSEWHERE under its field, what `positionPerson` throws, and FIELD_LOCKED for what is the person's own.
 */
export async function updateAdministrator(
  viewer: Viewer,
  tx: Db,
  id: string,
  edit: AdministratorEdit,
  version: number | undefined,
  now: Date,
): Promise<Edited> {
  const person = await lockPerson(viewer, tx, id, { serviceUser: false });
  requireManage(viewer, person);
  const who = aboutPerson(person);
  refuseOwn(edit);
  const before = await readAdministrator(viewer, tx, id, now);
  const changes = governed(edit, before);
  const isGoverned = Object.keys(changes).length > 0;
  if (isGoverned) requireGovern(viewer, person);
  const [was, stood] = [await snapshot(tx, before), await standingsOf(tx, id)];
  const { first_name, last_name, user_name, email, phone, locale } = edit;
  const names = { first_name, last_name, user_name, email, phone, locale };
  const named = await changeRecord(KIND, viewer, tx, id, { now, version, set: () => names });
  if (named.event === 'nothing' && !isGoverned) return { before, after: before, event: 'nothing', told: [] };
  const { active, ...position } = changes;
  if (Object.keys(position).length > 0) await concerning(who, () => positionPerson(viewer, tx, person, position, now));
  await concerning(who, () => requireOwnDomain(tx, id, { name: user_name, before: before.user_name }));
  if (active !== undefined) await concerning(who, () => switchPerson(viewer, tx, person, active, now));
  else if (named.event === 'nothing') await stampPerson(viewer, tx, id, now);
  const after = await readAdministrator(viewer, tx, id, now);
  const sides = { was: stood, is: await standingsOf(tx, id), nameBefore: before.user_name };
  return {
    before,
    after,
    event: { ...about(after), before: was, after: await snapshot(tx, after) },
    told: accountsToTell(about(after), sides),
  };
}

/** Throws FIELD_LOCKED for what is the person's own. */
function refuseOwn({ date_format, aliases }: AdministratorEdit): void {
  const own = Object.entries({ date_format, aliases }).filter(([, value]) => value !== undefined);
  if (own.length === 0) return;
  const fields = Object.fromEntries(own.map(([name]) => [name, { status: 'FIELD_LOCKED' as const }]));
  throw new Problem('FIELD_LOCKED', { fields });
}

/** Deletes a person. Throws 404, the reason why the viewer may not, and LAST_ADMINISTRATOR. */
export async function deleteAdministrator(
  viewer: Viewer,
  tx: Db,
  id: string,
  now: Date,
): Promise<Pick<Written, 'event' | 'told'>> {
  const person = await lockPerson(viewer, tx, id, { serviceUser: false });
  requireGovern(viewer, person);
  const before = await readAdministrator(viewer, tx, id, now);
  const event = { ...about(before), before: await snapshot(tx, before) };
  const sides = { was: await standingsOf(tx, id), is: NOWHERE, nameBefore: before.user_name };
  const ended = await concerning(aboutPerson(person), () => deletePerson(viewer, tx, person, now));
  return { event: { ...event, ...endedSide(ended) }, told: accountsToTell(about(before), sides) };
}

/** Gives a person a role or takes it. Throws 404, the reason why the viewer may not, and what `setRoles` throws. */
export async function giveRole(
  viewer: Viewer,
  tx: Db,
  id: string,
  { role_id, given }: { role_id: string; given: boolean },
  now: Date,
): Promise<{ after: Administrator; event: ChangeEvent | 'nothing' }> {
  const person = await lockPerson(viewer, tx, id, { serviceUser: false });
  const before = await readAdministrator(viewer, tx, id, now);
  if (person.role_ids.includes(role_id) === given) return { after: before, event: 'nothing' };
  requireGovern(viewer, person);
  const was = await snapshot(tx, before);
  const others = person.role_ids.filter((one) => one !== role_id);
  await concerning(aboutPerson(person), async () => {
    await setRoles(viewer, tx, person, given ? [...others, role_id] : others);
    await requireAdministrators(tx);
  });
  await stampPerson(viewer, tx, id, now);
  const after = await readAdministrator(viewer, tx, id, now);
  return { after, event: { ...about(after), before: was, after: await snapshot(tx, after) } };
}

/** Switches a person on or off. Throws as `giveRole` does, and LAST_ADMINISTRATOR. */
export async function switchAdministrator(
  viewer: Viewer,
  tx: Db,
  id: string,
  active: boolean,
  now: Date,
): Promise<{ after: Administrator; event: ChangeEvent | 'nothing' }> {
  const person = await lockPerson(viewer, tx, id, { serviceUser: false });
  const before = await readAdministrator(viewer, tx, id, now);
  if (person.active === active) return { after: before, event: 'nothing' };
  requireGovern(viewer, person);
  await concerning(aboutPerson(person), () => switchPerson(viewer, tx, person, active, now));
  const after = await readAdministrator(viewer, tx, id, now);
  return { after, event: { ...about(after), before: { active: before.active }, after: { active } } };
}

/** What a person would gain and lose by another position. Throws as the edit does; changes nothing. */
export async function previewPosition(
  viewer: Viewer,
  tx: Db,
  id: string,
  asked: Pick<AdministratorEdit, keyof Position>,
): Promise<{ gains: Permission[]; loses: Permission[] }> {
  const person = await lockPerson(viewer, tx, id, { serviceUser: false });
  requireGovern(viewer, person);
  const scope = asked.access_scope ?? person.access_scope;
  refuseField('access_scope', whyNotScope(viewer, scope));
  const holder = { ...person, access_scope: scope, account_ids: await accountsWith(viewer, tx, person, asked) };
  const then = await permissionsWith(viewer, tx, holder, asked.role_ids ?? person.role_ids);
  return {
    gains: then.filter((name) => !person.permissions.includes(name)),
    loses: person.permissions.filter((name) => !then.includes(name)),
  };
}
