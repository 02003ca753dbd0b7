/** The mail that brought the link of an enrollment: which one it is, and what has become of it. */
import type { Enrollment } from '@signet/contract/areas/enrollments';
import type { MailRow } from '@signet/contract/areas/mail';
import { storedDateTime } from '@signet/contract/dates';
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** As `MAILED` reads it of `enrollment e left join mail m`. */
export type Mailed = { mail_status: MailRow['status'] | null; mail_sent_at: Date | null };
export const MAILED = sql`m.status as mail_status, m.sent_at as mail_sent_at`;

export const mailOf = ({ mail_status: status, mail_sent_at: at }: Mailed): Enrollment['mail'] =>
  status && { status, sent_at: at && storedDateTime(at) };

/** Keeps which mail has its link now; answers what becomes of that. */
export async function keepMail(tx: Db, id: string, mailId: string): Promise<Enrollment['mail']> {
  const { rows } = await sql<Mailed>`update enrollment e set mail_id = m.id from mail m
    where e.id = ${id} and m.id = ${mailId} returning ${MAILED}`.execute(tx);
  return rows[0] ? mailOf(rows[0]) : null;
}
