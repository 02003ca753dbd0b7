/** What can be done to many accounts at once, each by the store function of the single act. */
import {
  whyNotDeleteAccount,
  whyNotEditAccount,
  whyNotReassignAccount,
  whyNotSetServiceEnd,
  whyNotSwitchAccount,
} from '@signet/contract/areas/account-rules';
import { accounts as single, type Account, type AccountEdit } from '@signet/contract/areas/accounts';
import { ACCOUNT_BULK_INPUT } from '@signet/contract/areas/accounts-bulk';
import { payloadDate } from '@signet/contract/dates';
import { day } from '@signet/contract/fields';
import { isLocale, DEFAULT_LOCALE } from '@signet/contract/locales';
import { fieldProblem, refuseField, type Reason } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { z } from 'zod';
import { bulkAct, type Verdict } from '../../bulk/act.ts';
import type { Db } from '../../db/open.ts';
import { accountTargets, effectsOfDeletion, effectsOfReassignment, effectsOnAccounts } from './bulk-store.ts';
import { reassignAccount, switchAccount, updateAccount, whyNotPartner } from './change-store.ts';
import { deleteAccount, readAccount } from './record-store.ts';

const common = {
  rows: accountTargets,
  read: (viewer: Viewer, tx: Db, id: string, now: Date) => readAccount(viewer, tx, id, now, { lock: true }),
};

/** A refusal before all else; what is so already stays as it is. */
const judged = (whyNot: Reason | null, isSo: boolean, weight: 'light' | 'heavy' = 'light'): Verdict =>
  whyNot ? { refused: whyNot } : isSo ? 'same' : { change: weight };

/** What the edit page would save of an account. */
const editOf = ({ name, locale, service_period }: Account): AccountEdit => ({
  name,
  locale: isLocale(locale) ? locale : DEFAULT_LOCALE,
  service_period,
});

/** As of one account. Of many, what is not found is said to be the partner: a row may be gone too. */
async function whyNotPartnerOfMany(tx: Db, partner: string, now: Date): Promise<Reason | null> {
  const reason = await whyNotPartner(tx, partner, now);
  return reason?.status === 'NOT_FOUND' ? { status: 'PARTNER_GONE' } : reason;
}

export const accountBulkActs = {
  /** A partner that is switched off takes its people's customers with it: that weighs as much as deleting it. */
  active: bulkAct({
    ...common,
    name: 'accounts.active',
    single: single.switchOn,
    input: ACCOUNT_BULK_INPUT.active,
    verdict: (viewer, row, { active }) =>
      judged(
        whyNotSwitchAccount(viewer, row),
        row.switched_on === active,
        !active && row.type === 'partner' ? 'heavy' : 'light',
      ),
    effects: effectsOnAccounts,
    perform: (viewer, tx, { id }, { active }, now) => switchAccount(viewer, tx, id, active, now),
    undo: ({ switched_on }) => ({ active: switched_on }),
  }),

  language: bulkAct({
    ...common,
    name: 'accounts.language',
    single: single.update,
    input: ACCOUNT_BULK_INPUT.language,
    verdict: (viewer, row, { locale }) => judged(whyNotEditAccount(viewer, row), row.locale === locale),
    perform: (viewer, tx, before, { locale }, now) =>
      updateAccount(viewer, tx, before.id, { ...editOf(before), locale }, before.version, now),
    undo: (before) => ({ locale: editOf(before).locale }),
  }),

  /** No end is only ever what an account had before; nobody gives it. */
  endDate: bulkAct({
    ...common,
    name: 'accounts.endDate',
    single: single.update,
    input: z.strictObject({ to: day.nullable() }),
    async check(_tx, { to }, now) {
      if (to === null || to < payloadDate(now)) throw fieldProblem('input.to', { status: 'END_IN_PAST' });
    },
    verdict: (viewer, row, { to }, now) =>
      judged(whyNotSetServiceEnd(viewer, row, to, payloadDate(now)), row.service_to === to),
    perform: (viewer, tx, before, { to }, now) => {
      const service_period = { from: before.service_period.from, to };
      return updateAccount(viewer, tx, before.id, { ...editOf(before), service_period }, before.version, now);
    },
    undo: ({ service_period }) => ({ to: service_period.to }),
  }),

  partner: bulkAct({
    ...common,
    name: 'accounts.partner',
    single: single.reassign,
    input: ACCOUNT_BULK_INPUT.partner,
    async check(tx, { partner_account_id: partner }, now) {
      refuseField('input.partner_account_id', partner === null ? null : await whyNotPartnerOfMany(tx, partner, now));
    },
    verdict: (viewer, row, { partner_account_id: partner }) =>
      judged(whyNotReassignAccount(viewer, row), row.partner_account_id === partner),
    effects: effectsOfReassignment,
    async perform(viewer, tx, { id, partner_account_id: before }, { partner_account_id: partner }, now, runtime) {
      refuseField(
        'partner_account_id',
        partner === null || partner === before ? null : await whyNotPartnerOfMany(tx, partner, now),
      );
      const { told, ...changed } = await reassignAccount(viewer, tx, id, { partnerId: partner }, { now, runtime });
      return { ...changed, also: told };
    },
    undo: ({ partner_account_id }) => ({ partner_account_id }),
  }),

  remove: bulkAct({
    ...common,
    name: 'accounts.remove',
    single: single.remove,
    input: ACCOUNT_BULK_INPUT.remove,
    verdict: (viewer, row) => judged(whyNotDeleteAccount(viewer, row), false, 'heavy'),
    effects: effectsOfDeletion,
    async perform(viewer, tx, { id }, _input, now, runtime) {
      const { told, ...deleted } = await deleteAccount(runtime, viewer, tx, id, now);
      return { ...deleted, also: told };
    },
  }),
};
