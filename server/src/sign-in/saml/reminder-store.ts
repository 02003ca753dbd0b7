/**
 * What ends soon: certificates of SAML providers, keys of ours, and metadata by its own date. Who administers the
 * account is told by mail 60, 30 and 7 days before, once each, while people sign in by the provider. Nobody is told of
 * a certificate that another one outlives; of metadata with an address only two days before, where nothing newer came.
 * Each reminder is a transaction of one row under its lock, as of client certificates.
 */
import { payloadDate } from '@signet/contract/dates';
import { LIMITS } from '@signet/contract/limits';
import { sql, type RawBuilder } from 'kysely';
import { isOpen } from '../../db/in-service.ts';
import { lastDay } from '../../db/last-day.ts';
import { METADATA_DAYS, metadataEnds } from '../../db/metadata-ends.ts';
import type { Db } from '../../db/open.ts';
import { isUnconfirmed } from '../../db/unconfirmed.ts';
import { mailAddressee, type Addressee } from '../../mail/addressee.ts';
import type { Runtime } from '../../runtime.ts';
import { administratorsOf, reminderStepOf } from '../credential-people-store.ts';

type Ending = {
  account_id: string;
  account_name: string;
  system_account: boolean;
  /** The certificate's, or the provider's; empty for a key of ours. */
  name: string;
  end_date: string;
};

/** Sends the reminders that are due today; answers how many. Safe to run at any time, in several processes at once. */
export async function remindOfSaml(runtime: Runtime): Promise<number> {
  let reminded = 0;
  for (const kind of ['certificate', 'key', 'metadata'] as const)
    while (await remindOfNext(runtime, kind)) reminded += 1;
  return reminded;
}

type Kind = 'certificate' | 'key' | 'metadata';
/** `key`: which row of an account it is; `since`: when what ends came; `counts`: whether its end matters. */
type Of = {
  table: string;
  key: string;
  name: RawBuilder<string>;
  ends: string;
  since: string;
  counts: RawBuilder<boolean>;
};
const OF: Record<Kind, Of> = {
  certificate: {
    table: 'saml_certificate',
    key: 'e.thumb_print',
    name: sql`e.common_name`,
    ends: 'e.valid_to',
    since: 'e.added_at',
    counts: sql`e.state <> 'retired' and not exists (select from saml_certificate n
      where n.account_id = e.account_id and n.state <> 'retired' and n.valid_to > e.valid_to)`,
  },
  key: {
    table: 'saml_key',
    key: 'e.id',
    name: sql`''`,
    ends: 'e.valid_to',
    since: 'e.created_at',
    counts: sql`e.state = 'current'`,
  },
  metadata: {
    table: 'saml_config',
    key: 'e.account_id',
    name: sql`e.entity_id`,
    ends: 'e.valid_until',
    since: 'e.validity_came_at',
    counts: sql`true`,
  },
};

function remindOfNext(runtime: Runtime, kind: Kind): Promise<boolean> {
  const now = runtime.clock.now();
  const today = payloadDate(now);
  const { name, counts, ...of } = OF[kind];
  const [table, key, ends, since] = [sql.table(of.table), sql.ref(of.key), sql.ref(of.ends), sql.ref(of.since)];
  const end = lastDay(ends);
  const left = sql<number>`${end} - ${today}::date`;
  const usual = reminderStepOf(left, LIMITS.samlReminderDays);
  const step =
    kind === 'metadata'
      ? sql<number>`case when e.metadata_url is null then ${usual} else ${reminderStepOf(left, [METADATA_DAYS])} end`
      : usual;
  // What was due before it was added is not said: whoever added it knows.
  const isLater = sql<boolean>`${end} - ${step} > (${since} at time zone 'UTC')::date`;
  const isNews =
    kind === 'metadata'
      ? sql<boolean>`case when e.metadata_url is null then ${isLater} else ${metadataEnds('e', today)} end`
      : isLater;
  const soon = new Date(now.getTime() + (Math.max(...LIMITS.samlReminderDays) + 1) * 86_400_000);
  return runtime.db.transaction().execute(async (tx) => {
    const { rows } = await sql<Ending & { key: string }>`
      select ${key}::text as key, e.account_id, a.display_name as account_name, a.system_account,
        ${name} as name, ${end} as end_date
      from ${table} e join account a on a.id = e.account_id
      where ${ends} >= ${now} and ${ends} < ${soon} and ${counts} and a.saml_sign_in and ${isOpen('a', today)}
        and not ${isUnconfirmed('a')} and (e.reminded_days is null or e.reminded_days > ${step}) and ${isNews}
      order by ${ends}, e.account_id limit 1 for no key update of e skip locked`.execute(tx);
    const one = rows[0];
    if (!one) return false;
    const { numAffectedRows } = await sql`update ${table} e set reminded_days = ${step}
      where e.account_id = ${one.account_id} and ${key}::text = ${one.key}`.execute(tx);
    // Else the same would be due again at once, and mailed without end.
    if (numAffectedRows !== 1n) throw new Error(`A reminder of a SAML ${kind} could not be noted down`);
    for (const person of await administratorsOf(tx, one.account_id))
      await remind(runtime, tx, kind, one, person, today);
    return true;
  });
}

const remind = (
  runtime: Runtime,
  tx: Db,
  kind: Kind,
  ending: Ending,
  person: Addressee,
  today: string,
): Promise<void> =>
  mailAddressee(tx, runtime, person, {
    kind: `saml-${kind}-ending`,
    page: `${ending.system_account ? 'settings' : `accounts/${ending.account_id}`}/createAccountSignIn`,
    today,
    day: ending.end_date,
    params: () => ({
      account: ending.account_name,
      [kind === 'metadata' ? 'provider' : 'certificate']: ending.name,
    }),
  });
