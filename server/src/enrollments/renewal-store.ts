/**
 * Certificates that came by an enrollment and end soon: their holders are mailed a link by which they are renewed, 30,
 * 7 and 1 day before, and whenever somebody asks who has the certificate. Not where it was renewed already, nor where
 * the same seat or person uses a newer one (letsencrypt/boulder#1346). What renews is an enrollment of its own; each
 * mail has a new link, which ends the one before.
 */
import { renewableFrom, renewableUntil } from '@signet/contract/areas/renewal-rules';
import { SUBJECT_FIELDS } from '@signet/contract/areas/enrollment-rules';
import { payloadDate } from '@signet/contract/dates';
import { LIMITS } from '@signet/contract/limits';
import { DEFAULT_LOCALE, isLocale, type Locale } from '@signet/contract/locales';
import { whyNotEmail } from '@signet/contract/rules';
import { sql, type RawBuilder } from 'kysely';
import { BY_SYSTEM, recordAudit } from '../audit/record.ts';
import { fingerprintOf } from '../authority/intention-store.ts';
import { authorityStands } from '../db/authority-stands.ts';
import { inService } from '../db/in-service.ts';
import { lastDay } from '../db/last-day.ts';
import type { Db } from '../db/open.ts';
import { isUnconfirmed } from '../db/unconfirmed.ts';
import { newId } from '../ids.ts';
import type { Runtime } from '../runtime.ts';
import { newSecret } from '../secrets.ts';
import { reminderStepOf } from '../sign-in/credential-people-store.ts';
import { ARE_WAYS_OF } from '../sign-in/method-store.ts';
import { takesOver } from '../sign-in/certificates/replaced-store.ts';
import { hashCode, sendInvitation } from './letter.ts';

/** A certificate that can be renewed, and the enrollment by which it came. */
type Ending = {
  certificate_id: string;
  valid_to: Date;
  common_name: string;
  enrollment_id: string;
  account_id: string;
  account_name: string;
  seat_id: string | null;
  user_id: string | null;
  name: string;
  email: string;
  /** A person’s own; of a seat that of the invitation. */
  locale: Locale;
  /** The enrollment that renews it, where there is one. */
  renewal_id: string | null;
};
/** What has become of a renewal that was asked for: who was mailed, or nothing. */
export type Asked = { id: string; name: string; account_id: string; certificate_id: string; locale: Locale };

/** Mails what is due today; answers how many. Safe to run at any time, in several processes at once. */
export async function remindOfRenewals(runtime: Runtime): Promise<number> {
  const END = lastDay(sql`c.valid_to`);
  const today = payloadDate(runtime.clock.now());
  const step = reminderStepOf(sql<number>`${END} - ${today}::date`, LIMITS.renewalDays);
  // What was due before it was made is not said: whoever made it knows.
  const isDue = sql<boolean>`c.cert_type = 'end_entity' and c.state <> 'intended'
    and c.valid_to >= ${runtime.clock.now()}
    and (c.reminded_end is distinct from ${END} or c.reminded_days > ${step})
    and ${END} - ${step} > (c.created_at at time zone 'UTC')::date
    and not exists (select from certificate n where ${takesOver(runtime.clock.now())}
      and (n.user_id = c.user_id or n.seat_id = c.seat_id and n.template_id = c.template_id))`;
  // From the one before on: what was looked at once is not looked at for each of those that follow.
  let from = sql<boolean>`true`;
  const next = (): Promise<'mailed' | 'passed' | 'none'> =>
    runtime.db.transaction().execute(async (tx) => {
      const seen = await findEnding(runtime, tx, sql<boolean>`${isDue} and ${from}`);
      if (!seen) return 'none';
      from = sql<boolean>`(${ORDER}) > (${seen.valid_to}, ${seen.common_name}, ${seen.certificate_id})`;
      const ending = await hold(runtime, tx, seen, isDue);
      if (!ending) return 'passed';
      await sql`update certificate c set reminded_end = ${END}, reminded_days = ${step}
        where c.id = ${ending.certificate_id}`.execute(tx);
      // It keeps nothing from those that follow.
      if (!isReached(ending)) return 'passed';
      const id = await renew(runtime, tx, ending);
      // Whoever asks for the mail is in the log by their call.
      const { certificate_id: renews, email, locale } = ending;
      if (ending.renewal_id !== null)
        await record(runtime, tx, ending, {
          id,
          action: 'UPDATE',
          after: { renews, expires_at: endOf(ending), email, locale },
        });
      return 'mailed';
    });
  let reminded = 0;
  for (let done = await next(); done !== 'none'; done = await next()) if (done === 'mailed') reminded += 1;
  return reminded;
}

/**
 * Mails a link to the holder of this very certificate (DER); null where it can't be renewed, its holder can't be
 * written to, or one was mailed a moment ago.
 */
export async function askForRenewal(runtime: Runtime, tx: Db, certificate: Uint8Array): Promise<Asked | null> {
  const before = new Date(runtime.clock.now().getTime() - LIMITS.renewalAskMinutes * 60_000);
  const isAsked = sql<boolean>`c.fingerprint = ${fingerprintOf(certificate)}
    and c.certificate = ${Buffer.from(certificate)} and (r.sent_at is null or r.sent_at < ${before})`;
  const seen = await findEnding(runtime, tx, isAsked);
  const ending = seen && (await hold(runtime, tx, seen, isAsked));
  return ending && isReached(ending) ? { ...ending, id: await renew(runtime, tx, ending) } : null;
}

/** Whether its holder can be written to: an account that came may have brought an address that is none. */
const isReached = ({ email }: Ending): boolean => whyNotEmail(email) === null;

/**
 * The soonest end first, as the index `certificate_by_end` has it: of many that end at the same moment no more are read
 * than are needed.
 */
const ORDER = sql`c.valid_to, c.common_name collate "und-x-icu", c.id`;

/** The next certificate of an enrollment for which this holds and that can be renewed. */
async function findEnding({ clock }: Runtime, tx: Db, holds: RawBuilder<boolean>): Promise<Ending | null> {
  const now = clock.now();
  const { rows } = await sql<Omit<Ending, 'locale'> & { locale: string }>`
    select c.id as certificate_id, c.valid_to, c.common_name, e.id as enrollment_id, e.account_id,
      a.name as account_name, e.seat_id, e.user_id, coalesce(u.name, e.name) as name,
      coalesce(u.email, e.email) as email, coalesce(u.locale, e.locale) as locale, r.id as renewal_id
    from enrollment e join certificate c on c.id = e.certificate_id join account a on a.id = e.account_id
      left join app_user u on u.id = e.user_id left join enrollment r on r.renews = c.id
      left join seat s on s.id = e.seat_id left join certificate_template t on t.id = e.template_id
      left join certificate_profile p on p.id = t.profile_id
    where e.stage = 'redeemed' and c.state = 'issued' and ${authorityStands('c')}
      and c.valid_to < ${farthest(now)} and c.valid_to > ${oldest(now)}
      and ${inService('a', payloadDate(now))} and not ${isUnconfirmed('a')}
      and (e.seat_id is not null and t.archived_at is null and p.archived_at is null and s.type = any(t.seat_types)
        and (not t.requires_attestation or e.keystore_location = 'hardware_token')
        or (u.active and u.verified_at is not null and u.deleted_at is null
        and c.enabled and c.valid_to > ${now}
        and exists (select from account a where ${ARE_WAYS_OF} and a.certificate_sign_in)))
      and (r.id is null or r.stage in ('invited', 'generated')) and ${holds}
    order by ${ORDER} limit 1`.execute(tx);
  const [row] = rows;
  return row ? { ...row, locale: isLocale(row.locale) ? row.locale : DEFAULT_LOCALE } : null;
}

/**
 * The same certificate as it is once nobody else changes it, and what it depends on, until the transaction ends; null
 * where it can't be renewed any more, or somebody else has just done so. Account, seat and person are locked before
 * what is theirs, in the order in which whoever deletes them does.
 */
async function hold(
  runtime: Runtime,
  tx: Db,
  { certificate_id: id, account_id, seat_id, user_id }: Ending,
  holds: RawBuilder<boolean>,
): Promise<Ending | null> {
  await sql`select from account where id = ${account_id} for share`.execute(tx);
  if (seat_id !== null) await sql`select from seat where id = ${seat_id} for share`.execute(tx);
  if (user_id !== null) await sql`select from app_user where id = ${user_id} for no key update`.execute(tx);
  await sql`select from certificate where id = ${id} for no key update`.execute(tx);
  await sql`select from enrollment where renews = ${id} for no key update`.execute(tx);
  return findEnding(runtime, tx, sql<boolean>`c.id = ${id} and ${holds}`);
}

const MOMENT = 1;
/** Certificates that end before can be renewed now. */
const farthest = (now: Date): Date => new Date(2 * now.getTime() - renewableFrom(now).getTime() + MOMENT);
/** Those that ended before can't any more. */
const oldest = (now: Date): Date =>
  new Date(2 * now.getTime() - renewableUntil(now, { signsIn: false }).getTime() - MOMENT);

/** Until when its renewal is open. */
const endOf = ({ valid_to, user_id }: Ending): Date => renewableUntil(valid_to, { signsIn: user_id !== null });

/** Makes what renews the certificate, or a new link where it is made, and mails the link; answers its id. */
async function renew(runtime: Runtime, tx: Db, ending: Ending): Promise<string> {
  const { certificate_id, valid_to, enrollment_id, user_id, name, email, locale, account_name, renewal_id } = ending;
  const code = newSecret();
  const now = runtime.clock.now();
  const id = renewal_id ?? newId();
  const expires_at = endOf(ending);
  const link = { code_hash: hashCode(code), sent_at: now, expires_at, updated_at: now };
  if (renewal_id === null) {
    const copied = sql.join(
      ['account_id', 'seat_id', 'user_id', 'template_id', 'first_name', 'last_name', 'keystore_location']
        .concat(['enrollment_method', 'validity'], SUBJECT_FIELDS)
        .map((column) => sql.ref(column)),
    );
    await sql`insert into enrollment (id, renews, name, email, locale, stage, code_hash, sent_at, expires_at,
        created_at, updated_at, ${copied})
      select ${id}, ${certificate_id}, ${name}, ${email}, ${locale}, 'invited', ${link.code_hash}, ${now},
        ${expires_at}, ${now}, ${now}, ${copied}
      from enrollment where id = ${enrollment_id}`.execute(tx);
  } else {
    // A person may have another name and address by now; whoever is invited for a seat may have typed theirs.
    const person = user_id === null ? {} : { name, email };
    await tx
      .updateTable('enrollment')
      .set((row) => ({ ...link, ...person, locale, version: row('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
  }
  await sendInvitation(
    tx,
    runtime,
    { id, name, email, locale, user_id, account_name, expires_at, endsAt: valid_to },
    code,
  );
  if (renewal_id === null)
    await record(runtime, tx, ending, { id, action: 'CREATE', after: { renews: certificate_id } });
  return id;
}

/** Tells the log what the platform has done to a renewal by itself. */
async function record(
  runtime: Runtime,
  tx: Db,
  { account_id, name }: Ending,
  { id, action, after }: { id: string; action: 'CREATE' | 'UPDATE'; after: object },
): Promise<void> {
  await recordAudit(
    tx,
    {
      id: newId(),
      at: runtime.clock.now(),
      action,
      resource_type: 'ENROLLMENT',
      resource_id: id,
      resource_name: name,
      account_id,
      ...BY_SYSTEM,
      result: 'success',
      message: null,
      before: null,
      after,
    },
    runtime,
  );
}
