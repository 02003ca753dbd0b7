/**
 * Passcodes that prove an address. A call asks for one and answers; a job makes it, and only then looks up whether the
 * owner of the address has a user, so that neither the answer nor its time tells.
 */
import { randomInt, timingSafeEqual } from 'node:crypto';
import { LIMITS } from '@signet/contract/limits';
import { Problem } from '@signet/contract/problem';
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { newId } from '../ids.ts';
import { queueMail } from '../mail/queue.ts';
import type { Runtime } from '../runtime.ts';
import { hashSecret } from '../secrets.ts';
import type { SelfServiceRequest } from './request-store.ts';

/** The job that makes a passcode and mails it; its payload is `{ id }` of its row. */
export const PASSCODE_JOB = 'self-service.passcode';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const MAX_ATTEMPTS = 5;

/** What seals a passcode to its row. */
export const passcodeSeal = (id: string): string => `self-service-code:${id}`;

/**
 * Has a passcode sent to the address of a request; the ones before are worth nothing from now on. Throws PASSCODE_LIMIT
 * where the address was sent too many within the hour, whoever asked for them.
 */
export async function askForPasscode(tx: Db, { id: requestId, email }: SelfServiceRequest, now: Date): Promise<void> {
  // One at a time for each address, or all that ask at once find that little was sent.
  await sql`select pg_advisory_xact_lock(hashtextextended('passcode ' || lower(${email}), 0))`.execute(tx);
  const { rows } = await sql<{ sent: number }>`select count(*)::int as sent from self_service_code
    where lower(email) = lower(${email}) and made_at > ${new Date(now.getTime() - HOUR)}`.execute(tx);
  const max = LIMITS.passcodeMailsPerHour;
  if ((rows[0]?.sent ?? 0) >= max) throw new Problem('PASSCODE_LIMIT', { params: { max } });
  const id = newId();
  const expires_at = new Date(now.getTime() + LIMITS.passcodeMinutes * MINUTE);
  await tx
    .insertInto('self_service_code')
    .values({ id, request_id: requestId, email, made_at: now, expires_at })
    .execute();
  await sql`select graphile_worker.add_job(
    ${PASSCODE_JOB}, json_build_object('id', ${id}::text), max_attempts => ${MAX_ATTEMPTS}::int)`.execute(tx);
}

type Newest = { id: string; code_sealed: Buffer | null; tries: number; expires_at: Date };

type Proving = Pick<SelfServiceRequest, 'id' | 'email'>;

/**
 * The newest passcode of a request for the address that it has now. One for an address before proves nothing of it, and
 * may be the newest of all: a call counts from when it began, which is before its body was read.
 */
async function newestPasscode(tx: Db, { id, email }: Proving): Promise<Newest | null> {
  const { rows } = await sql<Newest>`select c.id, c.code_sealed, c.tries, c.expires_at from self_service_code c
    where c.request_id = ${id} and lower(c.email) = lower(${email})
    order by c.made_at desc, c.id desc limit 1`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Compares what somebody typed with the newest passcode of a request, which the caller has locked. Throws under
 * `passcode` PASSCODE_INVALID for a wrong or expired one, counted although the call is refused, and PASSCODE_SPENT once
 * it has been guessed at too often, for the right one too.
 */
export async function requirePasscode(
  tx: Db,
  { seal }: Pick<Runtime, 'seal'>,
  request: Proving,
  typed: string,
  now: Date,
): Promise<void> {
  const refused = (status: 'PASSCODE_INVALID' | 'PASSCODE_SPENT', commit = false) =>
    new Problem(status, { fields: { passcode: { status } }, commit });
  const passcode = await newestPasscode(tx, request);
  if (!passcode || passcode.expires_at <= now) throw refused('PASSCODE_INVALID');
  if (passcode.tries >= LIMITS.passcodeTriesMax) throw refused('PASSCODE_SPENT');
  const right = passcode.code_sealed && seal.open(passcode.code_sealed, passcodeSeal(passcode.id)).toString();
  if (right !== null && timingSafeEqual(hashSecret(right), hashSecret(typed))) return;
  const tries = passcode.tries + 1;
  await tx.updateTable('self_service_code').set({ tries }).where('id', '=', passcode.id).execute();
  throw refused(tries < LIMITS.passcodeTriesMax ? 'PASSCODE_INVALID' : 'PASSCODE_SPENT', true);
}

type Waiting = { id: string; email: string; locale: string; account_name: string };
type Owner = { id: string; user_name: string; name: string; locale: string };

/**
 * Makes the passcode of a row and mails it. Whoever has a user already gets a mail that says so instead, and a passcode
 * that nobody is told. Nothing where a newer one was asked for meanwhile, or the request is over.
 */
export async function sendPasscode(runtime: Runtime, id: string): Promise<void> {
  const now = runtime.clock.now();
  await runtime.db.transaction().execute(async (tx) => {
    const { rows } = await sql<Waiting>`select c.id, c.email, r.locale, a.name as account_name
      from self_service_code c
      join self_service_request r on r.id = c.request_id
      join self_service_link l on l.id = r.link_id
      join account a on a.id = l.account_id
      where c.id = ${id} and c.code_sealed is null and c.expires_at > ${now} and r.expires_at > ${now}
        and r.validated_at is null and lower(c.email) = lower(r.email) and not exists (
          select from self_service_code newer
          where newer.request_id = c.request_id and lower(newer.email) = lower(c.email)
            and (newer.made_at, newer.id) > (c.made_at, c.id))
      for update of c`.execute(tx);
    const [waiting] = rows;
    if (!waiting) return;
    const passcode = String(randomInt(10 ** LIMITS.passcodeDigits)).padStart(LIMITS.passcodeDigits, '0');
    const code_sealed = runtime.seal.seal(Buffer.from(passcode), passcodeSeal(id));
    await tx.updateTable('self_service_code').set({ code_sealed }).where('id', '=', id).execute();
    const owner = await ownerOf(tx, waiting.email);
    if (owner) await mailOwner(tx, runtime, waiting, owner);
    else await mailPasscode(tx, runtime, waiting, passcode);
  });
}

/** A living person with this address, the first of several; service users read no mail. */
export async function ownerOf(db: Db, email: string): Promise<Owner | null> {
  const { rows } = await sql<Owner>`
    select u.id, u.user_name, u.name, u.locale from app_user u
    where lower(u.email) = lower(${email}) and u.deleted_at is null and not u.service_user
    order by u.created_at, u.id limit 1`.execute(db);
  return rows[0] ?? null;
}

async function mailPasscode(tx: Db, runtime: Runtime, { email, locale, account_name }: Waiting, passcode: string) {
  const params = { code: passcode, account: account_name, minutes: LIMITS.passcodeMinutes };
  const letter = { to: email, locale, kind: 'self-service-passcode', userId: null, params };
  await queueMail(tx, runtime, { ...letter, awaited: true });
}

async function mailOwner(tx: Db, runtime: Runtime, { email, account_name }: Waiting, owner: Owner) {
  await queueMail(tx, runtime, {
    to: email,
    locale: owner.locale,
    kind: 'self-service-known',
    userId: owner.id,
    link: `${runtime.publicUrl}/account/login`,
    params: { name: owner.name, user_name: owner.user_name, account: account_name },
    awaited: true,
  });
}
