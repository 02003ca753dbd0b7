import type { areas } from '@signet/contract';
import { SERVICE_USER } from '@signet/contract/areas/service-user-record';
import type { ServiceUserRow } from '@signet/contract/areas/service-users';
import { payloadDate } from '@signet/contract/dates';
import type { Locale } from '@signet/contract/locales';
import { exportedNames } from '@signet/contract/record';
import { csv, recordColumns, type CsvColumn } from '../../csv.ts';
import type { HandlersOf } from '../../http/handler.ts';
import { text } from '../../texts.ts';
import { createServiceUser, deleteServiceUser, enableServiceUser, updateServiceUser } from './change-store.ts';
import { everyServiceUser, listServiceUsers, readServiceUser } from './store.ts';

/** The columns of the exported table, with their heads in a language. */
const columns = (locale: Locale): CsvColumn<ServiceUserRow>[] => [
  ...recordColumns<ServiceUserRow>(locale, SERVICE_USER, exportedNames(SERVICE_USER)),
  { head: text(locale, 'serviceUsers.account'), value: (row) => row.primary_account_name },
  { head: text(locale, 'people.roles'), value: (row) => row.roles.map(({ name }) => name).join(', ') },
];

/** The event that tells an account that a program joined or left it. */
const JOINED_OR_LEFT = { action: 'UPDATE', resource: 'SERVICE_USER', result: 'success' } as const;

export const serviceUsersRoutes: HandlersOf<typeof areas.serviceUsers> = {
  list: ({ viewer, db, query }) => listServiceUsers(viewer, db, query),

  async export({ viewer, db, query, now }) {
    return {
      fileName: `service-users-${payloadDate(now)}.csv`,
      pieces: csv(columns(query.locale), everyServiceUser(viewer, db, query)),
    };
  },

  async create({ viewer, db, body, now, audit }) {
    const { after, event, told } = await createServiceUser(viewer, db, body, now);
    audit(event);
    for (const one of told) audit({ ...one, as: JOINED_OR_LEFT });
    return after;
  },

  read: ({ viewer, db, params }) => readServiceUser(viewer, db, params.id),

  async update({ viewer, db, params, query, body, now, audit }) {
    const { after, event, told } = await updateServiceUser(viewer, db, params.id, body, query.version, now);
    audit(event);
    for (const one of told) audit({ ...one, as: JOINED_OR_LEFT });
    return after;
  },

  async enable({ viewer, db, params, body, now, audit }) {
    const { after, event } = await enableServiceUser(viewer, db, params.id, body.enabled, now);
    audit(event);
    return after;
  },

  async remove({ viewer, db, params, now, audit }) {
    const { event, told } = await deleteServiceUser(viewer, db, params.id, now);
    audit(event);
    for (const one of told) audit(one);
  },
};
