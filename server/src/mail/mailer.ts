import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';

/**
 * One mail as the mail server gets it. `id` makes its Message-ID, so that a repeated try is known to be the same mail.
 */
export type Outgoing = { id: string; createdAt: Date; to: string; subject: string; text: string };

/** Hands mails to the mail server of SMTP_URL. */
export type Mailer = {
  /** Throws {@link NotSent}. */
  send(mail: Outgoing): Promise<void>;
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

/** A mailer, or null when no mail server is configured. Opens no connection yet. */
export function openMailer(config: Config): Mailer | null {
  if (config.SMTP_URL === undefined) return null;
  const from = config.MAIL_FROM;
  const host = from.address.split('@').at(-1) ?? 'localhost';
  const transport = createTransport({
    url: config.SMTP_URL,
    ...PATIENCE,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ id, createdAt, to, subject, text }) {
      try {
        await transport.sendMail({
          from,
          // An object: a string would be parsed, and could name further recipients.
          to: { name: '', address: to },
          subject,
          text,
          date: createdAt,
          messageId: `<${id}@${host}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        throw notSent(error as Error & { code?: string; responseCode?: number });
      }
    },
    close: () => transport.close(),
  };
}

function notSent({ message, code, responseCode }: Error & { code?: string; responseCode?: number }): NotSent {
  const aboutThisMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  return new NotSent(
    message.replace(/[\p{Cc}]+/gu, ' ').slice(0, 500),
    aboutThisMail && responseCode !== undefined && responseCode >= 500,
  );
}
