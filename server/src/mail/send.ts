import type { Db } from '../db/open.ts';
import type { Runtime } from '../runtime.ts';
import { NotSent, type Mailer } from './mailer.ts';
import { mailSeal } from './queue.ts';

/** What a try works with. `lastTry`: nobody will try again by himself. */
export type SendOptions = {
  runtime: Pick<Runtime, 'db' | 'seal' | 'clock' | 'log'>;
  mailer: Mailer | null;
  lastTry: boolean;
};

/**
 * Sends one mail of the outbox: under its row's lock, so that of two tries at once the second finds it sent. A sent
 * mail loses its text. Throws when it was not sent and another try may help; otherwise the row says what happened.
 * Only a crash between the mail server's yes and the commit can send twice, then with the same Message-ID.
 */
export async function sendMail(id: string, { runtime, mailer, lastTry }: SendOptions): Promise<void> {
  const { db, seal, clock, log } = runtime;
  const failure = await db.transaction().execute(async (tx) => {
    const mail = await tx.selectFrom('mail').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!mail?.body_sealed || mail.status === 'sent') return null;
    if (!mailer) return holdMail(tx, id);
    try {
      const text = seal.open(mail.body_sealed, mailSeal(id)).toString('utf8');
      await mailer.send({ id, createdAt: mail.created_at, to: mail.recipient, subject: mail.subject, text });
    } catch (error) {
      const isRefused = error instanceof NotSent && error.forGood;
      const ended = lastTry || isRefused;
      const message = (error as Error).message;
      await tx
        .updateTable('mail')
        .set({
          status: ended ? 'failed' : 'queued',
          attempts: mail.attempts + 1,
          error: message,
          given_up_at: lastTry && !isRefused ? clock.now() : null,
        })
        .where('id', '=', id)
        .execute();
      return { message, ended };
    }
    await tx
      .updateTable('mail')
      .set({
        status: 'sent',
        sent_at: clock.now(),
        body_sealed: null,
        attempts: mail.attempts + 1,
        error: null,
        given_up_at: null,
      })
      .where('id', '=', id)
      .execute();
    return null;
  });
  if (!failure) return;
  log.warn({ mail: id, reason: failure.message, ended: failure.ended }, 'mail not sent');
  if (!failure.ended) throw new Error(failure.message);
}

/** The mail server was taken out of the configuration: administrators can still read the mail. */
async function holdMail(tx: Db, id: string): Promise<null> {
  await tx.updateTable('mail').set({ status: 'held' }).where('id', '=', id).execute();
  return null;
}
