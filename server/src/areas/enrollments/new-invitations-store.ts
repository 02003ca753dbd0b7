/** What is asked of the database for many who are to be invited: each question once, for all of them. */
import type { NewEnrollment } from '@signet/contract/areas/enrollments';
import { payloadDate } from '@signet/contract/dates';
import type { SeatType } from '@signet/contract/areas/seat-record';
import type { Scope, Viewer } from '@signet/contract/viewer';
import { lowered } from '@signet/contract/lowered';
import { sql } from 'kysely';
import { closedAccounts } from '../../people/account-store.ts';
import { templateToIssue } from '../../authority/seat-certificate-store.ts';
import { hasOpenAccount } from '../../db/in-service.ts';
import { allLowered } from '../../db/lowered.ts';
import type { Db } from '../../db/open.ts';
import { visibleAccounts, visiblePeople, visibleSeats, visibleShared } from '../../sight.ts';
import { ARE_WAYS_OF } from '../../sign-in/method-store.ts';

/** For whom an invitation is, as one text: the same place is invited once. */
export function placeOf(viewer: Viewer, { seat_id, user_id, account_id, email = '' }: NewEnrollment): string {
  if (user_id !== undefined) return `person ${user_id}`;
  if (seat_id !== undefined) return `seat ${seat_id}`;
  return `address ${account_id ?? viewer.primaryAccountId ?? ''} ${lowered(email)}`;
}

/**
 * Waits for whoever invites to the same place at this moment, so that {@link openInvitations} then has theirs: a seat
 * that is named by its address is one place with that of its id. Held until the transaction ends.
 */
export async function holdPlace(viewer: Viewer, tx: Db, invitation: NewEnrollment): Promise<void> {
  const hold = (place: string) =>
    sql`select pg_advisory_xact_lock(hashtextextended(${`invitation ${place}`}, 0))`.execute(tx);
  await hold(placeOf(viewer, invitation));
  const { seat_id, user_id, account_id, email } = invitation;
  if (seat_id !== undefined || user_id !== undefined || email === undefined) return;
  const { rows } = await sql<{ id: string }>`select s.id from seat s
    where s.account_id = ${account_id ?? viewer.primaryAccountId} and s.type = 'user'
      and lower(s.identifier) = lower(${email}) and ${visibleSeats(viewer)} order by s.id`.execute(tx);
  for (const { id } of rows) await hold(`seat ${id}`);
}

/** The places among these that have an open invitation. What renews a certificate is none, and leads to no other. */
export async function openInvitations(
  viewer: Viewer,
  db: Db,
  invitations: readonly NewEnrollment[],
  now: Date,
): Promise<Set<string>> {
  const seats = invitations.flatMap(({ seat_id }) => seat_id ?? []);
  const people = invitations.flatMap(({ user_id }) => user_id ?? []);
  const emails = invitations.flatMap(({ email, seat_id, user_id }) =>
    email !== undefined && seat_id === undefined && user_id === undefined ? email : [],
  );
  const { rows } = await sql<{
    seat_id: string | null;
    user_id: string | null;
    account_id: string;
    address: string | null;
  }>`select e.seat_id, e.user_id, e.account_id,
      case when s.type = 'user' then s.identifier end as address
    from enrollment e left join seat s on s.id = e.seat_id
    where e.stage in ('invited', 'generated') and e.expires_at > ${now} and e.renews is null
      and (e.seat_id = any(${seats}) or e.user_id = any(${people})
        or e.seat_id in (select n.id from seat n
          where n.type = 'user' and lower(n.identifier) = any${allLowered(emails)}
            and ${visibleSeats(viewer, 'n')}))`.execute(db);
  return new Set(
    rows.flatMap(({ seat_id, user_id, account_id, address }) => [
      ...(user_id === null ? [] : [`person ${user_id}`]),
      ...(seat_id === null ? [] : [`seat ${seat_id}`]),
      ...(address === null ? [] : [`address ${account_id} ${lowered(address)}`]),
    ]),
  );
}

type SeatFact = { id: string; account_id: string; type: SeatType; name: string; email: string; identifier: string };
type PersonFact = {
  id: string;
  access_scope: Scope;
  active: boolean;
  account_open: boolean;
  /** Whether they may sign in with a certificate. */
  certificate_sign_in: boolean;
};

/** What the invitations name, as far as the viewer sees it: accounts, seats, people, templates. */
export async function readNamed(viewer: Viewer, db: Db, invitations: readonly NewEnrollment[], now: Date) {
  const accountOf = ({ account_id }: NewEnrollment): string | null => account_id ?? viewer.primaryAccountId;
  const accountIds = [...new Set(invitations.flatMap((one) => accountOf(one) ?? []))];
  const emails = invitations.flatMap(({ email }) => email ?? []);
  const seatIds = invitations.flatMap(({ seat_id }) => seat_id ?? []);
  const userIds = invitations.flatMap(({ user_id }) => user_id ?? []);
  const { rows: accounts } = await sql<{ id: string }>`select a.id from account a
    where a.id = any(${accountIds}) and a.deleted_at is null and ${visibleAccounts(viewer)}`.execute(db);
  const { rows: seats } = await sql<SeatFact>`
    select s.id, s.account_id, s.type, s.name, s.email, s.identifier from seat s
    where (s.id = any(${seatIds}) or s.type = 'user' and s.account_id = any(${accountIds})
        and lower(s.identifier) = any${allLowered(emails)}) and ${visibleSeats(viewer)}`.execute(db);
  const { rows: people } = await sql<PersonFact>`
    select u.id, u.access_scope, u.active, ${hasOpenAccount(payloadDate(now))} as account_open,
      exists (select from account a where ${ARE_WAYS_OF} and a.certificate_sign_in) as certificate_sign_in
    from app_user u
    where u.id = any(${userIds}) and u.deleted_at is null and not u.service_user and ${visiblePeople(viewer)}`.execute(
    db,
  );
  const templates = new Map<string, Awaited<ReturnType<typeof templateToIssue>>>();
  const seatsById = new Map(seats.map((seat) => [seat.id, seat]));
  for (const one of invitations) {
    const accountId = one.seat_id === undefined ? accountOf(one) : (seatsById.get(one.seat_id)?.account_id ?? null);
    if (one.template_id === undefined || accountId === null || templates.has(`${one.template_id} ${accountId}`))
      continue;
    const asked = { id: one.template_id, accountId };
    const found = await templateToIssue(db, asked, now, visibleShared(viewer, 't', sql`p.cert_type`));
    templates.set(`${one.template_id} ${accountId}`, found);
  }
  const closed = await closedAccounts(db, [...accountIds, ...seats.map((seat) => seat.account_id)], now);
  return {
    accountOf,
    closed,
    accounts: new Set(accounts.map(({ id }) => id)),
    seatsById,
    seatsByAddress: new Map(
      seats.flatMap((seat) =>
        seat.type === 'user' ? [[`${seat.account_id} ${lowered(seat.identifier)}`, seat] as const] : [],
      ),
    ),
    people: new Map(people.map((person) => [person.id, person])),
    templates,
  };
}
