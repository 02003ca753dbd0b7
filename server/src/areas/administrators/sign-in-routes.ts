/** The calls by which a person is helped in, and kept out. */
import type { areas } from '@signet/contract';
import type { administratorSignIn } from '@signet/contract/areas/administrator-sign-in';
import { whyNotReach } from '@signet/contract/areas/person-rules';
import { notFound, Problem } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { concerning } from '../../db/concerning.ts';
import type { Db } from '../../db/open.ts';
import { refuse } from '../../db/record.ts';
import type { HandlersOf } from '../../http/handler.ts';
import { isAccountOpen } from '../../people/account-store.ts';
import {
  aboutPerson,
  lockPerson,
  requireGovern,
  requireHelp,
  requireManage,
  type ManagedPerson,
} from '../../people/person-store.ts';
import { sendCertificatePickup } from '../../sign-in/certificates/pickup.ts';
import { inviteUser } from '../../sign-in/invitation.ts';
import { forgetNamesOf } from '../../sign-in/federation/person-store.ts';
import { tellOfSignOn } from '../../sign-in/federation/sign-on-mail.ts';
import { inviteToPassword, sendResetTo } from '../../sign-in/passwords/reset.ts';
import { sendUnlock, unlock } from '../../sign-in/passwords/unlock.ts';
import { factorState } from '../../sign-in/second-factor/factor-store.ts';
import { countRecoveryCodes } from '../../sign-in/second-factor/recovery-store.ts';
import { resetSecondFactor } from '../../sign-in/second-factor/reset.ts';
import { endedAny, endSession, endSessionsOf, sessionsOf } from '../../sign-in/sessions/session-store.ts';
import { asSelf } from './own-store.ts';
import { storeDefaultApp } from './sign-in-store.ts';
import { readAdministrator } from './store.ts';

/** A person whom the viewer may help, locked. Throws 404 and why not. */
async function helped(viewer: Viewer, tx: Db, id: string): Promise<ManagedPerson> {
  const person = await lockPerson(viewer, tx, id, { serviceUser: false });
  requireHelp(viewer, person);
  return person;
}

/**
 * The same, who is `verified` or not and can come in by the mail that is sent next. Throws NOT_VERIFIED,
 * ALREADY_VERIFIED, USER_DISABLED and ACCOUNT_OUT_OF_SERVICE.
 */
async function reached(
  { viewer, db, params, now }: { viewer: Viewer; db: Db; params: { id: string }; now: Date },
  verified?: boolean,
): Promise<ManagedPerson> {
  const person = await helped(viewer, db, params.id);
  if (verified !== undefined && person.verified !== verified)
    refuse({ status: verified ? 'NOT_VERIFIED' : 'ALREADY_VERIFIED' }, aboutPerson(person));
  const reach = { active: person.active, account_open: await isAccountOpen(db, person.id, now) };
  refuse(whyNotReach(reach), aboutPerson(person));
  return person;
}

/** Does something for a person; the log knows of a refusal whom it was about. */
const toThem = <T>(person: ManagedPerson, work: () => Promise<T>): Promise<T> => concerning(aboutPerson(person), work);

type Routes = Pick<HandlersOf<typeof areas.administrators>, keyof typeof administratorSignIn>;

export const signInOfPeople: Routes = {
  async sendInvitation(call) {
    const { db, runtime, audit } = call;
    const person = await reached(call, false);
    await toThem(person, () => inviteUser(db, runtime, person));
    audit({ ...aboutPerson(person), after: { invited: true } });
  },

  async sendReset(call) {
    const { db, now, runtime, audit } = call;
    const person = await reached(call, true);
    await toThem(person, () => sendResetTo(db, runtime, person, person.locale, now));
    audit(aboutPerson(person));
  },

  async sendSignOnMail(call) {
    const { db, runtime, audit } = call;
    const person = await reached(call);
    await toThem(person, () => tellOfSignOn(db, runtime, person));
    audit({ ...aboutPerson(person), after: { sign_on_mail_sent: true } });
  },

  async sendPasswordInvitation(call) {
    const { db, now, runtime, audit } = call;
    const person = await reached(call, true);
    await toThem(person, () => inviteToPassword(db, runtime, person, now));
    audit({ ...aboutPerson(person), after: { password_invitation_sent: true } });
  },

  async sendUnlock(call) {
    const { db, now, runtime, audit } = call;
    const person = await reached(call, true);
    await toThem(person, () => sendUnlock(db, runtime, person, person.locale, now));
    audit({ ...aboutPerson(person), after: { unlock_link_sent: true } });
  },

  async sendCertificatePickup(call) {
    const { db, now, runtime, audit } = call;
    const person = await reached(call);
    await toThem(person, () => sendCertificatePickup(db, runtime, person, person.locale, now));
    audit({ ...aboutPerson(person), after: { certificate_link_sent: true } });
  },

  async readSecondFactor({ viewer, db, params, now }) {
    const { id } = await readAdministrator(viewer, db, params.id, now);
    return { ...(await factorState(db, id)), recovery_codes_left: await countRecoveryCodes(db, id) };
  },

  async resetSecondFactor({ viewer, db, params, now, runtime, audit }) {
    const person = await lockPerson(viewer, db, params.id, { serviceUser: false });
    requireGovern(viewer, person);
    const { apps, keys } = await toThem(person, () => resetSecondFactor(db, runtime, person, 'administrator', now));
    audit({ ...aboutPerson(person), before: { apps, keys }, after: { apps: 0, keys: 0 } });
  },

  async forgetProviderNames({ viewer, db, params, now, audit }) {
    const person = await lockPerson(viewer, db, params.id, { serviceUser: false });
    requireGovern(viewer, person);
    const before = await forgetNamesOf(db, person.id, now);
    const after = { saml_username: null, oidc_username: null };
    const wasNamed = before.saml_username !== null || before.oidc_username !== null;
    audit(wasNamed ? { ...aboutPerson(person), before, after } : 'nothing');
  },

  unlock: (call) => unlock(call, call.body.user_id, call.body.code),

  async setDefaultApp({ viewer, db, params, body, audit }) {
    const own = params.id === viewer.userId;
    if (own && viewer.via.by !== 'session') throw new Problem('SESSION_NEEDED');
    const person = own ? null : await lockPerson(viewer, db, params.id, { serviceUser: false });
    if (person) requireManage(viewer, person);
    const before = await storeDefaultApp(db, params.id, body.appUrl);
    const change = { before: { default_app_url: before }, after: { default_app_url: body.appUrl } };
    audit(before === body.appUrl ? 'nothing' : { ...(person ? aboutPerson(person) : asSelf(viewer)), ...change });
  },

  async listSessions({ viewer, db, params, now }) {
    const { id } = await readAdministrator(viewer, db, params.id, now);
    return sessionsOf(db, id, now);
  },

  async endSession({ viewer, db, params, now, audit }) {
    const person = await helped(viewer, db, params.id);
    if (!(await endSession(db, person.id, params.sid, 'elsewhere', now))) throw notFound();
    audit({ ...aboutPerson(person), after: { session_id: params.sid } });
  },

  async endSessions({ viewer, db, params, now, audit }) {
    const person = await helped(viewer, db, params.id);
    const ended = await endSessionsOf(db, person.id, 'elsewhere', now);
    audit(endedAny(ended) ? { ...aboutPerson(person), after: ended } : 'nothing');
  },
};
