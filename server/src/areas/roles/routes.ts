import type { areas } from '@signet/contract';
import { ROLE } from '@signet/contract/areas/role-record';
import { whyNotGive } from '@signet/contract/areas/person-rules';
import type { RoleRow } from '@signet/contract/areas/roles';
import { payloadDate } from '@signet/contract/dates';
import type { Locale } from '@signet/contract/locales';
import { permissionGroups } from '@signet/contract/permission-groups';
import { exportedNames } from '@signet/contract/record';
import { csv, recordColumns, type CsvColumn } from '../../csv.ts';
import { LONG_STATEMENT } from '../../db/open.ts';
import type { HandlersOf } from '../../http/handler.ts';
import { text } from '../../texts.ts';
import {
  archiveRole,
  createRole,
  deleteRole,
  everyRole,
  isNameFree,
  listRoles,
  placeOf,
  readRole,
  updateRole,
} from './store.ts';
import { listRoleUsers, roleEffects } from './user-store.ts';

/** The columns of the exported table, with their heads in a language. */
const columns = (locale: Locale): CsvColumn<RoleRow>[] => [
  ...recordColumns<RoleRow>(locale, ROLE, exportedNames(ROLE)),
  { head: text(locale, 'roles.account_name'), value: (row) => row.account_name },
  { head: text(locale, 'roles.users'), value: (row) => (row.users_exact ? row.users : `${row.users}+`) },
];

export const rolesRoutes: HandlersOf<typeof areas.roles> = {
  list: ({ viewer, db, query }) => listRoles(viewer, db, query),

  async export({ viewer, db, query, now }) {
    return {
      fileName: `roles-${payloadDate(now)}.csv`,
      pieces: csv(columns(query.locale), everyRole(viewer, db, query)),
    };
  },

  unique: async ({ viewer, db, query }) => ({ unique: await isNameFree(viewer, db, query) }),

  async create({ viewer, db, body, now, audit }) {
    const { after, event } = await createRole(viewer, db, body, now);
    audit(event);
    return after;
  },

  read: ({ viewer, db, params, query }) => readRole(viewer, db, params.id, query),

  // Who administers follows from it, by triggers: of a role that many hold it takes longer than most requests.
  async update({ viewer, db, params, query, body, now, audit }) {
    await LONG_STATEMENT.execute(db);
    const { after, event } = await updateRole(viewer, db, params.id, body, query.version, now);
    audit(event);
    return after;
  },

  async archive({ viewer, db, params, body, now, audit }) {
    const { after, event } = await archiveRole(viewer, db, params.id, body.archived, now);
    audit(event);
    return after;
  },

  async remove({ viewer, db, params, now, audit }) {
    const { event } = await deleteRole(viewer, db, params.id, now);
    audit(event);
  },

  users: ({ viewer, db, params, query }) => listRoleUsers(viewer, db, params.id, query),

  preview: ({ viewer, db, params, body }) => roleEffects(viewer, db, params.id, body.permissions),

  async permissionGroups({ viewer, db, query }) {
    const { reach } = await placeOf(viewer, db, query.account_id);
    const items = permissionGroups(query.application_id, reach).map(({ permissions, ...group }) => ({
      ...group,
      permissions: permissions.map((name) => ({ name, why_not: whyNotGive(viewer, [name], reach) })),
    }));
    return { items, total: items.length };
  },
};
