import type { areas } from '@signet/contract';
import type { AccountRow } from '@signet/contract/areas/accounts';
import { payloadDate } from '@signet/contract/dates';
import type { Locale } from '@signet/contract/locales';
import { csv, type CsvColumn } from '../../csv.ts';
import type { HandlersOf } from '../../http/handler.ts';
import { text } from '../../texts.ts';
import { countExpiring, everyAccount, listAccounts } from './store.ts';

/** The columns of the exported table, with their heads in a language. */
const columns = (locale: Locale): CsvColumn<AccountRow>[] => [
  { head: text(locale, 'accounts.name'), value: (row) => row.name },
  { head: text(locale, 'accounts.status'), value: (row) => text(locale, row.active ? 'accounts.active' : 'accounts.inactive') },
  { head: text(locale, 'accounts.identifier'), value: (row) => row.friendly_identifier },
  { head: text(locale, 'accounts.startDate'), value: (row) => row.service_period.from },
  { head: text(locale, 'accounts.endDate'), value: (row) => row.service_period.to },
  { head: text(locale, 'accounts.type'), value: (row) => text(locale, `accounts.type.${row.type}`) },
  { head: text(locale, 'accounts.partner'), value: (row) => row.partner_account_name },
  { head: text(locale, 'accounts.federationStatus'), value: (row) => row.federation_status },
  { head: text(locale, 'accounts.federatedId'), value: (row) => row.federated_account_id },
];

export const accountsRoutes: HandlersOf<typeof areas.accounts> = {
  list: ({ viewer, db, query, now }) => listAccounts(viewer, db, query, now),

  async export({ viewer, db, query, now }) {
    return { fileName: `accounts-${payloadDate(now)}.csv`, pieces: csv(columns(query.locale), everyAccount(viewer, db, query, now)) };
  },

  listCustomers: ({ viewer, db, query, now }) => listAccounts(viewer, db, query, now),

  expiring: ({ viewer, db, now }) => countExpiring(viewer, db, now),
};
