import type { areas } from '@signet/contract';
import { LOCKABLE, type Profile } from '@signet/contract/areas/profile';
import { whyNotAliases, whyNotEditOwnNames } from '@signet/contract/rules';
import { notFound, Problem, type Reason } from '@signet/contract/problem';
import { permissionsInScope, type Viewer } from '@signet/contract/viewer';
import type { Db } from '../../db/open.ts';
import type { HandlersOf } from '../../http/handler.ts';
import { queueMail } from '../../mail/queue.ts';
import { ownApplications } from './application-store.ts';
import { lockOwnRecord, saveAgreement, saveOwnLocale, saveOwnProfile, type ProfileEdit } from './edit-store.ts';
import { changeOwnPassword } from './password.ts';
import { permissionGivers } from './permission-giver-store.ts';
import { ownProfile, seesAccount, userNameTaken } from './store.ts';

/** Throws 404 for the record of anybody else. */
function requireOwn(viewer: Viewer, id: string): void {
  if (id.toLowerCase() !== viewer.userId) throw notFound();
}

/** The account a query names, or null for none. Throws 404 for one that the viewer may not see. */
async function chosenAccount(viewer: Viewer, db: Db, accountId: string | undefined): Promise<string | null> {
  const id = accountId?.toLowerCase();
  if (id === undefined) return null;
  if (!viewer.accountIds.includes(id) && !(await seesAccount(viewer, db, id))) throw notFound();
  return id;
}

/** The locked fields that an edit would change, each with its reason. */
function lockedFields(before: Profile, edit: ProfileEdit): Record<string, Reason> {
  const names = whyNotEditOwnNames(before);
  const aliases = whyNotAliases(before);
  const locked: [string, Reason][] = [];
  for (const field of LOCKABLE) if (names && edit[field] !== before[field]) locked.push([field, names]);
  if (aliases && edit.aliases && Object.keys(edit.aliases).length > 0) locked.push(['aliases', aliases]);
  return Object.fromEntries(locked);
}

/** What the audit log keeps of a profile: what the person edits. */
const auditSnapshot = ({ first_name, last_name, user_name, email, phone, locale, date_format, aliases }: Profile) => ({
  first_name,
  last_name,
  user_name,
  email,
  phone,
  locale,
  date_format,
  aliases,
});

const self = (viewer: Viewer) => ({ resource_id: viewer.userId, resource_name: viewer.userName });

export const profileRoutes: HandlersOf<typeof areas.profile> = {
  profile: ({ viewer, db, now, query }) =>
    ownProfile(viewer, db, now, { allApplications: !query.hide_unavailable_applications }),

  async ownApplications({ viewer, db, query }) {
    const accountId = await chosenAccount(viewer, db, query.account_id);
    const items = await ownApplications(viewer, db, accountId);
    return { items, total: items.length };
  },

  async updateUser({ viewer, db, params, body, now, runtime, audit }) {
    requireOwn(viewer, params.id);
    await lockOwnRecord(viewer, db);
    const before = await ownProfile(viewer, db, now, { allApplications: true });
    const locked = lockedFields(before, body);
    if (Object.keys(locked).length > 0) throw new Problem('FIELD_LOCKED', { fields: locked });
    const { aliases, ...rest } = body;
    try {
      await saveOwnProfile(viewer, db, viewer.scope === 'system' && aliases ? { ...rest, aliases } : rest, now);
    } catch (error) {
      audit(self(viewer));
      throw error;
    }
    const after = await ownProfile(viewer, db, now, { allApplications: true });
    // To the address that is left: it is told although nothing reaches the person there any more.
    if (after.email.toLowerCase() !== before.email.toLowerCase()) {
      await queueMail(db, runtime, {
        to: before.email,
        locale: before.locale,
        kind: 'email-changed',
        userId: viewer.userId,
        params: { name: viewer.name, user_name: after.user_name, email: after.email },
      });
    }
    audit({ ...self(viewer), before: auditSnapshot(before), after: auditSnapshot(after) });
    return after;
  },

  async updateUserLocale({ viewer, db, params, now, audit }) {
    requireOwn(viewer, params.id);
    const before = await saveOwnLocale(viewer, db, params.locale, now);
    audit({ ...self(viewer), before: { locale: before }, after: { locale: params.locale } });
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

  permissionGivers: async ({ viewer, db }) => ({ items: await permissionGivers(viewer, db) }),
};
