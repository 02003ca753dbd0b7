import type { areas } from '@signet/contract';
import { notFound } from '@signet/contract/problem';
import { permissionsInScope, type Viewer } from '@signet/contract/viewer';
import type { Db } from '../../db/open.ts';
import type { HandlersOf } from '../../http/handler.ts';
import { textSetting } from '../../platform-settings/setting-store.ts';
import { ownApplications } from './application-store.ts';
import { saveAgreement, saveOwnLocale } from './edit-store.ts';
import { changeOwnPassword } from './password.ts';
import { permissionGivers } from './permission-giver-store.ts';
import { ownProfile, seesAccount, userNameTaken } from './store.ts';

/** Throws 404 for the record of anybody else. */
function requireOwn(viewer: Viewer, id: string): void {
  if (id !== viewer.userId) throw notFound();
}

/** The account a query names, or null for none. Throws 404 for one that the viewer may not see. */
async function chosenAccount(viewer: Viewer, db: Db, id: string | undefined): Promise<string | null> {
  if (id === undefined) return null;
  if (!viewer.accountIds.includes(id) && !(await seesAccount(viewer, db, id))) throw notFound();
  return id;
}

const self = (viewer: Viewer) => ({ resource_id: viewer.userId, resource_name: viewer.userName });

export const profileRoutes: HandlersOf<typeof areas.profile> = {
  async profile({ viewer, db, now, query, runtime: { config } }) {
    const allApplications = !query.hide_unavailable_applications;
    const profile = await ownProfile(viewer, { db, config }, now, { allApplications });
    if (!profile.has_onelogin_id || profile.onelogin_url !== null) return profile;
    // Of somebody whose own page there is not known: where the service begins.
    const onelogin_url = (await textSetting({ db, config }, 'identity_service_address')) || null;
    return { ...profile, onelogin_url };
  },

  async ownApplications({ viewer, db, query }) {
    const accountId = await chosenAccount(viewer, db, query.account_id);
    const items = await ownApplications(viewer, db, accountId);
    return { items, total: items.length };
  },

  async updateUserLocale({ viewer, db, params, now, audit }) {
    requireOwn(viewer, params.id);
    const before = await saveOwnLocale(viewer, db, params.locale, now);
    const change = { before: { locale: before }, after: { locale: params.locale } };
    audit(before === params.locale ? 'nothing' : { ...self(viewer), ...change });
  },

  async updatePassword(call) {
    const { viewer, params, body } = call;
    requireOwn(viewer, params.id);
    await changeOwnPassword(call, { current: body.current_password, next: body.password });
  },

  async acceptAgreement({ viewer, db, params, body, now, audit }) {
    requireOwn(viewer, params.id);
    await saveAgreement(viewer, db, body.locale, now);
    audit({ ...self(viewer), after: { locale: body.locale } });
  },

  findUser: async ({ db, params, query }) => ({ exists: await userNameTaken(db, params.name, query.userId ?? null) }),

  async permission({ viewer, db, query: { accessScope, accountId } }) {
    let heldPermissions = [...viewer.permissions];
    const chosen = await chosenAccount(viewer, db, accountId);
    if (chosen !== null) {
      const available = new Set(
        (await ownApplications(viewer, db, chosen)).flatMap((application) => application.permissions),
      );
      heldPermissions = heldPermissions.filter((permission) => available.has(permission));
    }
    // A filter of what is held: a wider scope gives nothing.
    return { permissions: accessScope ? permissionsInScope(heldPermissions, accessScope) : heldPermissions };
  },

  permissionGivers: async ({ viewer, db, query }) => ({ items: await permissionGivers(viewer, db, query) }),
};
