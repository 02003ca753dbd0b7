import type { areas } from '@signet/contract';
import { newId } from '../../ids.ts';
import { hashSecret, newSecret } from '../../secrets.ts';
import { askForPasscode, passcodeSeal } from '../../self-service/passcode-store.ts';
import { linkSeal, requireLink } from '../../self-service/link-store.ts';
import { beginRequest, setValidated } from '../../self-service/request-store.ts';
import type { TestApp } from '../../testing/app.ts';
import { cleo, NEW_PASSWORD, nordmark, type SamplesOf } from '../../testing/sample.ts';

const DOMAIN = 'nordmark-lb.example';
const SOMEBODY = { email: `nora@${DOMAIN}`, locale: 'en_US' } as const;

/** A link of Nordmark that Cleo made. */
async function aLink(app: TestApp): Promise<{ id: string; state: string }> {
  const id = newId();
  const state = newSecret();
  await app.db
    .insertInto('self_service_link')
    .values({
      id,
      account_id: nordmark(app),
      domains: [DOMAIN],
      access_scope: 'end_user',
      ends_on: '2026-12-31',
      state_hash: hashSecret(state),
      state_sealed: app.runtime.seal.seal(Buffer.from(state), linkSeal(id)),
      made_at: app.clock.now(),
      made_by: cleo(app),
    })
    .execute();
  return { id, state };
}

/** A request by such a link, whose passcode is 123456. */
async function aRequest(app: TestApp, proved = false): Promise<{ params: { id: string }; query: { state: string } }> {
  const now = app.clock.now();
  const { request, state } = await beginRequest(
    app.db,
    await requireLink(app.db, (await aLink(app)).state, now),
    SOMEBODY,
    now,
  );
  await askForPasscode(app.db, request, now);
  const code = await app.db
    .selectFrom('self_service_code')
    .select('id')
    .where('request_id', '=', request.id)
    .executeTakeFirstOrThrow();
  const code_sealed = app.runtime.seal.seal(Buffer.from('123456'), passcodeSeal(code.id));
  await app.db.updateTable('self_service_code').set({ code_sealed }).where('id', '=', code.id).execute();
  if (proved) await setValidated(app.db, request.id, now);
  return { params: { id: request.id }, query: { state } };
}

const byLink = async (app: TestApp) => ({ query: { state: (await aLink(app)).state } });

export const selfServiceSamples: SamplesOf<typeof areas.selfService> = {
  links: (app) => ({ params: { id: nordmark(app) } }),
  createLink: (app) => ({
    params: { id: nordmark(app) },
    body: { domains: [DOMAIN], access_scope: 'end_user', ends_on: '2026-12-31' },
  }),
  endLink: async (app) => ({ params: { id: nordmark(app), linkId: (await aLink(app)).id } }),
  open: byLink,
  verifyDomain: async (app) => ({ params: { domain: DOMAIN }, ...(await byLink(app)) }),
  idpUrl: async (app) => ({ params: { id: nordmark(app) }, ...(await byLink(app)) }),
  begin: async (app) => ({ ...(await byLink(app)), body: SOMEBODY }),
  read: (app) => aRequest(app),
  update: async (app) => ({ ...(await aRequest(app)), body: { ...SOMEBODY, locale: 'de_DE' } }),
  resetPasscode: (app) => aRequest(app),
  validatePasscode: async (app) => ({ ...(await aRequest(app)), body: { passcode: '123456' } }),
  async userNameExists(app) {
    const { params, query } = await aRequest(app, true);
    return { params, query: { ...query, user_name: 'nora' } };
  },
  eligibility: (app) => aRequest(app, true),
  async create(app) {
    const { query } = await aRequest(app, true);
    const names = { first_name: 'Nora', last_name: 'Berg', user_name: 'nora' };
    return {
      query,
      body: { ...names, email: SOMEBODY.email, password: NEW_PASSWORD, repeatedPassword: NEW_PASSWORD },
    };
  },
};
