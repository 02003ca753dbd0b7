/** The sessions between pages and the assistant: begun by a handshake, then one message after the other. */
import type { z } from 'zod';
import { answerHandshake } from '@signet/contract/assistant/channel';
import { ChannelFault } from '@signet/contract/assistant/channel-keys';
import { fromBase64, toBase64 } from '@signet/contract/assistant/octets';
import {
  CHANNEL_VERSION,
  commandMessage,
  type answerBody,
  type CommandAnswer,
  type handshakeAnswer,
  type handshakeRequest,
  type requestBody,
} from '@signet/contract/assistant/wire';
import type { Bytes } from '@signet/contract/assistant/web-platform';
import type { ActivityLog } from '../activity-log.ts';
import type { Clock } from '../clock.ts';
import type { RunCommand } from '../commands/run-command.ts';
import { CommandRefusal, DoorRefusal } from '../refusal.ts';
import type { SiteStore } from '../sites/site-store.ts';
import type { Session } from './session.ts';
import { workUnderWay, type Patience } from './work.ts';

/** After so long without a message a session has ended, in milliseconds. */
const IDLE = 15 * 60_000;
/** So many sessions of one site, and so many that are not approved; the oldest makes room. */
const MOST_OF_SITE = 16;
const MOST_UNAPPROVED = 64;

export type Sessions = ReturnType<typeof openSessions>;
type Parts = { sites: SiteStore; log: ActivityLog; clock: Clock; patience: Patience; run: RunCommand };

export function openSessions({ sites, log, clock, patience, run }: Parts) {
  const sessions = new Map<string, Session>();

  function end(id: string): void {
    sessions.get(id)?.work.endAll();
    sessions.delete(id);
  }

  /** The order of a map is that of insertion: the first of these is the oldest. */
  function endOldest(left: number, which: (session: Session) => boolean): void {
    const ids = [...sessions].flatMap(([id, session]) => (which(session) ? [id] : []));
    for (const id of ids.slice(0, Math.max(0, ids.length - left))) end(id);
  }

  /** For a handshake, which proves nothing: it ends no session of a site that has proved to be approved. */
  function makeRoom(origin: string): void {
    const now = clock.now().getTime();
    for (const [id, { used }] of sessions) if (now - used > IDLE) end(id);
    endOldest(MOST_OF_SITE - 1, (session) => session.origin === origin && !isProved(session));
    endOldest(MOST_UNAPPROVED - 1, (session) => !isProved(session));
  }

  /** Throws {@link DoorRefusal} for a session that is not there, or whose site was forgotten meanwhile. */
  function sessionOf(origin: string, id: string): Session {
    const session = sessions.get(id);
    if (session?.origin !== origin || clock.now().getTime() - session.used > IDLE) {
      throw new DoorRefusal('UNKNOWN_SESSION');
    }
    if (session.pairing !== null && !sites.find(session.pairing, origin)) {
      end(id);
      log.write({ origin, what: 'request', result: 'SITE_NOT_APPROVED' });
      throw new DoorRefusal('SITE_NOT_APPROVED');
    }
    return session;
  }

  return {
    /** The handshake of a page, approved or not. */
    async begin(origin: string, request: z.output<typeof handshakeRequest>): Promise<z.output<typeof handshakeAnswer>> {
      if (request.channel_version !== CHANNEL_VERSION) throw new DoorRefusal('UNSUPPORTED_VERSION');
      const site = request.pairing === undefined ? null : sites.find(request.pairing, origin);
      const opening = {
        pageKey: fromBase64(globalThis, request.public_key),
        commitment: fromBase64(globalThis, request.commitment),
      };
      const known = site && { id: site.id, key: fromBase64(globalThis, site.key) };
      const { answer, channel } = await answerHandshake(globalThis, origin, opening, known).catch((error: unknown) => {
        throw error instanceof ChannelFault ? new DoorRefusal('INVALID_KEY') : error;
      });
      makeRoom(origin);
      const id = toBase64(globalThis, answer.session);
      sessions.set(id, {
        origin,
        channel,
        commitment: opening.commitment,
        pairing: site?.id ?? null,
        isInitialized: false,
        counter: 0,
        used: clock.now().getTime(),
        work: workUnderWay(patience),
      });
      return {
        channel_version: CHANNEL_VERSION,
        session: id,
        public_key: toBase64(globalThis, answer.assistantKey),
        nonce: toBase64(globalThis, answer.assistantNonce),
        ...(site && { pairing: site.id }),
      };
    },

    /** One message, and its answer. What can't be read changes nothing: nobody can end the session of another. */
    async take(origin: string, request: z.output<typeof requestBody>): Promise<z.output<typeof answerBody>> {
      const session = sessionOf(origin, request.session);
      const { channel } = session;
      const { counter } = request;
      if (counter !== session.counter + 1) throw new DoorRefusal('WRONG_COUNTER');
      const content = await channel.open(counter, fromBase64(globalThis, request.message)).catch((error: unknown) => {
        throw error instanceof ChannelFault ? new DoorRefusal('UNREADABLE_MESSAGE') : error;
      });
      // Asked once more: the same message may have come twice, and both were opened meanwhile.
      if (counter !== session.counter + 1) throw new DoorRefusal('WRONG_COUNTER');
      session.counter = counter;
      session.used = clock.now().getTime();
      const answer = await answerTo(session, content).catch((error: unknown) => {
        if (error instanceof CommandRefusal) return error.answer();
        throw error;
      });
      if (isProved(session)) endOldest(MOST_OF_SITE, (one) => one.origin === origin && isProved(one));
      const sealed = await channel.seal(counter, new TextEncoder().encode(JSON.stringify(answer)));
      return { counter, message: toBase64(globalThis, sealed) };
    },

    isQuiet: (): boolean => [...sessions.values()].every(({ work }) => work.isQuiet()),

    endAll(): void {
      for (const id of sessions.keys()) end(id);
    },
  };

  async function answerTo(session: Session, content: Bytes): Promise<CommandAnswer> {
    const message = commandMessage.safeParse(parseJson(content));
    if (!message.success) throw new CommandRefusal('INVALID_MESSAGE');
    if ('ticket' in message.data) return session.work.goOn(message.data.ticket);
    const { command, input } = message.data;
    return session.work.begin((signal) => run(session, command, input, signal));
  }
}

/** Whoever sends a message in a session with a pairing has its key: the id alone, others may have seen. */
const isProved = ({ pairing, counter }: Session): boolean => pairing !== null && counter > 0;

function parseJson(content: Bytes): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content));
  } catch {
    return null;
  }
}
