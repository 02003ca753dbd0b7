/** Requests of people who make a user for themselves: one for each person, by a link, known to one browser. */
import type { SelfServiceStatus } from '@signet/contract/areas/self-service-rules';
import { LIMITS } from '@signet/contract/limits';
import type { Locale } from '@signet/contract/locales';
import { Problem } from '@signet/contract/problem';
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { newId } from '../ids.ts';
import { hashSecret, newSecret } from '../secrets.ts';
import { askedColumns, requireOpen, type OpenLink } from './link-store.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A request with the link that it came by. */
export type SelfServiceRequest = {
  id: string;
  email: string;
  locale: Locale;
  expires_at: Date;
  validated_at: Date | null;
  user_id: string | null;
  link: OpenLink;
};
type Row = Omit<SelfServiceRequest, 'link'> & Omit<OpenLink, 'id'> & { link_id: string };

export const statusOf = ({ user_id, validated_at }: SelfServiceRequest): SelfServiceStatus =>
  user_id !== null ? 'CREATED' : validated_at !== null ? 'VALIDATED' : 'PASSCODE_SENT';

/** Begins a request. Answers it, and the secret that names it from now on. */
export async function beginRequest(
  tx: Db,
  link: OpenLink,
  { email, locale }: { email: string; locale: Locale },
  now: Date,
): Promise<{ request: SelfServiceRequest; state: string }> {
  const state = newSecret();
  const expires_at = new Date(now.getTime() + LIMITS.selfServiceRequestMinutes * MINUTE);
  const request = { id: newId(), email, locale, expires_at };
  await tx
    .insertInto('self_service_request')
    .values({ ...request, link_id: link.id, state_hash: hashSecret(state), begun_at: now })
    .execute();
  return { request: { ...request, validated_at: null, user_id: null, link }, state };
}

type Asked = {
  state: string;
  /** Its id, where the call names it: another one is as good as none. */
  id?: string;
  /** It stays as it is until the transaction ends; account and link first, as whoever deletes those takes them. */
  lock?: boolean;
};

/**
 * The request that `state` names, also a completed one. Throws SELF_SERVICE_REQUEST_ENDED, the same for one that is
 * unknown, foreign or expired, or whose link has ended, and ACCOUNT_EXPIRED.
 */
export async function requireRequest(db: Db, { state, id, lock }: Asked, now: Date): Promise<SelfServiceRequest> {
  const { rows } = await sql<Row>`
    select r.id, r.email, r.locale, r.expires_at, r.validated_at, r.user_id,
      l.id as link_id, l.domains, a.name as account_name, ${askedColumns(now)}
    from self_service_request r
    join self_service_link l on l.id = r.link_id
    join account a on a.id = l.account_id
    where r.state_hash = ${hashSecret(state)} ${id === undefined ? sql`` : sql`and r.id = ${id}`}
      and r.expires_at > ${now} and a.deleted_at is null
      ${lock ? sql`for key share of a for key share of l for update of r` : sql``}`.execute(db);
  const [row] = rows;
  if (!row) throw new Problem('SELF_SERVICE_REQUEST_ENDED');
  await requireOpen(db, row, 'SELF_SERVICE_REQUEST_ENDED', now);
  const { email, locale, expires_at, validated_at, user_id, link_id, ...link } = row;
  return { id: row.id, email, locale, expires_at, validated_at, user_id, link: { ...link, id: link_id } };
}

/** The same of a request that is not completed, locked until the transaction ends. */
export async function lockRequest(tx: Db, asked: Omit<Asked, 'lock'>, now: Date): Promise<SelfServiceRequest> {
  const request = await requireRequest(tx, { ...asked, lock: true }, now);
  if (request.user_id !== null) throw new Problem('SELF_SERVICE_REQUEST_ENDED');
  return request;
}

/** Gives a request another address, which is to be proved, or another language. */
export async function updateRequest(
  tx: Db,
  request: SelfServiceRequest,
  { email, locale }: { email: string; locale: Locale },
): Promise<SelfServiceRequest> {
  const validated_at = email.toLowerCase() === request.email.toLowerCase() ? request.validated_at : null;
  await tx
    .updateTable('self_service_request')
    .set({ email, locale, validated_at })
    .where('id', '=', request.id)
    .execute();
  return { ...request, email, locale, validated_at };
}

/** The address of a request is proved. */
export async function setValidated(tx: Db, id: string, now: Date): Promise<void> {
  await tx.updateTable('self_service_request').set({ validated_at: now }).where('id', '=', id).execute();
}

/** Counts a user name that a request asks for. Throws USER_NAME_LIMIT once it has asked for too many. */
export async function countName(db: Db, id: string): Promise<void> {
  const max = LIMITS.selfServiceNamesMax;
  const counted = await db
    .updateTable('self_service_request')
    .set((e) => ({ names_tried: e('names_tried', '+', 1) }))
    .where('id', '=', id)
    .where('names_tried', '<', max)
    .executeTakeFirst();
  if (counted.numUpdatedRows === 0n) throw new Problem('USER_NAME_LIMIT', { params: { max } });
}

/** Whether a user name is taken; case does not count. */
export async function userNameTaken(db: Db, userName: string): Promise<boolean> {
  const { rows } = await sql`
    select from app_user where lower(user_name) = lower(${userName}) and deleted_at is null limit 1`.execute(db);
  return rows.length > 0;
}

/** The request has become a user, who may be signed in by it for some minutes. */
export async function completeRequest(tx: Db, id: string, userId: string, now: Date): Promise<void> {
  const expires_at = new Date(now.getTime() + LIMITS.selfServiceSignInMinutes * MINUTE);
  await tx.updateTable('self_service_request').set({ user_id: userId, expires_at }).where('id', '=', id).execute();
}

/** Spends a completed request for the first sign-in of its user. False for any other. */
export async function spendRequest(tx: Db, id: string, userId: string, now: Date): Promise<boolean> {
  const spent = await tx
    .updateTable('self_service_request')
    .set({ signed_in_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('signed_in_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return spent.numUpdatedRows > 0n;
}

/**
 * Deletes requests that are over, with their passcodes once those count against no address any more, and links that
 * ended more than 30 days ago. Answers how many rows went. Safe to run at any time, in several processes at once.
 */
export async function sweepSelfService(db: Db, now: Date): Promise<{ requests: number; links: number }> {
  const requests = await db
    .deleteFrom('self_service_request')
    .where('expires_at', '<', new Date(now.getTime() - HOUR))
    .executeTakeFirst();
  const links = await db
    .deleteFrom('self_service_link')
    .where('ends_on', '<', new Date(now.getTime() - 30 * DAY).toISOString().slice(0, 10))
    .executeTakeFirst();
  return { requests: Number(requests.numDeletedRows), links: Number(links.numDeletedRows) };
}
