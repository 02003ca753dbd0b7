import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** What the sink says to a mail: null takes it, a number is an SMTP reply code. Asked once the text has arrived. */
type Verdict = (mail: Email) => number | null | Promise<number | null>;

/** One mail as it arrived: the recipients of the envelope, the message as text, and what it says. */
export type Arrived = { to: string[]; raw: string; mail: Email };

/** Commands of SMTP that the sink can refuse before any text arrives. */
type Command = 'MAIL FROM' | 'RCPT TO';

export type SmtpSink = Awaited<ReturnType<typeof openSmtpSink>>;

/** A real SMTP server on 127.0.0.1 that keeps what it takes. `port` 0 finds a free one. */
export async function openSmtpSink(port = 0) {
  const arrived: Arrived[] = [];
  /** Everything that was offered, taken or not. */
  const offered: Arrived[] = [];
  let judge: Verdict = () => null;
  const refused = new Map<Command, string>();
  const answerTo = (command: Command): Error | null => {
    const [, code, words] = /^(\d{3}) (.+)$/.exec(refused.get(command) ?? '') ?? [];
    return code === undefined ? null : Object.assign(new Error(words), { responseCode: Number(code) });
  };
  const take = async (to: string[], raw: string, done: (error: Error | null) => void): Promise<void> => {
    const one = { to, raw, mail: await PostalMime.parse(raw) };
    offered.push(one);
    const code = await judge(one.mail);
    if (code === null) arrived.push(one);
    done(code === null ? null : Object.assign(new Error('The sink refuses.'), { responseCode: code }));
  };
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 1000,
    // What it says to a command is said by the test alone.
    hideENHANCEDSTATUSCODES: true,
    onMailFrom: (_address, _session, done) => done(answerTo('MAIL FROM')),
    onRcptTo: (_address, _session, done) => done(answerTo('RCPT TO')),
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const raw = Buffer.concat(parts).toString('utf8');
        void take(
          session.envelope.rcptTo.map(({ address }) => address),
          raw,
          done,
        );
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready));
  const bound = (server.server.address() as AddressInfo).port;
  return {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    arrived,
    offered,
    /** Decides what happens to the mails from now on. */
    answer(verdict: Verdict) {
      judge = verdict;
    },
    /** Answers a command with a reply such as `550 5.1.8 No.` from now on; without one it is taken again. */
    refuse(command: Command, reply?: string) {
      if (reply === undefined) refused.delete(command);
      else refused.set(command, reply);
    },
    close: () => new Promise<void>((closed) => server.close(closed)),
  };
}
