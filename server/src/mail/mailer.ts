import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import { failureOf, OutsideFailure } from '../outside/failure.ts';
import { reach } from '../outside/reach.ts';
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
 * §4.2.1, 5yz). What it refuses of this sender is no such answer: it holds for every mail, until somebody has mended
 * that.
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
    ...('host' in connection && { getSocket: byConnectionTo(connection) }),
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
        throw notSent(error as Refusal);
      }
    },
    close: () => transport.close(),
  };
}

type GetSocket = (options: unknown, done: (error: Error | null, socket?: { connection: Socket }) => void) => unknown;

const byConnectionTo =
  (where: { host: string; port: number }): GetSocket =>
  async (_options, done) => {
    let connection: Socket;
    try {
      connection = await connectTo(where);
    } catch (error) {
      return done(error as Error);
    }
    done(null, { connection });
  };

/**
 * Connects to a mail server that administrators have named: also in the own network, but to no address where nothing
 * that is meant stands, whatever its name means by now.
 */
async function connectTo({ host, port }: { host: string; port: number }): Promise<Socket> {
  const deadline = AbortSignal.timeout(PATIENCE.connectionTimeout);
  const { lookup } = await reach(host, true, deadline).catch((error: unknown) => {
    const isForbidden = error instanceof OutsideFailure && error.reason === 'forbidden-address';
    throw isForbidden ? new Error(`${host} is at an address where no mail server may stand.`) : error;
  });
  const socket = connect({ host, port, lookup, autoSelectFamily: true });
  // Whoever takes it listens from then on.
  socket.on('error', () => undefined);
  try {
    await once(socket, 'connect', { signal: deadline });
    return socket;
  } catch (error) {
    socket.destroy();
    const why = deadline.aborted ? `${host} has taken no connection in time.` : failureOf(error).detail;
    throw new Error(why, { cause: error });
  }
}

const oneLine = (text: string): string => text.replace(/[\p{Cc}]+/gu, ' ').slice(0, 500);

/** As nodemailer tells of it: after which command, and what the mail server said. */
type Refusal = Error & { command?: string; responseCode?: number; response?: string };

/** After these a server speaks of the recipient or of the message; before them of whoever sends, and how. */
const ABOUT_THIS_MAIL = new Set(['RCPT TO', 'DATA']);
/** "Out of turn" and "sign in first": of the session, whatever the mail (RFC 5321, 4.2.4; RFC 4954, 6). */
const ABOUT_THE_SESSION = new Set([503, 530]);
/** Of the sender's address, of the protocol, of what is allowed to whom (RFC 3463, 3.2, 3.6, 3.8). */
const ABOUT_THE_SENDER = /^\d{3}[ -]5\.(?:1\.[78]|[57]\.\d{1,3})\b/;

function notSent({ message, command = '', responseCode = 0, response = '' }: Refusal): NotSent {
  const forGood =
    responseCode >= 500 &&
    ABOUT_THIS_MAIL.has(command) &&
    !ABOUT_THE_SESSION.has(responseCode) &&
    !ABOUT_THE_SENDER.test(response);
  return new NotSent(oneLine(message), forGood);
}
