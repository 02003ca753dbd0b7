/** The demo cast: one person of each kind, and the accounts they stand for. Tests and the demo share it. */
import { sql } from 'kysely';
import { payloadDate } from '@signet/contract/dates';
import type { Scope } from '@signet/contract/viewer';
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

export type SeedPerson = {
  first: string;
  last: string;
  userName: string;
  scope: Scope;
  /** Friendly identifiers; the first is the primary account. */
  accounts: string[];
  /** "app_code/Role name". */
  roles: string[];
  locale?: string;
  serviceUser?: boolean;
  /** False for somebody who still has to accept the terms. */
  agreed?: boolean;
  /** True for somebody who was invited and has not answered yet. */
  invited?: boolean;
  /** An identity that an external provider owns. */
  onelogin?: { id: string; url: string };
};

export const SYSTEM_ACCOUNT: SeedAccount = {
  name: 'Signet platform',
  identifier: 'signet-platform',
  system: true,
  from: '2021-01-01',
  to: null,
};

/** A day so many days from `now`. */
export const inDays = (now: Date, days: number): string => payloadDate(new Date(now.getTime() + days * 86_400_000));

/**
 * Two partners, each with a customer: whoever belongs to one side must see nothing of the other. All outlive the
 * evaluation license of a year, so that a demo that was furnished long ago still lets its people in.
 */
export function castAccounts(now: Date): SeedAccount[] {
  return [
    SYSTEM_ACCOUNT,
    {
      name: 'Umbra Trust Services',
      identifier: 'umbra-trust',
      type: 'partner',
      from: '2021-07-01',
      to: inDays(now, 586),
    },
    {
      name: 'Calder Identity',
      identifier: 'calder-identity',
      type: 'partner',
      from: '2022-03-01',
      to: inDays(now, 465),
    },
    {
      name: 'Nordmark Landesbank',
      identifier: 'nordmark-lb',
      partner: 'umbra-trust',
      from: '2025-01-01',
      to: inDays(now, 405),
    },
    {
      name: 'Orsini Custody',
      identifier: 'orsini-custody',
      partner: 'calder-identity',
      from: '2024-10-10',
      to: inDays(now, 687),
    },
  ];
}

const ADMINISTRATOR = ['account_manager/Account administrator'];

export const CAST: SeedPerson[] = [
  {
    first: 'Ada',
    last: 'Lindqvist',
    userName: 'ada',
    scope: 'system',
    accounts: ['signet-platform'],
    roles: ['account_manager/Platform administrator'],
  },
  {
    first: 'Ben',
    last: 'Okafor',
    userName: 'ben',
    scope: 'partner',
    accounts: ['umbra-trust'],
    roles: ['account_manager/Partner administrator'],
  },
  {
    first: 'Bea',
    last: 'Castellan',
    userName: 'bea',
    scope: 'partner',
    accounts: ['calder-identity'],
    roles: ['account_manager/Partner administrator'],
  },
  {
    first: 'Cleo',
    last: 'Marchetti',
    userName: 'cleo',
    scope: 'account',
    accounts: ['nordmark-lb'],
    roles: ADMINISTRATOR,
  },
  {
    first: 'Carl',
    last: 'Vestergaard',
    userName: 'carl',
    scope: 'account',
    accounts: ['orsini-custody'],
    roles: ADMINISTRATOR,
  },
  {
    first: 'Dora',
    last: 'Service',
    userName: 'dora',
    scope: 'account',
    accounts: ['nordmark-lb'],
    roles: ADMINISTRATOR,
    serviceUser: true,
  },
  { first: 'Emil', last: 'Haugen', userName: 'emil', scope: 'end_user', accounts: ['nordmark-lb'], roles: [] },
];

/**
 * Inserts accounts, partners before their customers; one statement each kind. Answers the ids by friendly identifier.
 */
export async function seedAccounts(db: Db, accounts: readonly SeedAccount[], now: Date): Promise<Map<string, string>> {
  const known = await db.selectFrom('account').select(['id', 'friendly_identifier']).execute();
  const ids = new Map(known.map((row) => [row.friendly_identifier, row.id]));
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

/** name@first-account.example */
export const emailOf = (person: SeedPerson): string => `${person.userName}@${person.accounts[0] ?? 'signet'}.example`;

/** Inserts people with their memberships and roles. All get `passwordHash`. Answers the ids by user name. */
export async function seedPeople(
  db: Db,
  people: readonly SeedPerson[],
  accountIds: ReadonlyMap<string, string>,
  passwordHash: string,
  now: Date,
): Promise<Map<string, string>> {
  const ids = new Map(people.map((person) => [person.userName, newId()]));
  const idOf = (person: SeedPerson): string => ids.get(person.userName) ?? '';
  await db
    .insertInto('app_user')
    .values(
      people.map((person) => ({
        id: idOf(person),
        user_name: person.userName,
        email: emailOf(person),
        first_name: person.first,
        last_name: person.last,
        locale: person.locale ?? 'en_US',
        access_scope: person.scope,
        primary_account_id: accountIds.get(person.accounts[0] ?? '') ?? null,
        service_user: person.serviceUser ?? false,
        verified_at: person.invited ? null : now,
        password_hash: person.serviceUser || person.invited ? null : passwordHash,
        agreement_accepted_at: person.agreed === false || person.invited ? null : now,
        agreement_locale: person.agreed === false || person.invited ? null : 'en_US',
        onelogin_id: person.onelogin?.id ?? null,
        onelogin_url: person.onelogin?.url ?? null,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute();
  const memberships = people.flatMap((person) =>
    person.accounts.map((account) => ({ user_id: idOf(person), account_id: accountIds.get(account) ?? '' })),
  );
  if (memberships.length > 0) await db.insertInto('user_account').values(memberships).execute();
  const grants = people.flatMap((person) => person.roles.map((role) => ({ user: idOf(person), role })));
  await sql`insert into user_role (user_id, role_id)
    select g.user_id::uuid, r.id from unnest(${grants.map((grant) => grant.user)}::text[], ${grants.map((grant) => grant.role)}::text[]) g(user_id, role)
    join role r on r.app_code || '/' || r.name = g.role and r.predefined`.execute(db);
  return ids;
}
