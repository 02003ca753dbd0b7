/**
 * Client certificates that end soon: whoever can replace them is told by mail, 30, 7 and 1 day before, once each, and
 * not at all where a newer one for the same person is there (letsencrypt/boulder#1346). Each reminder is a transaction
 * of one certificate under the lock of its row, as of API tokens.
 */
import { payloadDate } from '@signet/contract/dates';
import { LIMITS } from '@signet/contract/limits';
import { sql } from 'kysely';
import { authorityStands, cameWithAccount } from '../../db/authority-stands.ts';
import { hasOpenAccount } from '../../db/in-service.ts';
import { lastDay } from '../../db/last-day.ts';
import type { Db } from '../../db/open.ts';
import { isUnconfirmed } from '../../db/unconfirmed.ts';
import { mailAddressee, type Addressee } from '../../mail/addressee.ts';
import type { Runtime } from '../../runtime.ts';
import { addresseesOf, reminderStepOf, type Belongs } from '../credential-people-store.ts';
import { takesOver } from './replaced-store.ts';

type Ending = Belongs & {
  id: string;
  name: string;
  valid_to: Date;
  end_date: string;
  serial: Buffer;
  owner_name: string;
};

/** Sends the reminders that are due today; answers how many. Safe to run at any time, in several processes at once. */
export async function remindOfCertificates(runtime: Runtime): Promise<number> {
  let reminded = 0;
  for (let last = await remindOfNext(runtime, null); last; last = await remindOfNext(runtime, last)) reminded += 1;
  return reminded;
}

/** The certificate that was reminded of last. */
type Reminded = Pick<Ending, 'id' | 'valid_to'>;

const END = lastDay(sql`c.valid_to`);

/** The next one after `last`: what was looked at once is not looked at for each of those that follow. */
async function remindOfNext(runtime: Runtime, last: Reminded | null): Promise<Reminded | null> {
  const now = runtime.clock.now();
  const today = payloadDate(now);
  const step = reminderStepOf(sql<number>`${END} - ${today}::date`);
  const soon = new Date(now.getTime() + (Math.max(...LIMITS.credentialReminderDays) + 1) * 86_400_000);
  return runtime.db.transaction().execute(async (tx) => {
    // What was due before it was made is not said: whoever made it knows.
    const { rows } = await sql<Ending>`
      select c.id, coalesce(nullif(c.name, ''), c.common_name) as name, ${END} as end_date, c.valid_to, c.serial,
        c.created_by, u.id as owner_id, u.name as owner_name, u.service_user, u.primary_account_id as account_id
      from certificate c join app_user u on u.id = c.user_id left join account a on a.id = u.primary_account_id
      where c.state = 'issued' and c.enabled and c.valid_to >= ${now} and c.valid_to < ${soon}
        and ${last ? sql`(c.valid_to, c.id) > (${last.valid_to}, ${last.id})` : sql`true`}
        and ${authorityStands('c')} and not ${cameWithAccount('c')} and u.active and u.deleted_at is null
        and not ${isUnconfirmed('a')} and ${hasOpenAccount(today)}
        and (c.reminded_end is distinct from ${END} or c.reminded_days > ${step})
        and ${END} - ${step} > (c.created_at at time zone 'UTC')::date
        and not exists (select from certificate n where n.user_id = c.user_id and ${takesOver(now)})
        -- One that came by an enrollment is renewed by a link, which is a mail of its own, while there is one to send:
        -- not once the renewal was canceled, nor where what it has led to is good no more.
        and not exists (select from enrollment e left join enrollment r on r.renews = c.id
          where e.certificate_id = c.id and e.stage = 'redeemed'
            and (r.id is null or r.stage in ('invited', 'generated')))
      order by c.valid_to, c.id limit 1 for no key update of c skip locked`.execute(tx);
    const certificate = rows[0];
    if (!certificate) return null;
    await sql`update certificate c set reminded_end = ${END}, reminded_days = ${step}
      where c.id = ${certificate.id}`.execute(tx);
    for (const person of await addresseesOf(tx, certificate, now))
      await remind(runtime, tx, certificate, person, today);
    return certificate;
  });
}

const remind = (runtime: Runtime, tx: Db, certificate: Ending, person: Addressee, today: string): Promise<void> =>
  mailAddressee(tx, runtime, person, {
    kind: 'certificate-ending',
    page: certificate.service_user
      ? `access/service-user/${certificate.owner_id}#client-certificates`
      : 'profile/client-certificates',
    today,
    day: certificate.end_date,
    params: () => ({
      certificate: certificate.name,
      serial: certificate.serial.toString('hex'),
      owner: certificate.owner_name,
      own: certificate.service_user ? 'no' : 'yes',
    }),
  });
