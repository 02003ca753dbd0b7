import type { areas } from '@signet/contract';
import { fieldProblem, Problem } from '@signet/contract/problem';
import type { SessionViewer } from '@signet/contract/viewer';
import type { HandlersOf } from '../../http/handler.ts';
import { beginApp, confirmApp } from '../../sign-in/second-factor/app-store.ts';
import { forgetReset } from '../../sign-in/second-factor/factor-store.ts';
import {
  askKeysOf,
  beginSetUp,
  finishByCode,
  finishByKey,
  finishBySetUp,
  signInByPasskey,
} from '../../sign-in/second-factor/finish.ts';
import { addKey, askKeys, askNewKey } from '../../sign-in/second-factor/keys.ts';
import {
  factorOf,
  firstRecoveryCodes,
  lockFactors,
  ownFactors,
  removeFactor,
  renameFactor,
  requireRoom,
} from '../../sign-in/second-factor/own-store.ts';
import { makeRecoveryCodes } from '../../sign-in/second-factor/recovery-store.ts';
import { beginProviderProof, prove, proofOptions } from './proof.ts';

const ofOwn = ({ userId, userName }: SessionViewer) => ({ resource_id: userId, resource_name: userName });

export const secondFactorsRoutes: HandlersOf<typeof areas.secondFactors> = {
  signInByCode: (call) => finishByCode(call, call.body.sign_in, call.body.code),

  beginSetUp: (call) => beginSetUp(call, call.body.sign_in),

  finishSetUp: (call) => finishBySetUp(call, call.body.sign_in, call.body),

  keyOptions: (call) => askKeysOf(call, call.body.sign_in),

  signInByKey: (call) => finishByKey(call, call.body.sign_in, call.body.answer),

  passkeyOptions: (call) => askKeys(call, 'passkey', null),

  signInByPasskey: (call) => signInByPasskey(call, call.body.answer),

  list: ({ db, viewer }) => ownFactors(db, viewer.userId),

  async beginApp({ db, viewer, runtime, now }) {
    await requireRoom(db, viewer.userId);
    return beginApp(db, runtime.seal, { id: viewer.userId, user_name: viewer.userName }, now);
  },

  async confirmApp({ db, viewer, runtime, body, now, audit }) {
    const { code, name } = body;
    await requireRoom(db, viewer.userId);
    if (!(await confirmApp(db, runtime.seal, { userId: viewer.userId, name, code }, now)))
      throw fieldProblem('code', { status: 'CODE_DOES_NOT_MATCH' });
    await forgetReset(db, viewer.userId);
    audit({ ...ofOwn(viewer), after: { kind: 'app', name } });
    return { recovery_codes: await firstRecoveryCodes(db, viewer.userId, now) };
  },

  async newKeyOptions(call) {
    const { db, viewer } = call;
    await requireRoom(db, viewer.userId);
    return askNewKey(call, { id: viewer.userId, user_name: viewer.userName, name: viewer.name });
  },

  async addKey(call) {
    const { db, viewer, body, now, audit } = call;
    await requireRoom(db, viewer.userId);
    const { passkey } = await addKey(call, viewer.userId, body);
    await forgetReset(db, viewer.userId);
    audit({ ...ofOwn(viewer), after: { kind: passkey ? 'passkey' : 'key', name: body.name } });
    return { recovery_codes: await firstRecoveryCodes(db, viewer.userId, now) };
  },

  async rename({ db, viewer, params, body, audit }) {
    await lockFactors(db, viewer.userId);
    const factor = await factorOf(db, viewer.userId, params.id);
    if (factor.name === body.name) return audit('nothing');
    await renameFactor(db, factor, body.name);
    audit({ ...ofOwn(viewer), before: { name: factor.name }, after: { name: body.name } });
  },

  async remove({ db, viewer, params, audit }) {
    await lockFactors(db, viewer.userId);
    const factor = await factorOf(db, viewer.userId, params.id);
    await removeFactor(db, viewer.userId, factor);
    audit({ ...ofOwn(viewer), before: { kind: factor.kind, name: factor.name } });
  },

  async newRecoveryCodes({ db, viewer, now, audit }) {
    await lockFactors(db, viewer.userId);
    const { items } = await ownFactors(db, viewer.userId);
    if (items.length === 0) throw new Problem('NO_SECOND_FACTOR');
    audit({ ...ofOwn(viewer), message: 'NEW_RECOVERY_CODES' });
    return { recovery_codes: await makeRecoveryCodes(db, viewer.userId, now) };
  },

  proofOptions,

  beginProviderProof,

  prove,
};
