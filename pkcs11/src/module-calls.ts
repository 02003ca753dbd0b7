/** Calls to a PKCS #11 module, which runs in a process of its own: in turn, with an end, and opened again once. */
import { startChild } from './child.ts';
import { Failed, isLost, isWrongPin, type Failure } from './failure.ts';
import type { Answers, Request } from './messages.ts';

export type ModuleSettings = {
  /** The shared library. */
  path: string;
  /** Label or serial number of the token. */
  token: string;
  pin: string;
  /** The environment of the module's process: modules find their own settings there. */
  environment: NodeJS.ProcessEnv;
  /** Other ends than {@link LIMITS}. */
  limits?: Partial<Limits>;
};

/** `silence`: how long a module that gave no answer is not asked again. */
type Limits = Record<Request['call'] | 'silence', number>;

/**
 * How long each may take, in seconds. Who waits for a signature may hold a connection to the database, as long as one
 * waits for that; the largest key takes a small device a minute.
 */
const LIMITS: Limits = { open: 10, newKey: 180, requireKey: 4, sign: 4, destroy: 10, silence: 5 };

type Process = ReturnType<typeof startProcess>;

const startProcess = (environment: NodeJS.ProcessEnv) =>
  startChild<Answers>(new URL('module-process.ts', import.meta.url), environment);

/** Opens nothing yet: the first call does. */
export function moduleCalls({ path, token, pin, environment, limits: others }: ModuleSettings) {
  const limits = { ...LIMITS, ...others };
  const ask = <C extends Request['call']>(one: Process, request: Extract<Request, { call: C }>): Promise<Answers[C]> =>
    one.ask<C>(request, limits[request.call]);
  const processes = new Set<Process>();
  let current: Promise<Process> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let lastOpened: Promise<unknown> = Promise.resolve();
  let closed = false;
  /** Set once the PIN was wrong: it is not tried again. */
  let wrongPin: Failure | null = null;
  /** Set once nothing was answered: whoever waits meanwhile or comes soon after is told so without a wait. */
  let silent: { failure: Failure; until: number } | null = null;

  function requireAnswering(): void {
    if (silent && performance.now() < silent.until) throw new Failed(silent.failure);
  }

  function rememberSilence(error: unknown): void {
    if (error instanceof Failed && error.failure.code === 'NO_ANSWER' && error.failure !== silent?.failure)
      silent = { failure: error.failure, until: performance.now() + limits.silence * 1000 };
  }

  /** One after the other, so that a PIN that is wrong is tried once however many ask. */
  function open(): Promise<Process> {
    const opened = lastOpened.then(openNext);
    lastOpened = opened.catch(() => undefined);
    return opened;
  }

  async function openNext(): Promise<Process> {
    if (closed) throw new Failed({ code: 'CLOSED' });
    if (wrongPin) throw new Failed(wrongPin);
    requireAnswering();
    const opened = startProcess(environment);
    processes.add(opened);
    try {
      await ask(opened, { call: 'open', path, name: token, pin });
      return opened;
    } catch (error) {
      if (error instanceof Failed && isWrongPin(error.failure)) wrongPin = error.failure;
      rememberSilence(error);
      await end(opened);
      throw error;
    }
  }

  async function end(one: Process): Promise<void> {
    await one.close();
    processes.delete(one);
  }

  async function askCurrent<C extends Request['call']>(request: Extract<Request, { call: C }>): Promise<Answers[C]> {
    current ??= open();
    const asked = current;
    try {
      return await ask(await asked, request);
    } catch (error) {
      if (error instanceof Failed && (isLost(error.failure) || error.failure.code === 'NO_ANSWER')) {
        current = null;
        await asked.then(end, () => undefined);
      }
      // What could not be opened is opened by the next call.
      await asked.catch(() => (current = null));
      throw error;
    }
  }

  return {
    /** A call by the process that stays, after those before it; where the session was lost, once more in a new one. */
    inTurn<C extends Request['call']>(request: Extract<Request, { call: C }>): Promise<Answers[C]> {
      const answer = last.then(async () => {
        try {
          return await askCurrent(request).catch((error: unknown) => {
            if (error instanceof Failed && isLost(error.failure)) return askCurrent(request);
            throw error;
          });
        } catch (error) {
          rememberSilence(error);
          throw error;
        }
      });
      last = answer.catch(() => undefined);
      return answer;
    },

    /** A call by a process of its own, which ends with it: what takes seconds holds nobody up. */
    async apart<C extends Request['call']>(request: Extract<Request, { call: C }>): Promise<Answers[C]> {
      const own = await open();
      try {
        return await ask(own, request);
      } finally {
        await end(own);
      }
    },

    /** Opens the module in a process of its own, and no more. */
    async check(): Promise<void> {
      await end(await open());
    },

    async close(): Promise<void> {
      closed = true;
      await Promise.all([...processes].map(end));
    },
  };
}
