/** The three addresses of the assistant, as a page asks them: what is said in the open (S §7). */
import {
  answerBody,
  ASSISTANT_PATHS,
  doorProblem,
  handshakeAnswer,
  hello,
  type Hello,
} from '@signet/contract/assistant/wire';
import { z } from 'zod';
import type { Surroundings } from './surroundings.ts';
import { TIMES, within } from './times.ts';

export type { Hello };

/** In the place of a code, where what answers is no assistant. */
export const FOREIGN_PROGRAM = 'FOREIGN_PROGRAM';

/** A refusal by the door itself, with the code that it says; or `FOREIGN_PROGRAM`. */
export class DoorRefused extends Error {
  readonly status: string;
  constructor(status: string, message: string) {
    super(message);
    this.status = status;
  }
}

/** What came of asking whether an assistant is there. */
export type Knocked =
  | { kind: 'answered'; hello: Hello }
  /** Nobody answers; `atOnce`: which the browser said within the time, as it also does of who may not be read. */
  | { kind: 'silent'; atOnce: boolean }
  /** Somebody answers, and not to this page; `status`: what they said, where the browser lets it be read. */
  | { kind: 'refused'; status: string | null }
  /** The browser does not let the page ask; `browser`: no page at all. */
  | { kind: 'blocked'; why: 'insecure' | 'denied' | 'browser' }
  /** The browser would ask the person, which it shall do after a click alone. */
  | { kind: 'permission_needed' };

const OPTIONS = {
  credentials: 'omit',
  cache: 'no-store',
  redirect: 'error',
  referrerPolicy: 'no-referrer',
} as const satisfies RequestInit;

/** What a newer assistant may say besides is left alone. */
const anyHello = z.object(hello.shape);

async function readJson(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body;
  const refused = doorProblem.safeParse(body);
  if (!refused.success) throw new DoorRefused(FOREIGN_PROGRAM, 'What answers is not the trust assistant.');
  throw new DoorRefused(refused.data.error.status, refused.data.error.message);
}

/** Whether anybody is there at all, who does not let this page read what they say. */
async function somebodyRefuses({ address, fetch, clock }: Surroundings): Promise<boolean> {
  const asked = within(clock, TIMES.probe, (signal) =>
    fetch(address + ASSISTANT_PATHS.hello, { ...OPTIONS, mode: 'no-cors', redirect: 'follow', signal }),
  );
  return asked.then(
    () => true,
    () => false,
  );
}

async function askHello(surroundings: Surroundings, limit: number): Promise<Knocked> {
  const { address, fetch, clock } = surroundings;
  try {
    const body = await within(clock, limit, async (signal) =>
      readJson(await fetch(address + ASSISTANT_PATHS.hello, { ...OPTIONS, signal })),
    );
    const answered = anyHello.safeParse(body);
    return answered.success ? { kind: 'answered', hello: answered.data } : { kind: 'refused', status: FOREIGN_PROGRAM };
  } catch (error) {
    return error instanceof DoorRefused
      ? { kind: 'refused', status: error.status }
      : { kind: 'silent', atOnce: error instanceof TypeError };
  }
}

/**
 * Browsers say the same of nobody and of somebody whose answer the page may not read: one more question, which whoever
 * knocks several times asks after the last one alone (S-170), tells them apart. What they let no page ask fails in the
 * same way.
 */
export async function orRefused(surroundings: Surroundings, knocked: Knocked): Promise<Knocked> {
  if (knocked.kind !== 'silent' || !knocked.atOnce) return knocked;
  if (await somebodyRefuses(surroundings)) return { kind: 'refused', status: null };
  return surroundings.blocksLoopback ? { kind: 'blocked', why: 'browser' } : knocked;
}

/** Whether an assistant is there. Never makes the browser ask the person. */
export async function knock(surroundings: Surroundings): Promise<Knocked> {
  if (!surroundings.isSecure) return { kind: 'blocked', why: 'insecure' };
  if (!surroundings.isLocal) {
    const permission = await surroundings.permission();
    if (permission === 'denied') return { kind: 'blocked', why: 'denied' };
    if (permission === 'unasked') return { kind: 'permission_needed' };
  }
  return askHello(surroundings, TIMES.probe);
}

/** The same after a click: the browser asks the person, and is given the time that they take. */
export async function knockAndAsk(surroundings: Surroundings): Promise<Knocked> {
  if ((await surroundings.permission()) === 'unasked') await askHello(surroundings, TIMES.permission);
  return knock(surroundings);
}

async function post(surroundings: Surroundings, path: string, body: unknown): Promise<unknown> {
  const { address, fetch, clock } = surroundings;
  return within(clock, TIMES.command, async (signal) => {
    const headers = { 'content-type': 'application/json' };
    return readJson(
      await fetch(address + path, { ...OPTIONS, method: 'POST', headers, body: JSON.stringify(body), signal }),
    );
  });
}

/** @throws {DoorRefused}, TimedOut, what the browser throws, and a fault of the schema */
export const postHandshake = async (surroundings: Surroundings, body: unknown) =>
  z.object(handshakeAnswer.shape).parse(await post(surroundings, ASSISTANT_PATHS.handshake, body));

/** @throws as {@link postHandshake} */
export const postMessage = async (surroundings: Surroundings, body: unknown) =>
  z.object(answerBody.shape).parse(await post(surroundings, ASSISTANT_PATHS.request, body));
