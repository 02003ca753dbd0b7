import type { mail, MailRow } from '@signet/contract/areas/mail';
import { MAIL_FILTERS, type MAIL_SORT } from '@signet/contract/areas/mail-record';
import type { QueryOf } from '@signet/contract/endpoint';
import type { FilterValues } from '@signet/contract/filter';
import type { ListOf } from '@signet/contract/paging';
import { notFound, Problem } from '@signet/contract/problem';
import { whyNotResend } from '@signet/contract/rules';
import { sql } from 'kysely';
import type { Selection } from '../../bulk/act.ts';
import { answered } from '../../db/columns.ts';
import { contains, listQuery, listPage, type FilterConditions } from '../../db/list.ts';
import type { ListQuery } from '../../db/list-query.ts';
import type { Db } from '../../db/open.ts';
import { keptRows } from '../../db/row-count-store.ts';
import { isGivenUp } from '../../mail/given-up.ts';
import { enqueueMail, mailSeal } from '../../mail/queue.ts';
import type { Seal } from '../../secrets.ts';

/**
 * Outgoing mail belongs to the platform as a whole: the endpoints admit system scope alone, so no predicate is needed
 * here.
 */
type MailQuery = QueryOf<typeof mail.list>;
type Row = Omit<MailRow, 'created_at' | 'sent_at'> & { created_at: Date; sent_at: Date | null };

const COLUMNS = sql`m.id, m.created_at, m.sent_at, m.recipient as to, m.subject, m.kind, m.status, m.attempts, m.error`;
const SORTS = {
  created_at: sql`m.created_at`,
  to: sql`m.recipient`,
  status: sql`m.status`,
} satisfies Record<(typeof MAIL_SORT)[number], unknown>;

const EVERY = sql<boolean>`true`;

/** `to` finds any part of an address, whatever its accents. */
const conditionsAt = (now: Date): FilterConditions<typeof MAIL_FILTERS> => ({
  to: (text) => contains(sql`folded(m.recipient)`, text),
  status: (status) => (status === 'given_up' ? isGivenUp(now) : sql<boolean>`m.status = ${status}`),
});

/** One page of the outbox, newest first unless sorted otherwise. */
export const listMail = (db: Db, query: MailQuery, now: Date): Promise<ListOf<MailRow>> =>
  listPage(db, query, mailList(query, now));

/** Which mails a plan is for. */
export type MailSelection = Selection<FilterValues<typeof MAIL_FILTERS>>;

/** The chosen mails as the list would show them, newest first, at most `most`; to whom is what tells them apart. */
export async function mailTargets(
  db: Db,
  { ids, filters = {} }: MailSelection,
  most: number,
  now: Date,
): Promise<(Pick<MailRow, 'id' | 'status'> & { name: string })[]> {
  const { from, where, order } = mailList({ ...filters, sort: [], id: ids && [...ids] }, now);
  const { rows } = await sql<Pick<MailRow, 'id' | 'status'> & { name: string }>`
    select m.id, m.status, m.recipient || ': ' || m.subject as name from ${from}
    where ${where} order by ${order} limit ${most}`.execute(db);
  return rows;
}

type Asked = FilterValues<typeof MAIL_FILTERS> & { sort: readonly string[]; id?: readonly string[] | undefined };

const mailList = (query: Asked, now: Date): ListQuery<Row, MailRow> =>
  listQuery(
    {
      from: sql`mail m`,
      id: sql`m.id`,
      columns: COLUMNS,
      row: answered<Row>,
      visible: EVERY,
      filters: MAIL_FILTERS,
      conditions: conditionsAt(now),
      sorts: SORTS,
      defaultSort: 'created_at:desc',
      kept: keptRows('mail', { scope: 'system' }, () => EVERY),
    },
    query,
  );

/** One mail with its text, which is null once it has been sent. Throws 404. */
export async function readMail(db: Db, seal: Seal, id: string): Promise<MailRow & { text: string | null }> {
  const { rows } = await sql<
    Row & { body_sealed: Buffer | null }
  >`select ${COLUMNS}, m.body_sealed from mail m where m.id = ${id}`.execute(db);
  const row = rows[0];
  if (!row) throw notFound();
  const { body_sealed, ...rest } = row;
  return { ...answered(rest), text: body_sealed && seal.open(body_sealed, mailSeal(rest.id)).toString('utf8') };
}

/**
 * Has a held, failed or waiting mail tried again at once. Answers what it was; `inHand` where it is being sent, which
 * holds its row for as long as the mail server takes, so that nothing is left to do. Throws 404 and what whyNotResend
 * says.
 */
export async function requeueMail(
  tx: Db,
  id: string,
  hasMailServer: boolean,
  now: Date,
): Promise<{ id: string; subject: string; status: MailRow['status']; inHand: boolean }> {
  const read = tx.selectFrom('mail').select(['id', 'subject', 'status', 'body_sealed']).where('id', '=', id);
  const free = await read.forUpdate().skipLocked().executeTakeFirst();
  const mail = free ?? (await read.executeTakeFirst());
  if (!mail) throw notFound();
  const reason = whyNotResend(mail.body_sealed ? mail.status : 'sent', hasMailServer);
  if (reason) throw new Problem(reason.status);
  const { subject, status } = mail;
  if (!free) return { id, subject, status, inHand: true };
  // One that is only brought forward has waited since it was queued.
  if (status !== 'queued')
    await tx
      .updateTable('mail')
      .set({ status: 'queued', queued_at: now, given_up_at: null })
      .where('id', '=', id)
      .execute();
  await enqueueMail(tx, id);
  return { id, subject, status, inHand: false };
}
