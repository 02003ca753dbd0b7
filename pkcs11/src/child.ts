/** The process of its own in which a module runs, as whoever started it sees it: asked one thing at a time. */
import { fork, type ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { Failed, type Failure } from './failure.ts';

export type Reply = { value: unknown } | { failure: Failure };
/** What an ending process has, in milliseconds, before it is killed. */
const LONGEST_CLOSING = 2_000;

export type Child<Answers> = {
  /** One at a time: the caller waits for the answer before the next. Killed after `limit` seconds without one. */
  ask<C extends keyof Answers & string>(request: { call: C }, limit: number): Promise<Answers[C]>;
  /** False once it has ended, or was ended. */
  isAlive(): boolean;
  close(): Promise<void>;
};

/** Starts the file `entry`, which answers by `replyWith`. The types of the answers are those that it gives. */
export function startChild<Answers>(entry: URL, environment: NodeJS.ProcessEnv): Child<Answers> {
  const child: ChildProcess = fork(entry, {
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
    async ask<C extends keyof Answers & string>(request: { call: C }, limit: number): Promise<Answers[C]> {
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
    isAlive: () => ended === null,
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
