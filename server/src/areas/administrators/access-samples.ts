import type { areas } from '@signet/contract';
import { LIMITS } from '@signet/contract/limits';
import { seedPeople } from '../../../seed/people.ts';
import { newId } from '../../ids.ts';
import { makeCode } from '../../sign-in/codes/code-store.ts';
import { addWrongPassword } from '../../sign-in/passwords/failure-store.ts';
import { insertSession } from '../../sign-in/sessions/session-store.ts';
import type { TestApp } from '../../testing/app.ts';
import { allowCertificates } from '../../testing/certificate-sign-in.ts';
import { nordmark, type SamplesOf } from '../../testing/sample.ts';

/** Somebody of Nordmark without any role, whom its administrators manage. */
async function somebody(app: TestApp, how: { invited?: boolean } = {}): Promise<string> {
  const person = { first: 'Nils', last: 'Berg', userName: 'nils', scope: 'account' as const, roles: [], ...how };
  const cast = [{ ...person, accounts: ['nordmark-lb'] }];
  const ids = await seedPeople(app.db, cast, app.accountIds, 'no password', app.clock.now());
  return ids.get('nils') ?? '';
}
/** Ten wrong passwords of that person. */
async function lock(app: TestApp): Promise<void> {
  const now = app.clock.now();
  for (let round = 0; round < LIMITS.loginFailuresMax; round += 1)
    await addWrongPassword(app.db, { userName: 'nils', device: null }, now);
}
const session = (app: TestApp, userId: string): Promise<string> => {
  const now = app.clock.now();
  const origin = { ip: '127.0.0.1', userAgent: 'access matrix', correlationId: newId() };
  return insertSession(app.db, userId, origin, now, new Date(now.getTime() + 3_600_000));
};
const AUDITOR = '00000000-0000-7000-8000-000000000004';
const MANAGES = { needs: 'manage_account_user', without: 'SCOPE_NOT_MANAGEABLE' } as const;
const NAMES = { first_name: 'Nils', last_name: 'Changed', user_name: 'nils', email: 'nils@nordmark-lb.example' };

/** Somebody of each scope, of whom whoever manages some people may make one. */
const manyPeople = (app: TestApp) => ({
  defaults: { locale: 'en_US', primary_account_id: nordmark(app) },
  users: [
    { ...NAMES, access_scope: 'account' },
    { ...NAMES, user_name: 'nora', last_name: 'Ek', access_scope: 'end_user' },
    {
      ...NAMES,
      user_name: 'olaf',
      last_name: 'Falk',
      access_scope: 'system',
      primary_account_id: app.accountIds.get('signet-platform'),
    },
    {
      ...NAMES,
      user_name: 'pia',
      last_name: 'Gran',
      access_scope: 'partner',
      primary_account_id: app.accountIds.get('umbra-trust'),
    },
  ],
});

export const administratorsSamples: SamplesOf<typeof areas.administrators> = {
  list: () => ({ query: { limit: '1' } }),
  export: () => ({ query: { name: 'nobody of this name' } }),
  create: (app) => ({
    body: { ...NAMES, locale: 'en_US', access_scope: 'account', primary_account_id: nordmark(app) },
    ...MANAGES,
  }),
  read: async (app) => ({ params: { id: await somebody(app) } }),
  update: async (app) => ({
    params: { id: await somebody(app) },
    body: { ...NAMES, phone: '', locale: 'en_US' },
    ...MANAGES,
  }),
  remove: async (app) => ({ params: { id: await somebody(app) }, ...MANAGES }),
  applications: async (app) => ({ params: { id: await somebody(app) } }),
  preview: async (app) => ({ params: { id: await somebody(app) }, body: { role_ids: [] }, ...MANAGES }),
  sendInvitation: async (app) => ({ params: { id: await somebody(app, { invited: true }) }, ...MANAGES }),
  sendReset: async (app) => ({ params: { id: await somebody(app) }, ...MANAGES }),
  sendCertificatePickup: async (app) => {
    await allowCertificates(app, 'nordmark-lb');
    return { params: { id: await somebody(app) }, ...MANAGES };
  },
  sendSignOnMail: async (app) => {
    await app.db.updateTable('account').set({ saml_sign_in: true }).where('id', '=', nordmark(app)).execute();
    return { params: { id: await somebody(app) }, ...MANAGES };
  },
  sendPasswordInvitation: async (app) => {
    const id = await somebody(app);
    await app.db.updateTable('app_user').set({ password_hash: null }).where('id', '=', id).execute();
    return { params: { id }, ...MANAGES };
  },
  sendUnlock: async (app) => {
    const id = await somebody(app);
    await lock(app);
    return { params: { id }, ...MANAGES };
  },
  readSecondFactor: async (app) => ({ params: { id: await somebody(app) } }),
  resetSecondFactor: async (app) => {
    const id = await somebody(app);
    const now = app.clock.now();
    const key = { credential_id: 'key', public_key: Buffer.from('key'), counter: 0, transports: [], passkey: false };
    await app.db
      .insertInto('security_key')
      .values({ ...key, id: newId(), user_id: id, name: 'Key', created_at: now })
      .execute();
    return { params: { id }, ...MANAGES };
  },
  forgetProviderNames: async (app) => {
    const id = await somebody(app);
    await app.db.updateTable('app_user').set({ saml_username: 'E1001' }).where('id', '=', id).execute();
    return { params: { id }, ...MANAGES };
  },
  unlock: async (app) => {
    const userId = await somebody(app);
    await lock(app);
    const code = await makeCode(app.db, { userId, purpose: 'unlock', ttlSeconds: 60, now: app.clock.now() });
    return { body: { user_id: userId, code } };
  },
  setDefaultApp: async (app) => ({
    params: { id: await somebody(app) },
    body: { appUrl: '/account/accounts' },
    ...MANAGES,
  }),
  listSessions: async (app) => ({ params: { id: await somebody(app) } }),
  endSession: async (app) => {
    const id = await somebody(app);
    return { params: { id, sid: await session(app, id) }, ...MANAGES };
  },
  endSessions: async (app) => {
    const id = await somebody(app);
    await session(app, id);
    return { params: { id }, ...MANAGES };
  },
  validateMany: (app) => ({ body: manyPeople(app) }),
  createMany: (app) => ({ body: manyPeople(app) }),
  planActive: async (app) => ({ body: { ids: [await somebody(app)], input: { active: false } } }),
  planRole: async (app) => ({ body: { ids: [await somebody(app)], input: { role_id: AUDITOR, given: false } } }),
  planRemove: async (app) => ({ body: { ids: [await somebody(app)], input: {} } }),
};
