/** One module in a process of its own: a command at a time, each with an end; one that ended is started again. */
import { startChild, type Child } from '@signet/pkcs11/child';
import { Failed, type Failure } from '@signet/pkcs11/failure';
import { withLibrariesBeside } from './libraries-beside.ts';
import type { Answers, Request } from './messages.ts';

/** `path`: the shared library. `parameters`: those of NSS. */
export type ModuleFile = { path: string; parameters: string | null };
/** In seconds. `silence`: how long a module that gave no answer is not asked again. */
export type ModuleLimits = Record<Request['call'] | 'silence', number>;

/**
 * A person may have to touch the token before it signs; the largest key takes a small device a minute; a certificate is
 * kept as several objects, each of which a YubiKey writes for seconds.
 */
export const MODULE_LIMITS: ModuleLimits = {
  load: 8,
  tokens: 5,
  objects: 8,
  open: 8,
  logIn: 20,
  generate: 180,
  certificates: 8,
  sign: 40,
  keep: 60,
  destroy: 20,
  setPin: 20,
  initPin: 20,
  initToken: 60,
  close: 5,
  silence: 20,
};

export type AskModule = <C extends Request['call']>(request: Extract<Request, { call: C }>) => Promise<Answers[C]>;
export type OneModule = ReturnType<typeof oneModule>;
type Parts = { environment: NodeJS.ProcessEnv; limits: ModuleLimits };

export function oneModule({ path, parameters }: ModuleFile, { environment, limits }: Parts) {
  // NSS alone takes parameters. What else a person registers is looked for where the system looks.
  const surroundings = parameters === null ? environment : withLibrariesBeside(path, environment);
  let child: Child<Answers> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  /** Whoever comes soon after is told without a wait: a page asks for tokens every five seconds. */
  let silent: { failure: Failure; until: number } | null = null;
  let isClosed = false;

  const ask = <C extends Request['call']>(one: Child<Answers>, request: Extract<Request, { call: C }>) =>
    one.ask<C>(request, limits[request.call]);

  async function started(): Promise<Child<Answers>> {
    if (isClosed) throw new Failed({ code: 'CLOSED' });
    if (silent && performance.now() < silent.until) throw new Failed(silent.failure);
    if (child?.isAlive()) return child;
    const fresh = startChild<Answers>(new URL('module-process.ts', import.meta.url), surroundings);
    child = fresh;
    try {
      await ask(fresh, { call: 'load', path, parameters });
    } catch (error) {
      await fresh.close();
      throw error;
    }
    return fresh;
  }

  async function run<T>(work: (asked: AskModule) => Promise<T>): Promise<T> {
    try {
      const one = await started();
      try {
        return await work((request) => ask(one, request));
      } finally {
        // Nothing stays open, nor in use, for the next command, whatever became of this one.
        if (one.isAlive()) await ask(one, { call: 'close' });
      }
    } catch (error) {
      if (error instanceof Failed && error.failure.code === 'NO_ANSWER' && error.failure !== silent?.failure)
        silent = { failure: error.failure, until: performance.now() + limits.silence * 1000 };
      throw error;
    }
  }

  async function end(): Promise<void> {
    const ending = child;
    child = null;
    await ending?.close();
  }

  return {
    path,
    /** Work with the module that nothing else comes between. */
    inTurn<T>(work: (asked: AskModule) => Promise<T>): Promise<T> {
      const done = last.then(() => run(work));
      last = done.catch(() => undefined);
      return done;
    },
    /** Its process is ended after what is under way; the next command starts another. */
    refresh(): Promise<void> {
      silent = null;
      const done = last.then(end);
      last = done.catch(() => undefined);
      return done;
    },
    async close(): Promise<void> {
      isClosed = true;
      await end();
    },
  };
}
