/** Calls to a PKCS #11 module, which runs in a process of its own: in turn, with an end, and opened again once. */
import { fork, type ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { Failed, isLost, isWrongPin, type Failure } from './failure.ts';
import type { Answers, Reply, Request } from './messages.ts';

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
/** What an ending process has, in milliseconds, before it is killed. */
const LONGEST_CLOSING = 2_000;

type Process = ReturnType<typeof startProcess>;
export type ModuleCalls = ReturnType<typeof moduleCalls>;

function startProcess(environment: NodeJS.ProcessEnv, limits: Limits) {
  const child: ChildProcess = fork(new URL('module-process.ts', import.meta.url), {
    serialization: 'advanced',
    env: environment,
    execArgv: [],
    // What a module prints is its own affair, and might be anything: modules have log files.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // Who only waits for nothing more to happen need not wait for this.
  child.unref();
  child.channel?.unref();
  let ended: Failure | null = null;
  let settle: ((reply: Reply) => void) | null = null;
  const end = (failure: Failure): void => {
    ended ??= failure;
    settle?.({ failure: ended });
  };
  child.on('message', (reply: Reply) => settle?.(reply));
  child.on('exit', (code, signal) => end({ code: 'ENDED', detail: signal ?? `code ${code}` }));
  child.on('error', (error) => end({ code: 'ENDED', detail: error.message }));

  return {
    /** One at a time: the caller waits for the answer before the next. */
    async ask<C extends Request['call']>(request: Extract<Request, { call: C }>): Promise<Answers[C]> {
      const limit = limits[request.call];
      const reply = await new Promise<Reply>((resolve) => {
        const timer = setTimeout(() => {
          end({ code: 'NO_ANSWER', detail: String(limit) });
          child.kill('SIGKILL');
        }, limit * 1000);
        settle = (message) => {
          clearTimeout(timer);
          settle = null;
          resolve(message);
        };
        if (ended) settle({ failure: ended });
        else child.send(request);
      });
      if ('failure' in reply) throw new Failed(reply.failure);
      return reply.value as Answers[C];
    },
    async close(): Promise<void> {
      end({ code: 'CLOSED' });
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      if (child.connected) child.disconnect();
      const late = new AbortController();
      await Promise.race([gone, pause(LONGEST_CLOSING, null, { signal: late.signal }).catch(() => null)]);
      late.abort();
      child.kill('SIGKILL');
    },
  };
}

/** Opens nothing yet: the first call does. */
export function moduleCalls({ path, token, pin, environment, limits: others }: ModuleSettings) {
  const limits = { ...LIMITS, ...others };
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
    const opened = startProcess(environment, limits);
    processes.add(opened);
    try {
      await opened.ask<'open'>({ call: 'open', path, name: token, pin });
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
      return await (await asked).ask(request);
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
        return await own.ask(request);
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
