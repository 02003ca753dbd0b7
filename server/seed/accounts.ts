/** Accounts that tests and the demo insert as they are. */
import { payloadDate } from '@signet/contract/dates';
import type { Db } from '../src/db/open.ts';
import { newId } from '../src/ids.ts';

export type SeedAccount = {
  name: string;
  identifier: string;
  type?: 'standard' | 'partner';
  partner?: string;
  from: string;
  to: string | null;
  active?: boolean;
  locale?: string;
  system?: boolean;
  /** The device trust feature: names and email of its people are kept elsewhere. */
  dta?: boolean;
  federated?: { id: string; name: string; url: string; status: string };
};

/** A day so many days from `now`. */
export const inDays = (now: Date, days: number): string => payloadDate(new Date(now.getTime() + days * 86_400_000));

/**
 * Inserts accounts, partners before their customers; one statement each kind. Answers the ids by friendly identifier.
 */
export async function seedAccounts(db: Db, accounts: readonly SeedAccount[], now: Date): Promise<Map<string, string>> {
  const existing = await db.selectFrom('account').select(['id', 'friendly_identifier']).execute();
  const ids = new Map(existing.map((row) => [row.friendly_identifier, row.id]));
  const fresh = accounts.filter((account) => !ids.has(account.identifier));
  for (const account of fresh) ids.set(account.identifier, newId());
  const rows = fresh
    .toSorted((a, b) => Number(Boolean(a.partner)) - Number(Boolean(b.partner)))
    .map((account) => ({
      id: ids.get(account.identifier) ?? '',
      name: account.name,
      display_name: account.name,
      friendly_identifier: account.identifier,
      active: account.active ?? true,
      service_from: account.from,
      service_to: account.to,
      locale: account.locale ?? 'en_US',
      type: account.type ?? 'standard',
      partner_account_id: account.partner ? (ids.get(account.partner) ?? null) : null,
      system_account: account.system ?? false,
      dta_enabled: account.dta ?? false,
      federated_account_id: account.federated?.id ?? null,
      federated_account_name: account.federated?.name ?? null,
      federated_account_details_url: account.federated?.url ?? null,
      federation_status: account.federated?.status ?? null,
      created_at: now,
      updated_at: now,
    }));
  if (rows.length > 0) await db.insertInto('account').values(rows).execute();
  return ids;
}
