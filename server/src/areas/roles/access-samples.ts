import type { areas } from '@signet/contract';
import { newId } from '../../ids.ts';
import type { TestApp } from '../../testing/app.ts';
import { nordmark, type SampleOf, type SamplesOf } from '../../testing/sample.ts';

const FIELDS = { name: 'Branch issuer', description: 'Issues for people in the branches' };
/** Whoever may make roles holds this one. */
const permissions = ['manage_user_role'];

/** A role of Nordmark that nobody has. */
async function aRole(app: TestApp): Promise<string> {
  const id = newId();
  await app.db
    .insertInto('role')
    .values({
      id,
      ...FIELDS,
      app_code: 'account_manager',
      account_id: nordmark(app),
      permissions,
      created_at: app.clock.now(),
    })
    .execute();
  return id;
}

const one: SampleOf = async (app) => ({ params: { id: await aRole(app) } });
const listed: SampleOf = async (app) => (await aRole(app), {});
const asked = (app: TestApp) => ({ application_id: 'account_manager', account_id: nordmark(app) });

export const rolesSamples: SamplesOf<typeof areas.roles> = {
  list: listed,
  export: listed,
  unique: (app) => ({ query: { ...asked(app), name: FIELDS.name } }),
  create: (app) => ({ body: { ...FIELDS, app_code: 'account_manager', permissions, account_id: nordmark(app) } }),
  read: one,
  update: async (app) => ({ ...(await one(app)), body: { ...FIELDS, name: 'Branch reader', permissions } }),
  archive: async (app) => ({ ...(await one(app)), body: { archived: true } }),
  remove: one,
  users: one,
  preview: async (app) => ({ ...(await one(app)), body: { permissions } }),
  permissionGroups: (app) => ({ query: asked(app) }),
};
