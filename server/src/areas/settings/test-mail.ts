/** A mail by which an administrator sees whether the mail server takes mail. */
import { NotSent, openMailer } from '../../mail/mailer.ts';
import { newId } from '../../ids.ts';
import type { MailServer } from '../../platform-settings/mail-server-store.ts';

type Test = { to: string; name: string; now: Date };

/** What the server said, in its own words: it is no mail of the platform, so nothing waits in the outbox. */
export async function sendTest(
  server: MailServer,
  { to, name, now }: Test,
): Promise<{ accepted: boolean; answer: string }> {
  const mailer = openMailer(server);
  try {
    const text = `Signet can send mail. ${name} has asked for this message.\n`;
    return {
      accepted: true,
      answer: await mailer.send({ id: newId(), createdAt: now, to, subject: 'Signet: test', text }),
    };
  } catch (error) {
    if (!(error instanceof NotSent)) throw error;
    return { accepted: false, answer: error.message };
  } finally {
    mailer.close();
  }
}
