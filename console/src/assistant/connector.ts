/**
 * Brings a page together with the assistant on the person's computer, and tells what is known of it: one for a page
 * load, whatever asks it. Nothing is asked of a person before `initialize`.
 */
import type { OfferedCommand } from '@signet/contract/assistant/commands';
import { LAUNCH_ADDRESS } from '@signet/contract/assistant/launch';
import { CHANNEL_VERSION } from '@signet/contract/assistant/wire';
import { troubleOf, UNKNOWN_CONNECTION, type Connection, type Trouble } from './connection.ts';
import { knock, knockAndAsk, orRefused, type Hello, type Knocked } from './door.ts';
import {
  AssistantProblem,
  HandshakeFailed,
  isForeign,
  openSession,
  OtherAssistant,
  SessionLost,
  type CommandInput,
  type CommandResult,
  type Session,
} from './session.ts';
import type { Surroundings } from './surroundings.ts';
import { RETRIES, TimedOut, TIMES } from './times.ts';

export type Connector = ReturnType<typeof newConnector>;

/** Nobody is connected to the assistant: what stands in the way is in the connection. */
export class NotConnected extends Error {
  readonly trouble: Trouble | null;
  constructor(trouble: Trouble | null) {
    super('There is no connection to the trust assistant.');
    this.trouble = trouble;
  }
}

/** `isTaken`: the page has lost the focus, as a program has taken the address. */
type Launch = { since: number; isTaken: boolean; again: AbortController };

const QUIET = { busy: null, number: null } as const;

/** What a knock leads to where the assistant did not answer. */
function troubleAtDoor(knocked: Exclude<Knocked, { kind: 'answered' }>): Trouble {
  if (knocked.kind === 'refused') return troubleOf('failed_hostname', knocked.status);
  if (knocked.kind === 'permission_needed') return troubleOf('permission_needed');
  if (knocked.kind === 'blocked') return troubleOf(`blocked_${knocked.why}`);
  return troubleOf('not_running');
}

function troubleAtBeginning(error: unknown): Trouble {
  if (error instanceof HandshakeFailed)
    return troubleOf(isForeign(error.status) ? 'failed_hostname' : 'failed_handshake', error.status);
  if (error instanceof OtherAssistant) return troubleOf('other_assistant');
  if (error instanceof AssistantProblem) return troubleOf('failed_initialize', error.status, error.retryAfter);
  return troubleOf('failed_initialize', error instanceof TimedOut ? 'NO_ANSWER' : null);
}

function orGivenUp<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return Promise.race([work, promise]);
}

export function newConnector(surroundings: Surroundings) {
  const { clock } = surroundings;
  let connection: Connection = UNKNOWN_CONNECTION;
  let session: Session | null = null;
  let givenUp: AbortController | null = null;
  const listeners = new Set<() => void>();
  /** What is under way is joined by whoever asks for the same. */
  const underWay = new Map<string, Promise<void>>();
  /** The last press on Start, while the page looks for what it starts. */
  let launching: Launch | null = null;

  function become(next: Partial<Connection>): void {
    connection = { ...connection, ...next };
    for (const listener of listeners) listener();
  }
  function once(what: string, work: () => Promise<void>): Promise<void> {
    const already = underWay.get(what);
    if (already) return already;
    const done = work().finally(() => underWay.delete(what));
    underWay.set(what, done);
    return done;
  }
  const isConnecting = (): boolean => underWay.has('initialize');
  /** What a knock says from then on takes away neither the digits nor the connection. */
  const isBegun = (): boolean => isConnecting() || session !== null;
  const isFound = (): boolean => isBegun() || connection.state === 'running';
  function isRunning(hello: Hello): void {
    if (isConnecting()) become({ trouble: null, hello });
    else become({ ...QUIET, state: session ? 'initialized' : 'running', trouble: null, hello });
  }
  function isNot(trouble: Trouble): void {
    session = null;
    const state = trouble.kind === 'not_installed' ? 'not_installed' : 'not_running';
    become({ ...QUIET, busy: launching && 'launching', state, trouble, hello: null, commands: [] });
  }
  function take(knocked: Knocked): void {
    if (knocked.kind === 'answered') isRunning(knocked.hello);
    else if (!isBegun()) isNot(troubleAtDoor(knocked));
  }

  /** Whether an assistant is there: once, and three times more where nobody answers. */
  const check = (): Promise<void> =>
    once('check', async () => {
      if (isBegun()) return;
      become({ busy: 'checking' });
      let knocked = await knock(surroundings);
      for (let tries = 0; knocked.kind === 'silent' && tries < RETRIES; tries += 1) {
        await clock.sleep(TIMES.betweenTries);
        knocked = await knock(surroundings);
      }
      take(await orRefused(surroundings, knocked));
    });

  /** One knock, for those who come again by themselves; says nothing while it is on its way. */
  const look = (): Promise<void> =>
    once('check', async () => {
      if (isConnecting()) return;
      const knocked = await orRefused(surroundings, await knock(surroundings));
      // That nobody answers is no news of one that was found not to be installed; that the address was taken is.
      const isOld = connection.state === 'not_installed' && knocked.kind === 'silent' && !launching?.isTaken;
      if (!isOld) take(knocked);
    });

  /** After the person's click, who has changed the program meanwhile: looks for it as if there had been no session. */
  function anew(): Promise<void> {
    if (isConnecting()) return initialize();
    session = null;
    become({ state: 'uninitialized' });
    return check();
  }

  /** Looks at once and then every five seconds, until it is told to stop: answers how. */
  function keepLooking(): () => void {
    const stopped = new AbortController();
    const go = async (): Promise<void> => {
      for (;;) {
        await look();
        await clock.sleep(TIMES.helper, stopped.signal);
      }
    };
    // It ends by being stopped alone.
    void go().catch(() => undefined);
    return () => stopped.abort();
  }

  /** After the person's click: lets the browser ask them, then checks. */
  const allow = (): Promise<void> =>
    once('check', async () => {
      become({ busy: 'checking' });
      take(await orRefused(surroundings, await knockAndAsk(surroundings)));
    });

  async function lookForLaunched(): Promise<void> {
    const knocked = await knock(surroundings);
    if (knocked.kind === 'answered' && !isFound()) isRunning(knocked.hello);
  }
  /** However long a look takes, it ends when it should. */
  async function wait(press: Launch): Promise<void> {
    for (let passed = 0; passed < TIMES.launch;) {
      passed += TIMES.launchPoll;
      await clock.sleep(press.since + passed - clock.now(), press.again.signal);
      if (isFound()) return;
      if (passed === TIMES.install && !press.isTaken)
        become({ state: 'not_installed', trouble: troubleOf('not_installed') });
      void lookForLaunched();
    }
    launching = null;
    isNot(troubleOf(press.isTaken ? 'not_running' : 'not_installed'));
  }
  /**
   * After the person's click: opens the assistant's own scheme. Where the page keeps the focus for two seconds no
   * program has taken the address: it is not installed. Whoever starts it by hand meanwhile is found all the same.
   * Where a check finds it first, the launch has no more to say: not even that a person who refused is asked again.
   * Who has sent the browser's question away presses once more, is asked again, and has as long again.
   */
  function launch(): void {
    const before = launching;
    // The other half of a double click opens nothing.
    if (isFound() || (before && clock.now() - before.since < TIMES.install)) return;
    before?.again.abort();
    const now: Launch = { since: clock.now(), isTaken: before?.isTaken ?? false, again: new AbortController() };
    launching = now;
    const forget = surroundings.onLeft(() => (now.isTaken = true));
    become({ busy: 'launching' });
    surroundings.open(LAUNCH_ADDRESS);
    // It is broken off by the next press alone.
    const waited = wait(now).catch(() => undefined);
    void waited.finally(() => {
      forget();
      if (launching === now) launching = null;
    });
  }

  async function begin(signal: AbortSignal) {
    const begun = await openSession(surroundings);
    const { version, capability_version } = await begun.initialize((number) => become({ number }), signal);
    return { begun, hello: { version, capability_version, channel_version: CHANNEL_VERSION } };
  }

  /** Handshake and `initialize`; the person is asked where they have not approved this site in this browser. */
  const initialize = (): Promise<void> =>
    once('initialize', async () => {
      if (session) return;
      become({ busy: 'connecting', trouble: null });
      givenUp = new AbortController();
      try {
        const { begun, hello } = await orGivenUp(begin(givenUp.signal), givenUp.signal);
        const { commands } = await begun.ask('service', {});
        session = begun;
        // Another version than at the check may answer by now.
        become({ ...QUIET, state: 'initialized', trouble: null, hello, commands });
      } catch (error) {
        session = null;
        // It has ended meanwhile: nothing that it said was wrong.
        if (error instanceof TypeError) isNot(troubleOf('not_running'));
        else become({ ...QUIET, state: 'running', trouble: troubleAtBeginning(error), commands: [] });
      }
    });

  /** After the person's click, who knows why another assistant answers: it is met as at the very first time. */
  function pairAnew(): Promise<void> {
    surroundings.kept.forget();
    return initialize();
  }

  /** Several commands may find the same session lost: it is begun anew once, and not where that has just failed. */
  async function openAgain(lost: Session): Promise<Session> {
    if (session === lost) session = null;
    else if (!isConnecting()) return current();
    await initialize();
    return current();
  }
  function current(): Session {
    if (!session) throw new NotConnected(connection.trouble);
    return session;
  }
  async function attempt<C extends OfferedCommand>(by: Session, command: C, input: CommandInput<C>) {
    try {
      return await by.ask(command, input);
    } catch (error) {
      // The browser says nothing else where the program has ended, or is not allowed any more.
      if (error instanceof TypeError) isNot(troubleOf('not_running'));
      throw error;
    }
  }

  return {
    connection: (): Connection => connection,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    system: surroundings.system,
    check,
    anew,
    look,
    keepLooking,
    allow,
    launch,
    initialize,
    pairAnew,
    /** The person does not want to approve the site now: the assistant asks half a minute longer at most. */
    giveUp: (): void => givenUp?.abort(new AssistantProblem('GIVEN_UP', 'The person gave up.')),
    /**
     * Runs a command. A session that has ended meanwhile is begun anew, once, as its commands were not run.
     * @throws {AssistantProblem} refused; {@link NotConnected}; TimedOut, AnswerAltered, LostMeanwhile: it may have
     * been run; TypeError: nobody answers
     */
    async ask<C extends OfferedCommand>(command: C, input: CommandInput<C>): Promise<CommandResult<C>> {
      // On a page that stays open, one that is being begun anew is waited for.
      if (isConnecting() && connection.state === 'initialized') await initialize();
      const by = current();
      try {
        return await attempt(by, command, input);
      } catch (error) {
        if (!(error instanceof SessionLost)) throw error;
        return attempt(await openAgain(by), command, input);
      }
    },
  };
}
