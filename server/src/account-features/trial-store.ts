/**
 * Trials end by themselves: the account's administrators are told some days before, and when the last day is over the
 * trial is switched off and they are told again. Each step is a transaction of one trial, under the lock of its row, so
 * that it is done once, whatever is cut off and however many processes look.
 */
import { ACCESS } from '@signet/contract/access';
import { TRIAL_ACCOUNT } from '@signet/contract/areas/feature-catalogue';
import { payloadDate } from '@signet/contract/dates';
import { LIMITS } from '@signet/contract/limits';
import { sql, type RawBuilder } from 'kysely';
import { BY_SYSTEM, recordAudit } from '../audit/record.ts';
import { inService } from '../db/in-service.ts';
import type { Db } from '../db/open.ts';
import { isUnconfirmed } from '../db/unconfirmed.ts';
import { newId } from '../ids.ts';
import { mailAddressee, type Addressee } from '../mail/addressee.ts';
import type { Runtime } from '../runtime.ts';
import { text } from '../texts.ts';

type Trial = { account_id: string; app_code: string; end_date: string; account_name: string };

/** How many trials were told of, and how many ended. */
export type TrialsDone = { announced: number; ended: number };

/** Does what is due today for all trials. Safe to run at any time, in several processes at once. */
export async function endTrials(runtime: Runtime): Promise<TrialsDone> {
  const today = payloadDate(runtime.clock.now());
  const isOver = sql<boolean>`f.end_date < ${today}::date`;
  const isNear = sql<boolean>`f.end_date between ${today}::date and ${today}::date + ${LIMITS.trialNoticeDays}::int
    and f.announced_end is distinct from f.end_date and ${inService('a', today)}`;
  return {
    ended: await each(runtime, isOver, (tx, trial) => endTrial(runtime, tx, trial)),
    announced: await each(runtime, isNear, (tx, trial) => announceEnd(runtime, tx, trial, today)),
  };
}

/** Does it to each trial that is due, the soonest first, until there is none. What is done to one makes it not due. */
async function each(
  { db }: Runtime,
  isDue: RawBuilder<boolean>,
  perform: (tx: Db, trial: Trial) => Promise<void>,
): Promise<number> {
  const next = (): Promise<boolean> =>
    db.transaction().execute(async (tx) => {
      const { rows } = await sql<Trial>`
        select f.account_id, f.app_code, f.end_date, a.display_name as account_name
        from account_feature f join account a on a.id = f.account_id
        where f.end_date is not null and f.feature_id = ${TRIAL_ACCOUNT} and a.deleted_at is null
          and not ${isUnconfirmed('a')} and ${isDue}
        order by f.end_date limit 1 for update of f skip locked`.execute(tx);
      if (rows[0]) await perform(tx, rows[0]);
      return rows[0] !== undefined;
    });
  let done = 0;
  while (await next()) done += 1;
  return done;
}

async function endTrial(runtime: Runtime, tx: Db, trial: Trial): Promise<void> {
  const now = runtime.clock.now();
  const { account_id, app_code, end_date } = trial;
  await sql`update account_feature set enabled = false, end_date = null, ended_on = ${end_date}::date,
      version = version + 1, updated_at = ${now}, updated_by = null
    where account_id = ${account_id} and app_code = ${app_code} and feature_id = ${TRIAL_ACCOUNT}`.execute(tx);
  const before = { enabled: true, end_date };
  const after = { enabled: false, end_date: null };
  await recordAudit(
    tx,
    {
      id: newId(),
      at: now,
      action: 'UPDATE',
      resource_type: 'FEATURE',
      resource_id: account_id,
      resource_name: `${app_code}/${TRIAL_ACCOUNT}`,
      account_id,
      ...BY_SYSTEM,
      result: 'success',
      message: null,
      before,
      after,
    },
    runtime,
  );
  await tell(runtime, tx, trial, 'trial-ended', payloadDate(now));
}

async function announceEnd(runtime: Runtime, tx: Db, trial: Trial, today: string): Promise<void> {
  const { account_id, app_code, end_date } = trial;
  await sql`update account_feature set announced_end = ${end_date}::date
    where account_id = ${account_id} and app_code = ${app_code} and feature_id = ${TRIAL_ACCOUNT}`.execute(tx);
  await tell(runtime, tx, trial, 'trial-ending', today);
}

/** Writes to those of the account who may manage it, each in their own language. */
async function tell(runtime: Runtime, tx: Db, trial: Trial, kind: string, today: string): Promise<void> {
  const { rows } = await sql<Addressee>`
    select u.id, u.email, u.locale, u.date_format, u.name
    from user_account m join app_user u on u.id = m.user_id
    where m.account_id = ${trial.account_id} and u.deleted_at is null and u.active and not u.service_user
      and u.access_scope in ('partner', 'account')
      and exists (select from user_role g join role r on r.id = g.role_id
        where g.user_id = u.id and r.deleted_at is null and r.permissions @> ${[...ACCESS.accounts.edit.all]}::text[])
    order by u.id limit ${LIMITS.trialNoticePeople}`.execute(tx);
  for (const person of rows)
    await mailAddressee(tx, runtime, person, {
      kind,
      page: `accounts/${trial.account_id}#features`,
      today,
      day: trial.end_date,
      params: (locale) => ({ account: trial.account_name, product: text(locale, `product.${trial.app_code}`) }),
    });
}
