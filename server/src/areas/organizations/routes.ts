import type { areas } from '@signet/contract';
import { ORGANIZATION } from '@signet/contract/areas/organization-record';
import type { OrganizationRow } from '@signet/contract/areas/organizations';
import { payloadDate } from '@signet/contract/dates';
import type { Locale } from '@signet/contract/locales';
import { exportedNames } from '@signet/contract/record';
import { makePlan } from '../../bulk/plan-store.ts';
import { csv, recordColumns, type CsvColumn } from '../../csv.ts';
import type { HandlersOf } from '../../http/handler.ts';
import { text } from '../../texts.ts';
import { organizationBulkActs } from './bulk-acts.ts';
import { createContact, deleteContact, listContacts, readContact, updateContact } from './contact-store.ts';
import {
  createOrganization,
  deleteOrganization,
  everyOrganization,
  listOrganizations,
  readOrganization,
  updateOrganization,
} from './store.ts';

/** The columns of the exported table, with their heads in a language. */
const columns = (locale: Locale): CsvColumn<OrganizationRow>[] => [
  ...recordColumns<OrganizationRow>(locale, ORGANIZATION, exportedNames(ORGANIZATION)),
  { head: text(locale, 'organizations.account_name'), value: (row) => row.account_name },
];

export const organizationsRoutes: HandlersOf<typeof areas.organizations> = {
  list: ({ viewer, db, query }) => listOrganizations(viewer, db, query),

  async export({ viewer, db, query, now }) {
    return {
      fileName: `organizations-${payloadDate(now)}.csv`,
      pieces: csv(columns(query.locale), everyOrganization(viewer, db, query)),
    };
  },

  async create({ viewer, db, body, now, audit }) {
    const { after, event } = await createOrganization(viewer, db, body, now);
    audit(event);
    return after;
  },

  read: ({ viewer, db, params }) => readOrganization(viewer, db, params.id),

  async update({ viewer, db, params, query, body, now, audit }) {
    const { after, event } = await updateOrganization(viewer, db, params.id, body, query.version, now);
    audit(event);
    return after;
  },

  async remove({ viewer, db, params, now, audit }) {
    const { event } = await deleteOrganization(viewer, db, params.id, now);
    audit(event);
  },

  listContacts: ({ viewer, db, params, query }) => listContacts(viewer, db, params.id, query),

  async createContact({ viewer, db, params, body, now, audit }) {
    const { after, event } = await createContact(viewer, db, params.id, body, now);
    audit(event);
    return after;
  },

  readContact: ({ viewer, db, params }) => readContact(viewer, db, params),

  async updateContact({ viewer, db, params, query, body, now, audit }) {
    const { after, event } = await updateContact(viewer, db, params, body, query.version, now);
    audit(event);
    return after;
  },

  async removeContact({ viewer, db, params, now, audit }) {
    const { event } = await deleteContact(viewer, db, params, now);
    audit(event);
  },

  planRemove: ({ viewer, db, body, now, runtime }) =>
    makePlan(viewer, db, organizationBulkActs.remove, body, now, runtime),
};
