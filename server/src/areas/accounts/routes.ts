import type { areas } from '@signet/contract';
import { ACCESS, allows } from '@signet/contract/access';
import type { Account, AccountRow } from '@signet/contract/areas/accounts';
import { payloadDate } from '@signet/contract/dates';
import type { Locale } from '@signet/contract/locales';
import { csv, type CsvColumn } from '../../csv.ts';
import { flagStates } from '../../features/flag-store.ts';
import type { AuditDetail, HandlersOf } from '../../http/handler.ts';
import { text } from '../../texts.ts';
import { inviteUser } from '../../sign-in/invitation.ts';
import { endStrandedSessions } from '../../sign-in/sessions/session-store.ts';
import { createAccount, identifierTaken } from './create-store.ts';
import { accountEndings, accountHistory } from './history-store.ts';
import {
  accountEffects,
  deleteAccount,
  linkAccount,
  readAccount,
  reassignAccount,
  switchAccount,
  unlinkAccount,
  updateAccount,
  type Change,
} from './record-store.ts';
import { countExpiring, everyAccount, listAccounts } from './store.ts';

/** The columns of the exported table, those of the list, with their heads in a language. */
const columns = (
  locale: Locale,
  { partners, federated }: { partners: boolean; federated: boolean },
): CsvColumn<AccountRow>[] => [
  { head: text(locale, 'accounts.name'), value: (row) => row.name },
  {
    head: text(locale, 'accounts.status'),
    value: (row) => text(locale, row.active ? 'accounts.active' : 'accounts.inactive'),
  },
  { head: text(locale, 'accounts.identifier'), value: (row) => row.friendly_identifier },
  { head: text(locale, 'accounts.startDate'), value: (row) => row.service_period.from },
  { head: text(locale, 'accounts.endDate'), value: (row) => row.service_period.to },
  ...(partners
    ? [
        { head: text(locale, 'accounts.type'), value: (row: AccountRow) => text(locale, `accounts.type.${row.type}`) },
        { head: text(locale, 'accounts.partner'), value: (row: AccountRow) => row.partner_account_name },
      ]
    : []),
  ...(federated
    ? [
        { head: text(locale, 'accounts.federationStatus'), value: (row: AccountRow) => row.federation_status },
        { head: text(locale, 'accounts.federatedId'), value: (row: AccountRow) => row.federated_account_id },
      ]
    : []),
];

/** What of an account the audit log keeps. */
const noted = ({
  name,
  friendly_identifier,
  locale,
  service_period,
  switched_on,
  type,
  partner_account_name,
  federated_account_id,
}: Account) => ({
  name,
  friendly_identifier,
  locale,
  service_from: service_period.from,
  service_to: service_period.to,
  active: switched_on,
  type,
  partner_account_name,
  federated_account_id,
});
const about = (one: Account) => ({ resource_id: one.id, resource_name: one.name, account_id: one.id });
const changed = ({ before, after }: Change): AuditDetail | 'nothing' =>
  before === after ? 'nothing' : { ...about(after), before: noted(before), after: noted(after) };

export const accountsRoutes: HandlersOf<typeof areas.accounts> = {
  list: ({ viewer, db, query, now }) => listAccounts(viewer, db, query, now),

  async export({ viewer, db, query, now }) {
    const who = { ...viewer, features: await flagStates(viewer, db, viewer.primaryAccountId ?? '') };
    const shown = columns(query.locale, {
      partners: allows(ACCESS.accounts.viewPartners, who),
      federated: allows(ACCESS.accounts.viewFederation, who),
    });
    return { fileName: `accounts-${payloadDate(now)}.csv`, pieces: csv(shown, everyAccount(viewer, db, query, now)) };
  },

  listCustomers: ({ viewer, db, query, now }) => listAccounts(viewer, db, query, now),

  expiring: ({ viewer, db, now }) => countExpiring(viewer, db, now),

  findIdentifier: async ({ db, query }) => ({ exists: await identifierTaken(db, query.friendly_identifier) }),

  async create({ viewer, db, body, now, platform, audit }) {
    const flags = await flagStates(viewer, db, viewer.primaryAccountId ?? '');
    const { account, organizationId, administrator } = await createAccount(viewer, db, body, flags, now);
    if (administrator) await inviteUser(db, platform, administrator);
    audit({ ...about(account), after: noted(account) });
    audit({
      as: { action: 'CREATE', resource: 'ORGANIZATION', result: 'success' },
      resource_id: organizationId,
      resource_name: body.organization.name,
      account_id: account.id,
      after: body.organization,
    });
    if (administrator)
      audit({
        as: { action: 'CREATE', resource: 'USER', result: 'success' },
        resource_id: administrator.id,
        resource_name: administrator.email,
        account_id: account.id,
        after: { name: administrator.name, email: administrator.email },
      });
    return account;
  },

  read: ({ viewer, db, params, now }) => readAccount(viewer, db, params.id, now),

  async update({ viewer, db, params, query, body, now, audit }) {
    const change = await updateAccount(viewer, db, params.id, body, query.version, now);
    audit(changed(change));
    return change.after;
  },

  async remove({ viewer, db, params, now, audit }) {
    const before = await deleteAccount(viewer, db, params.id, now);
    await endStrandedSessions(db, params.id, now);
    audit({ ...about(before), before: noted(before) });
  },

  effects: ({ viewer, db, params, now }) => accountEffects(viewer, db, params.id, now),

  async switchOn({ viewer, db, params, body, now, audit }) {
    const change = await switchAccount(viewer, db, params.id, body.active, now);
    if (!body.active) await endStrandedSessions(db, params.id, now);
    audit(changed(change));
    return change.after;
  },

  async reassign({ viewer, db, params, body, now, audit }) {
    const change = await reassignAccount(viewer, db, params.id, body.partner_account_id, now);
    audit(changed(change));
    return change.after;
  },

  async link({ viewer, db, params, body, now, audit }) {
    const change = await linkAccount(viewer, db, params.id, body, now);
    audit(changed(change));
    return change.after;
  },

  async unlink({ viewer, db, params, now, audit }) {
    const change = await unlinkAccount(viewer, db, params.id, now);
    audit(changed(change));
    return change.after;
  },

  history: ({ viewer, db, params, query, now }) => accountHistory(viewer, db, params.id, query, now),

  endings: ({ viewer, db, params, now }) => accountEndings(viewer, db, params.id, now),
};
