/**
 * Certificates of SAML providers, and keys of ours, that end soon: who administers the account is told by mail 60, 30
 * and 7 days before, once each, while people sign in by the provider. Nobody is told of a certificate that another one
 * outlives. Each reminder is a transaction of one row under its lock, as of client certificates.
 */
import { DEFAULT_DATE_FORMAT, daysBetween, displayDate, payloadDate } from '@signet/contract/dates';
import { LIMITS } from '@signet/contract/limits';
import { DEFAULT_LOCALE, isLocale, languageTag } from '@signet/contract/locales';
import { whyNotEmail } from '@signet/contract/rules';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/open.ts';
import { queueMail } from '../../mail/queue.ts';
import type { Runtime } from '../../runtime.ts';
import { administratorsOf, reminderStepOf, type Addressee } from '../credential-people-store.ts';

type Ending = {
  account_id: string;
  account_name: string;
  system_account: boolean;
  /** The certificate's; empty for a key of ours. */
  name: string;
  end_date: string;
};

/** Sends the reminders that are due today; answers how many. Safe to run at any time, in several processes at once. */
export async function remindOfSaml(runtime: Runtime): Promise<number> {
  let reminded = 0;
  for (const kind of ['certificate', 'key'] as const) while (await remindOfNext(runtime, kind)) reminded += 1;
  return reminded;
}

type Kind = 'certificate' | 'key';
const OF: Record<Kind, { table: RawBuilder<unknown>; name: RawBuilder<string>; since: RawBuilder<Date> }> = {
  certificate: {
    table: sql.table('saml_certificate'),
    name: sql<string>`e.common_name`,
    since: sql<Date>`e.added_at`,
  },
  key: { table: sql.table('saml_key'), name: sql<string>`''`, since: sql<Date>`e.created_at` },
};

function remindOfNext(runtime: Runtime, kind: Kind): Promise<boolean> {
  const now = runtime.clock.now();
  const today = payloadDate(now);
  const { table, name, since } = OF[kind];
  const end = sql<string>`(e.valid_to at time zone 'UTC')::date`;
  const step = reminderStepOf(sql<number>`${end} - ${today}::date`, LIMITS.samlReminderDays);
  const soon = new Date(now.getTime() + (Math.max(...LIMITS.samlReminderDays) + 1) * 86_400_000);
  const counts =
    kind === 'key'
      ? sql<boolean>`e.state = 'current'`
      : sql<boolean>`e.state <> 'retired' and not exists (select from saml_certificate n
          where n.account_id = e.account_id and n.state <> 'retired' and n.valid_to > e.valid_to)`;
  return runtime.db.transaction().execute(async (tx) => {
    // What was due before it was added is not said: whoever added it knows.
    const { rows } = await sql<Ending & { place: string }>`
      select e.ctid::text as place, e.account_id, a.display_name as account_name, a.system_account, ${name} as name,
        ${end} as end_date
      from ${table} e join account a on a.id = e.account_id
      where e.valid_to >= ${now} and e.valid_to < ${soon} and ${counts} and a.saml_sign_in and a.deleted_at is null
        and (e.reminded_days is null or e.reminded_days > ${step})
        and ${end} - ${step} > (${since} at time zone 'UTC')::date
      order by e.valid_to, e.account_id limit 1 for no key update of e skip locked`.execute(tx);
    const one = rows[0];
    if (!one) return false;
    await sql`update ${table} e set reminded_days = ${step} where e.ctid = ${one.place}::tid`.execute(tx);
    for (const person of await administratorsOf(tx, one.account_id))
      await remind(runtime, tx, kind, one, person, today);
    return true;
  });
}

async function remind(
  runtime: Runtime,
  tx: Db,
  kind: Kind,
  ending: Ending,
  { id, email, locale: stored, date_format, name }: Addressee,
  today: string,
): Promise<void> {
  // One address that can't be written to keeps nothing from the others.
  if (whyNotEmail(email)) return;
  const locale = isLocale(stored) ? stored : DEFAULT_LOCALE;
  const base = ending.system_account ? 'settings' : `accounts/${ending.account_id}`;
  await queueMail(tx, runtime, {
    to: email,
    locale,
    kind: kind === 'key' ? 'saml-key-ending' : 'saml-certificate-ending',
    userId: id,
    link: `${runtime.publicUrl}/account/${base}/createAccountSignIn`,
    params: {
      name,
      account: ending.account_name,
      certificate: ending.name,
      days: daysBetween(today, ending.end_date),
      date: displayDate(ending.end_date, date_format ?? DEFAULT_DATE_FORMAT, languageTag(locale)),
    },
  });
}
