import type { areas } from '@signet/contract';
import {
  CONTACT_FIELDS,
  ORGANIZATION_FIELDS,
  type Contact,
  type Organization,
  type OrganizationRow,
} from '@signet/contract/areas/organizations';
import { payloadDate } from '@signet/contract/dates';
import type { Locale } from '@signet/contract/locales';
import { csv, type CsvColumn } from '../../csv.ts';
import type { HandlersOf } from '../../http/handler.ts';
import { pick } from '../../pick.ts';
import { text } from '../../texts.ts';
import { createContact, deleteContact, listContacts, readContact, updateContact } from './contact-store.ts';
import {
  createOrganization,
  deleteOrganization,
  everyOrganization,
  listOrganizations,
  readOrganization,
  updateOrganization,
} from './store.ts';

/** What of an organization the audit log keeps. */
const noted = (one: Organization) => pick(one, ORGANIZATION_FIELDS);
const about = (one: Organization) => ({ resource_id: one.id, resource_name: one.name, account_id: one.account_id });

const notedContact = (one: Contact) => pick(one, ['organization_id', ...CONTACT_FIELDS]);
const aboutContact = (one: Contact, organization: Organization) => ({
  resource_id: one.id,
  resource_name: `${one.first_name} ${one.last_name}`,
  account_id: organization.account_id,
});

/** The columns of the exported table, with their heads in a language. */
function columns(locale: Locale): CsvColumn<OrganizationRow>[] {
  return [...ORGANIZATION_FIELDS, 'account_name' as const].map((field) => ({
    head: text(locale, `organizations.${field}`),
    value: (row) => row[field],
  }));
}

export const organizationsRoutes: HandlersOf<typeof areas.organizations> = {
  list: ({ viewer, db, query }) => listOrganizations(viewer, db, query),

  async export({ viewer, db, query, now }) {
    return {
      fileName: `organizations-${payloadDate(now)}.csv`,
      pieces: csv(columns(query.locale), everyOrganization(viewer, db, query)),
    };
  },

  async create({ viewer, db, body, now, audit }) {
    const after = await createOrganization(viewer, db, body, now);
    audit({ ...about(after), after: noted(after) });
    return after;
  },

  read: ({ viewer, db, params }) => readOrganization(viewer, db, params.id),

  async update({ viewer, db, params, query, body, now, audit }) {
    const { before, after } = await updateOrganization(viewer, db, params.id, body, query.version, now);
    audit(after === before ? 'nothing' : { ...about(after), before: noted(before), after: noted(after) });
    return after;
  },

  async remove({ viewer, db, params, audit }) {
    const before = await deleteOrganization(viewer, db, params.id);
    audit({ ...about(before), before: noted(before) });
  },

  listContacts: ({ viewer, db, params, query }) => listContacts(viewer, db, params.id, query),

  async createContact({ viewer, db, params, body, now, audit }) {
    const after = await createContact(viewer, db, params.id, body, now);
    audit({ ...aboutContact(after, await readOrganization(viewer, db, params.id)), after: notedContact(after) });
    return after;
  },

  readContact: ({ viewer, db, params }) => readContact(viewer, db, params),

  async updateContact({ viewer, db, params, query, body, now, audit }) {
    const { before, after } = await updateContact(viewer, db, params, body, query.version, now);
    audit(
      after === before
        ? 'nothing'
        : {
            ...aboutContact(after, await readOrganization(viewer, db, params.id)),
            before: notedContact(before),
            after: notedContact(after),
          },
    );
    return after;
  },

  async removeContact({ viewer, db, params, audit }) {
    const before = await deleteContact(viewer, db, params);
    audit({ ...aboutContact(before, await readOrganization(viewer, db, params.id)), before: notedContact(before) });
  },
};
