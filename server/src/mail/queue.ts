import { DEFAULT_LOCALE, isLocale } from '@signet/contract/locales';
import { Problem, type ReasonParams } from '@signet/contract/problem';
import { whyNotEmail } from '@signet/contract/rules';
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { newId } from '../ids.ts';
import { hasMailServer } from '../platform-settings/mail-server-store.ts';
import type { Runtime } from '../runtime.ts';
import { text } from '../texts.ts';

/** The job that sends one mail; its payload is `{ id }`. */
export const MAIL_JOB = 'mail.send';

/**
 * Tries before a mail counts as failed. With the queue's growing pauses (e, e², … seconds) the last is some three hours
 * later.
 */
const MAIL_ATTEMPTS = 10;

/** Sooner than others: somebody waits for it in front of a page. The queue takes the lowest first; others have 0. */
const AWAITED = -5;

/**
 * One mail to write. `kind` names its texts, `mail.<kind>.subject` and `mail.<kind>.text`; `link` fills `{link}` in
 * them.
 */
export type Letter = {
  /** The bare address of the one recipient. */
  to: string;
  /** The language of the recipient; English when it is none of ours. */
  locale: string;
  kind: string;
  /** Whom it is about; null where nobody is. */
  userId: string | null;
  link?: string;
  params?: ReasonParams;
  /** True where somebody waits for it: it goes before others. */
  awaited?: boolean;
};

/** What seals the text of one mail to its row. */
export const mailSeal = (id: string): string => `mail:${id}`;

/** One line: control characters and line separators, by which a name could add headers, become spaces. */
const oneLine = (value: string): string => value.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/**
 * Writes a mail into the outbox, in the caller's transaction: there is no mail without the change that it tells of.
 * With a mail server it is sent by a job of the same transaction; without one it is held for administrators to read.
 * Answers the mail's id. Throws NO_MAIL_ADDRESS where `to` is none.
 */
export async function queueMail(tx: Db, runtime: Runtime, letter: Letter): Promise<string> {
  const { to, kind, userId, link } = letter;
  if (whyNotEmail(to)) throw new Problem('NO_MAIL_ADDRESS');
  const locale = isLocale(letter.locale) ? letter.locale : DEFAULT_LOCALE;
  const params = { ...letter.params, ...(link === undefined ? {} : { link }) };
  const id = newId();
  const now = runtime.clock.now();
  const body = text(locale, `mail.${kind}.text`, params);
  const queued = await hasMailServer({ db: tx, config: runtime.config });
  await tx
    .insertInto('mail')
    .values({
      id,
      created_at: now,
      recipient: to,
      subject: oneLine(text(locale, `mail.${kind}.subject`, params)),
      body_sealed: runtime.seal.seal(Buffer.from(body), mailSeal(id)),
      kind,
      locale,
      user_id: userId,
      status: queued ? 'queued' : 'held',
      queued_at: queued ? now : null,
    })
    .execute();
  if (queued) await enqueueMail(tx, id, letter.awaited);
  return id;
}

/** The same for what is done whether or not somebody can be told of it: whoever can't be written to is not told. */
export async function tellByMail(tx: Db, runtime: Runtime, letter: Letter): Promise<void> {
  if (!whyNotEmail(letter.to)) await queueMail(tx, runtime, letter);
}

/** Has a mail sent as soon as the transaction is committed; a try that waits is brought forward. */
export async function enqueueMail(tx: Db, id: string, awaited = false): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${MAIL_JOB}, json_build_object('id', ${id}::text), priority => ${awaited ? AWAITED : 0}::int,
    max_attempts => ${MAIL_ATTEMPTS}::int, job_key => ${`${MAIL_JOB}:${id}`}
  )`.execute(tx);
}
