import type { mail, MailRow } from '@signet/contract/areas/mail';
import type { QueryOf } from '@signet/contract/endpoint';
import { storedDateTime } from '@signet/contract/dates';
import type { ListOf } from '@signet/contract/paging';
import { notFound, Problem } from '@signet/contract/problem';
import { whyNotResend } from '@signet/contract/rules';
import { sql, type RawBuilder } from 'kysely';
import { allOf, holds, listPage, orderBy } from '../../db/list.ts';
import type { Db } from '../../db/open.ts';
import { enqueueMail, mailSeal } from '../../mail/queue.ts';
import type { Seal } from '../../secrets.ts';

/**
 * Outgoing mail belongs to the platform as a whole: the endpoints admit system scope alone, so no predicate is needed
 * here.
 */
type ListQuery = QueryOf<typeof mail.list>;
type Row = Omit<MailRow, 'created_at' | 'sent_at'> & { created_at: Date; sent_at: Date | null };

const COLUMNS = sql`m.id, m.created_at, m.sent_at, m.recipient as to, m.subject, m.kind, m.status, m.attempts, m.error`;
const SORT_COLUMNS: Record<string, RawBuilder<unknown>> = {
  created_at: sql`m.created_at`,
  to: sql`m.recipient`,
  status: sql`m.status`,
};

const shown = (row: Row): MailRow => ({
  ...row,
  created_at: storedDateTime(row.created_at),
  sent_at: row.sent_at && storedDateTime(row.sent_at),
});

/** One page of the outbox, newest first unless sorted otherwise. `to` finds any part of an address. */
export function listMail(db: Db, query: ListQuery): Promise<ListOf<MailRow>> {
  const wanted: RawBuilder<boolean>[] = [];
  if (query.to) wanted.push(holds(sql`lower(m.recipient)`, query.to));
  if (query.status) wanted.push(sql<boolean>`m.status = ${query.status}`);
  const sort = query.sort.length > 0 ? query.sort : ['created_at:desc'];
  return listPage<Row, MailRow>(db, query, {
    from: sql`mail m`,
    id: sql`m.id`,
    where: allOf(wanted),
    order: orderBy(sort, SORT_COLUMNS, sql`m.id`),
    columns: COLUMNS,
    row: shown,
  });
}

/** One mail with its text, which is null once it has been sent. Throws 404. */
export async function readMail(db: Db, seal: Seal, id: string): Promise<MailRow & { text: string | null }> {
  const { rows } = await sql<
    Row & { body_sealed: Buffer | null }
  >`select ${COLUMNS}, m.body_sealed from mail m where m.id = ${id}`.execute(db);
  const row = rows[0];
  if (!row) throw notFound();
  const { body_sealed, ...rest } = row;
  return { ...shown(rest), text: body_sealed && seal.open(body_sealed, mailSeal(rest.id)).toString('utf8') };
}

/**
 * Has a held, failed or waiting mail tried again at once. Answers what it was. Throws 404 and what whyNotResend says.
 */
export async function requeueMail(
  tx: Db,
  id: string,
  hasMailServer: boolean,
): Promise<{ id: string; subject: string; status: MailRow['status'] }> {
  const mail = await tx
    .selectFrom('mail')
    .select(['id', 'subject', 'status', 'body_sealed'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!mail) throw notFound();
  const reason = whyNotResend(mail.body_sealed ? mail.status : 'sent', hasMailServer);
  if (reason) throw new Problem(reason.status);
  await tx.updateTable('mail').set({ status: 'queued' }).where('id', '=', mail.id).execute();
  await enqueueMail(tx, mail.id);
  return { id: mail.id, subject: mail.subject, status: mail.status };
}
