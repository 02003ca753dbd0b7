import type { areas } from '@signet/contract';
import { ACCESS, allows } from '@signet/contract/access';
import { ACCOUNT } from '@signet/contract/areas/account-record';
import { payloadDate } from '@signet/contract/dates';
import { exportedNames } from '@signet/contract/record';
import { makePlan } from '../../bulk/plan-store.ts';
import { csv, recordColumns } from '../../csv.ts';
import { LONG_STATEMENT } from '../../db/open.ts';
import { flagStates } from '../../features/flag-store.ts';
import type { HandlersOf } from '../../http/handler.ts';
import { inviteUser } from '../../sign-in/invitation.ts';
import { accountBulkActs } from './bulk-acts.ts';
import {
  linkAccount,
  reassignAccount,
  switchAccount,
  switchMethod,
  switchSecondFactor,
  switchUserCreation,
  switchStandardSignIn,
  unlinkAccount,
  updateAccount,
} from './change-store.ts';
import { createAccount, identifierTaken } from './create-store.ts';
import { accountEndings, accountHistory } from './history-store.ts';
import { signInTrialRoutes } from './sign-in-trial-routes.ts';
import { samlRoutes } from './saml-routes.ts';
import { oidcRoutes } from './oidc-routes.ts';
import { setupLinkRoutes } from './setup-link-routes.ts';
import { emailDomainRoutes } from './email-domain-routes.ts';
import { accountEffects, deleteAccount, readAccount } from './record-store.ts';
import { signInEffects } from './sign-in-effects-store.ts';
import { countExpiring, everyAccount, listAccounts, type ExportedAccount } from './store.ts';

/** The exported columns that the list shows with the features on. */
const PARTNERS: readonly string[] = ['type', 'partner_account_name'];
const FEDERATED: readonly string[] = ['federation_status', 'federated_account_id'];

export const accountsRoutes: HandlersOf<typeof areas.accounts> = {
  list: ({ viewer, db, query, now }) => listAccounts(viewer, db, query, now),

  async export({ viewer, db, query, now }) {
    const who = { ...viewer, features: await flagStates(viewer, db, viewer.userId) };
    const excluded = [
      ...(allows(ACCESS.accounts.viewPartners, who) ? [] : PARTNERS),
      ...(allows(ACCESS.accounts.viewFederation, who) ? [] : FEDERATED),
    ];
    const names = exportedNames(ACCOUNT).filter((name) => !excluded.includes(name));
    const columns = recordColumns<ExportedAccount>(query.locale, ACCOUNT, names);
    return {
      fileName: `accounts-${payloadDate(now)}.csv`,
      pieces: csv(columns, everyAccount(viewer, db, query, now)),
    };
  },

  listCustomers: ({ viewer, db, query, now }) => listAccounts(viewer, db, query, now),

  expiring: ({ viewer, db, now }) => countExpiring(viewer, db, now),

  findIdentifier: async ({ db, query }) => ({ exists: await identifierTaken(db, query.friendly_identifier) }),

  async create({ viewer, db, body, now, runtime, audit }) {
    const flags = await flagStates(viewer, db, viewer.userId);
    const { account, event, organization, administrator } = await createAccount(viewer, db, body, flags, now);
    if (administrator) await inviteUser(db, runtime, administrator);
    audit(event);
    audit({
      as: { action: 'CREATE', resource: 'ORGANIZATION', result: 'success' },
      resource_id: organization.id,
      resource_name: organization.name,
      account_id: account.id,
      after: { name: organization.name, country: organization.country },
    });
    if (administrator)
      audit({
        as: { action: 'CREATE', resource: 'USER', result: 'success' },
        resource_id: administrator.id,
        resource_name: administrator.email,
        account_id: account.id,
        after: { name: administrator.name, email: administrator.email, ...administrator.given },
      });
    return account;
  },

  read: ({ viewer, db, params, now }) => readAccount(viewer, db, params.id, now),

  // Customers follow the name of their partner, by triggers; and below, sessions end with their account.
  async update({ viewer, db, params, query, body, now, audit }) {
    await LONG_STATEMENT.execute(db);
    const { after, event } = await updateAccount(viewer, db, params.id, body, query.version, now);
    audit(event);
    return after;
  },

  // Triggers bring all that belongs to the account along, at once: what of a large one takes longer than most requests.
  async remove({ viewer, db, params, now, runtime, audit }) {
    await LONG_STATEMENT.execute(db);
    const { event, told } = await deleteAccount(runtime, viewer, db, params.id, now);
    audit(event);
    for (const one of told) audit(one);
  },

  effects: ({ viewer, db, params, now }) => accountEffects(viewer, db, params.id, now),

  async switchOn({ viewer, db, params, body, now, audit }) {
    await LONG_STATEMENT.execute(db);
    const { after, event } = await switchAccount(viewer, db, params.id, body.active, now);
    audit(event);
    return after;
  },

  ...emailDomainRoutes,

  signInEffects: ({ viewer, db, params, query, now, runtime }) =>
    signInEffects(
      viewer,
      db,
      params.id,
      { method: query.method, enabled: query.enabled === 'true' },
      { now, hasAddress: runtime.clientAuthUrl !== null },
    ),

  async updateStandardSignIn({ viewer, db, params, body, now, runtime, audit }) {
    const { after, event } = await switchStandardSignIn(viewer, db, params.id, body, { now, runtime });
    audit(event);
    return after;
  },

  async enableCac({ viewer, db, params, body, now, runtime, audit }) {
    const { after, event } = await switchMethod(
      viewer,
      db,
      params.id,
      { method: 'certificate', enabled: body.enabled },
      { now, runtime },
    );
    audit(event);
    return after;
  },

  async enableMfa({ viewer, db, params, body, now, audit }) {
    const { after, event } = await switchSecondFactor(viewer, db, params.id, body.enabled, now);
    audit(event);
    return after;
  },

  async allowUserCreation({ viewer, db, params, body, now, audit }) {
    const { after, event } = await switchUserCreation(viewer, db, params.id, body.enabled, now);
    audit(event);
    return after;
  },

  // Triggers bring all that belongs to the account along to its new partner.
  async reassign({ viewer, db, params, body, now, runtime, audit }) {
    await LONG_STATEMENT.execute(db);
    const partner = { partnerId: body.partner_account_id, read: body.old_partner_account_id };
    const { after, event, told } = await reassignAccount(viewer, db, params.id, partner, { now, runtime });
    audit(event);
    for (const one of told) audit(one);
    return after;
  },

  async link({ viewer, db, params, body, now, audit }) {
    const { after, event } = await linkAccount(viewer, db, params.id, body, now);
    audit(event);
    return after;
  },

  async unlink({ viewer, db, params, now, audit }) {
    const { after, event } = await unlinkAccount(viewer, db, params.id, now);
    audit(event);
    return after;
  },

  history: ({ viewer, db, params, query, now }) => accountHistory(viewer, db, params.id, query, now),

  endings: ({ viewer, db, params, now }) => accountEndings(viewer, db, params.id, now),

  planActive: ({ viewer, db, body, now, runtime }) => makePlan(viewer, db, accountBulkActs.active, body, now, runtime),

  planLanguage: ({ viewer, db, body, now, runtime }) =>
    makePlan(viewer, db, accountBulkActs.language, body, now, runtime),

  planEndDate: ({ viewer, db, body, now, runtime }) =>
    makePlan(viewer, db, accountBulkActs.endDate, body, now, runtime),

  planPartner: ({ viewer, db, body, now, runtime }) =>
    makePlan(viewer, db, accountBulkActs.partner, body, now, runtime),

  ...signInTrialRoutes,
  ...samlRoutes,

  planRemove: ({ viewer, db, body, now, runtime }) => makePlan(viewer, db, accountBulkActs.remove, body, now, runtime),

  ...oidcRoutes,
  ...setupLinkRoutes,
};
