/** Creating, editing, switching and deleting service users. */
import { SERVICE_USER } from '@signet/contract/areas/service-user-record';
import type { ServiceUser, serviceUserCreate, serviceUserEdit } from '@signet/contract/areas/service-users';
import type { Viewer } from '@signet/contract/viewer';
import type { z } from 'zod';
import type { Db } from '../../db/open.ts';
import { concerning } from '../../db/concerning.ts';
import { endedSide } from '../../db/deletion.ts';
import { auditSnapshot, changeRecord, type ChangeEvent, type RecordKind } from '../../db/record.ts';
import { newId } from '../../ids.ts';
import { accountsOf } from '../../people/account-store.ts';
import { createPerson, deletePerson, positionPerson, stampPerson, switchPerson } from '../../people/change-store.ts';
import { aboutPerson, lockPerson, requireGovern, requireManage } from '../../people/person-store.ts';
import { accountsToTell, NOWHERE, standingsOf } from '../../people/standing-store.ts';
import { moved } from '../../people/position.ts';
import { readServiceUser } from './store.ts';

/** A program has one name; the table has two for people. */
const asStored = (name: string) => ({ first_name: name, last_name: '' });

const KIND: RecordKind<'app_user', string, ServiceUser> = {
  table: 'app_user',
  columns: SERVICE_USER,
  read: readServiceUser,
  stored: (one) => ({ ...one, ...asStored(one.name) }),
  name: (one) => one.name,
  account: (one) => one.primary_account_id,
};

/** What the audit log keeps: what it is, and where it stands. */
const snapshot = async (tx: Db, one: ServiceUser): Promise<object> => ({
  ...auditSnapshot(KIND, one),
  account_ids: await accountsOf(tx, one.id),
  roles: one.roles.map(({ app_code, name }) => `${app_code}/${name}`),
});

const about = (one: ServiceUser): Pick<ChangeEvent, 'resource_id' | 'resource_name' | 'account_id'> => ({
  resource_id: one.id,
  resource_name: one.name,
  account_id: one.primary_account_id,
});

/** `told` are the events of further accounts that it has come into or left. */
type Written<Event> = { after: ServiceUser; event: Event; told: ChangeEvent[] };

/** Creates a service user. Throws what `createPerson` throws. */
export async function createServiceUser(
  viewer: Viewer,
  tx: Db,
  { name, ...input }: z.output<typeof serviceUserCreate>,
  now: Date,
): Promise<Written<ChangeEvent>> {
  // It signs in nowhere: the user name that the table asks for is one that nobody chose, or waits for.
  const values = { ...input, ...asStored(name), user_name: newId(), service_user: true };
  const { id } = await createPerson(viewer, tx, values, now);
  const after = await readServiceUser(viewer, tx, id);
  const sides = { was: NOWHERE, is: await standingsOf(tx, id), nameBefore: after.name };
  return {
    after,
    event: { ...about(after), after: await snapshot(tx, after) },
    told: accountsToTell(about(after), sides),
  };
}

/**
 * Edits a service user. Throws 404, the reason why the viewer may not, CHANGED_MEANWHILE, and what `positionPerson`
 * throws.
 */
export async function updateServiceUser(
  viewer: Viewer,
  tx: Db,
  id: string,
  edit: z.output<typeof serviceUserEdit>,
  version: number | undefined,
  now: Date,
): Promise<Written<ChangeEvent | 'nothing'>> {
  const person = await lockPerson(viewer, tx, id, { serviceUser: true });
  requireManage(viewer, person);
  const before = await readServiceUser(viewer, tx, id);
  const position = moved(edit, before);
  const isMoved = Object.keys(position).length > 0;
  if (isMoved) requireGovern(viewer, person);
  const [was, stood] = [await snapshot(tx, before), await standingsOf(tx, id)];
  const { name, description, email, locale, api_credential } = edit;
  const values = {
    ...asStored(name),
    description,
    email,
    locale,
    api_credential: api_credential ?? before.api_credential,
  };
  const named = await changeRecord(KIND, viewer, tx, id, { now, version, set: () => values });
  if (named.event === 'nothing' && !isMoved) return { after: before, event: 'nothing', told: [] };
  if (isMoved) await concerning(aboutPerson(person), () => positionPerson(viewer, tx, person, position, now));
  if (named.event === 'nothing') await stampPerson(viewer, tx, id, now);
  const after = await readServiceUser(viewer, tx, id);
  const sides = { was: stood, is: await standingsOf(tx, id), nameBefore: before.name };
  return {
    after,
    event: { ...about(after), before: was, after: await snapshot(tx, after) },
    told: accountsToTell(about(after), sides),
  };
}

/** Enables or disables a service user, from this moment on. Throws 404 and the reason why the viewer may not. */
export async function enableServiceUser(
  viewer: Viewer,
  tx: Db,
  id: string,
  enabled: boolean,
  now: Date,
): Promise<{ after: ServiceUser; event: ChangeEvent | 'nothing' }> {
  const person = await lockPerson(viewer, tx, id, { serviceUser: true });
  requireGovern(viewer, person);
  const before = await readServiceUser(viewer, tx, id);
  const isOther = await concerning(aboutPerson(person), () => switchPerson(viewer, tx, person, enabled, now));
  if (!isOther) return { after: before, event: 'nothing' };
  const after = await readServiceUser(viewer, tx, id);
  const sides = { before: await snapshot(tx, before), after: await snapshot(tx, after) };
  return { after, event: { ...about(after), ...sides } };
}

/** Deletes a service user. Throws 404 and the reason why the viewer may not. */
export async function deleteServiceUser(
  viewer: Viewer,
  tx: Db,
  id: string,
  now: Date,
): Promise<{ event: ChangeEvent; told: ChangeEvent[] }> {
  const person = await lockPerson(viewer, tx, id, { serviceUser: true });
  requireGovern(viewer, person);
  const before = await readServiceUser(viewer, tx, id);
  const event = { ...about(before), before: await snapshot(tx, before) };
  const sides = { was: await standingsOf(tx, id), is: NOWHERE, nameBefore: before.name };
  const ended = await concerning(aboutPerson(person), () => deletePerson(viewer, tx, person, now));
  return { event: { ...event, ...endedSide(ended) }, told: accountsToTell(about(before), sides) };
}
