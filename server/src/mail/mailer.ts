import { createTransport } from 'nodemailer';
import type { MailServer } from '../platform-settings/mail-server-store.ts';

/**
 * One mail as the mail server gets it. `id` makes its Message-ID, so that a repeated try is known to be the same mail.
 */
export type Outgoing = { id: string; createdAt: Date; to: string; subject: string; text: string };

/** Hands mails to a mail server. */
export type Mailer = {
  /** Answers what the mail server said. Throws {@link NotSent}. */
  send(mail: Outgoing): Promise<string>;
  close(): void;
};

/**
 * The mail server did not take it. `forGood`: it has refused this very mail, so that trying again is no use (RFC 5321
 * §4.2.1, 5yz).
 */
export class NotSent extends Error {
  readonly forGood: boolean;
  constructor(message: string, forGood: boolean) {
    super(message);
    this.forGood = forGood;
  }
}

/** Longest time without progress, in milliseconds: a job must not hang on a server that has fallen silent. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Opens no connection yet. */
export function openMailer({ sender: from, connection }: MailServer): Mailer {
  const host = from.address.split('@').at(-1) ?? 'localhost';
  const transport = createTransport({
    ...connection,
    ...PATIENCE,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ id, createdAt, to, subject, text }) {
      try {
        const { response } = await transport.sendMail({
          from,
          // An object: a string would be parsed, and could name further recipients.
          to: { name: '', address: to },
          subject,
          text,
          date: createdAt,
          messageId: `<${id}@${host}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return oneLine(response);
      } catch (error) {
        throw notSent(error as Error & { code?: string; responseCode?: number });
      }
    },
    close: () => transport.close(),
  };
}

const oneLine = (text: string): string => text.replace(/[\p{Cc}]+/gu, ' ').slice(0, 500);

function notSent({ message, code, responseCode }: Error & { code?: string; responseCode?: number }): NotSent {
  const aboutThisMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  return new NotSent(oneLine(message), aboutThisMail && responseCode !== undefined && responseCode >= 500);
}
