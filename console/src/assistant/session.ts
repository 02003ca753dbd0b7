/** One session with the assistant: handshake, approval by the person where it is needed, then commands in turn. */
import { beginHandshake, type Pairing } from '@signet/contract/assistant/channel';
import { ChannelFault } from '@signet/contract/assistant/channel-keys';
import { COMMAND_SCHEMAS, type OfferedCommand } from '@signet/contract/assistant/commands';
import { fromBase64, toBase64 } from '@signet/contract/assistant/octets';
import { CHANNEL_VERSION, commandAnswer, type CommandAnswer } from '@signet/contract/assistant/wire';
import type { z } from 'zod';
import { DoorRefused, FOREIGN_PROGRAM, postHandshake, postMessage } from './door.ts';
import type { Surroundings } from './surroundings.ts';
import { TimedOut } from './times.ts';

type Inputs = { [C in OfferedCommand]: z.input<(typeof COMMAND_SCHEMAS)[C]['input']> };
type Outputs = { [C in OfferedCommand]: z.output<(typeof COMMAND_SCHEMAS)[C]['output']> };
const OUTPUTS: { [C in OfferedCommand]: { output: z.ZodType<Outputs[C]> } } = COMMAND_SCHEMAS;

/** What a command takes, and what it answers. */
export type CommandInput<C extends OfferedCommand> = Inputs[C];
export type CommandResult<C extends OfferedCommand> = Outputs[C];

/** A command was refused; `status` is of COMMAND_STATUSES, or one that a newer assistant has. */
export class AssistantProblem extends Error {
  override readonly name = 'AssistantProblem';
  readonly status: string;
  readonly fields: Readonly<Record<string, string>>;
  /** In seconds, where trying again makes no sense before. */
  readonly retryAfter: number | null;
  constructor(status: string, message: string, more: { fields?: Record<string, string>; retryAfter?: number } = {}) {
    super(message);
    this.status = status;
    this.fields = more.fields ?? {};
    this.retryAfter = more.retryAfter ?? null;
  }
}

/** The assistant does not know the session, or can't read it. The command was not run; another session may be begun. */
export class SessionLost extends Error {
  readonly status: string;
  constructor(status: string) {
    super('The session is over.');
    this.status = status;
  }
}

/** The answer was not sealed by the assistant. The command may have been run. */
export class AnswerAltered extends Error {}

/** The session ended while the command waited for the person. It may have been run. */
export class LostMeanwhile extends Error {}

/** No handshake came about, or none that both ends understood alike; `status` as the door said it, where it did. */
export class HandshakeFailed extends Error {
  readonly status: string | null;
  constructor(status: string | null) {
    super('The handshake failed.');
    this.status = status;
  }
}

/**
 * Who answers does not have the key of the pairing that this browser keeps. The person has to say whether it may be
 * paired with: nothing that it answers proves who it is.
 */
export class OtherAssistant extends Error {}

export type Session = Awaited<ReturnType<typeof openSession>>;

/** A door that says these has not run the command, and will not know the session again. */
const OVER = new Set(['UNKNOWN_SESSION', 'WRONG_COUNTER', 'UNREADABLE_MESSAGE', 'SITE_NOT_APPROVED']);
const FOREIGN = new Set(['FOREIGN_HOST', 'FOREIGN_ORIGIN', FOREIGN_PROGRAM]);

/** Whether the assistant refuses the name under which it is asked, or the page that asks. */
export const isForeign = (status: string | null): boolean => status !== null && FOREIGN.has(status);

async function shakeHands(surroundings: Surroundings, pairing: Pairing | null) {
  const begun = await beginHandshake(globalThis, surroundings.origin, pairing);
  const { opening, nonce } = begun;
  const answer = await postHandshake(surroundings, {
    channel_version: CHANNEL_VERSION,
    public_key: toBase64(globalThis, opening.pageKey),
    commitment: toBase64(globalThis, opening.commitment),
    ...(pairing && { pairing: pairing.id }),
  });
  const channel = await begun.finish({
    session: fromBase64(globalThis, answer.session),
    assistantKey: fromBase64(globalThis, answer.public_key),
    assistantNonce: fromBase64(globalThis, answer.nonce),
    pairing: answer.pairing ?? '',
  });
  if (pairing && answer.pairing === undefined) throw new OtherAssistant('The assistant does not know the pairing.');
  return { channel, nonce, session: answer.session };
}

/** @throws {@link HandshakeFailed}, {@link OtherAssistant}; TimedOut and TypeError: nobody answers any more */
async function handshake(surroundings: Surroundings, pairing: Pairing | null) {
  try {
    return await shakeHands(surroundings, pairing);
  } catch (error) {
    if (error instanceof OtherAssistant || error instanceof TimedOut || error instanceof TypeError) throw error;
    throw new HandshakeFailed(error instanceof DoorRefused ? error.status : null);
  }
}

/**
 * Agrees on keys. Nothing may be asked before `initialize`, which shows the person a number where they have not
 * approved the site yet.
 * @throws {@link HandshakeFailed}, {@link OtherAssistant}, TimedOut, TypeError
 */
export async function openSession(surroundings: Surroundings) {
  const kept = surroundings.kept.read();
  /** Whether both have a key from before, with which alone the other end can read what is said. */
  const isKnown = kept !== null;
  const { channel, nonce, session } = await handshake(surroundings, kept);
  let counter = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function say(content: unknown): Promise<CommandAnswer> {
    counter += 1;
    const message = await channel.seal(counter, new TextEncoder().encode(JSON.stringify(content)));
    const sent = { session, counter, message: toBase64(globalThis, message) };
    try {
      const answer = await postMessage(surroundings, sent);
      const opened = await channel.open(counter, fromBase64(globalThis, answer.message));
      return commandAnswer.parse(JSON.parse(new TextDecoder().decode(opened)));
    } catch (error) {
      if (error instanceof DoorRefused && OVER.has(error.status)) throw new SessionLost(error.status);
      if (error instanceof ChannelFault) throw new AnswerAltered('What was answered did not come from the assistant.');
      throw error;
    }
  }
  /** Messages go one after the other: the next has the counter after that of the last answer. */
  function inTurn(content: unknown): Promise<CommandAnswer> {
    const said = last.then(() => say(content));
    last = said.catch(() => null);
    return said;
  }

  /**
   * Runs a command to its end, however long the person takes; with the signal nobody waits for them any more.
   * @throws {@link AssistantProblem}, {@link SessionLost}, {@link LostMeanwhile}, {@link AnswerAltered}, TimedOut, and
   * what the browser throws
   */
  async function ask<C extends OfferedCommand>(
    command: C,
    input: Inputs[C],
    signal?: AbortSignal,
  ): Promise<Outputs[C]> {
    let answer = await inTurn({ command, input });
    while ('waiting' in answer) {
      signal?.throwIfAborted();
      answer = await inTurn({ ticket: answer.waiting.ticket }).catch((error: unknown) => {
        // Only the question for its end was not taken: the command itself was begun before.
        throw error instanceof SessionLost ? new LostMeanwhile('The command may have been run.') : error;
      });
    }
    if ('output' in answer) return OUTPUTS[command].output.parse(answer.output);
    const { status, message, fields, retry_after: retryAfter } = answer.error;
    throw new AssistantProblem(status, message, {
      ...(fields && { fields }),
      ...(retryAfter !== undefined && { retryAfter }),
    });
  }

  return {
    /**
     * `showNumber` is called with the digits that the person types into the assistant, where it asks them.
     * @throws {@link OtherAssistant}, {@link HandshakeFailed}, and as `ask`, but for SessionLost
     */
    async initialize(showNumber: (number: string) => void, signal?: AbortSignal): Promise<Outputs['initialize']> {
      if (!isKnown) showNumber(await channel.number(nonce));
      const asked = ask('initialize', { nonce: toBase64(globalThis, nonce) }, signal);
      const begun = await asked.catch((error: unknown) => {
        if (!(error instanceof SessionLost)) throw error;
        const isOther = isKnown && error.status === 'UNREADABLE_MESSAGE';
        // Only the first message shows whether the answer to the handshake came as it was sent.
        throw isOther ? new OtherAssistant('The assistant has another key.') : new HandshakeFailed(error.status);
      });
      if (!isKnown) surroundings.kept.write({ id: begun.pairing, key: await channel.pairingKey() });
      return begun;
    },
    ask,
  };
}
