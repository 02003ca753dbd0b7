/**
 * Commands under way. A page waits 15 s for an answer, and a person who is asked takes longer: so each command is
 * answered in time, if need be with a ticket by which the page goes on waiting. Who no longer waits is not asked for.
 */
import { randomUUID } from 'node:crypto';
import type { CommandAnswer } from '@signet/contract/assistant/wire';
import { CommandRefusal } from '../refusal.ts';

/** In milliseconds. `answer`: until a ticket is given. `abandoned`: after which nobody waits for it any more. */
export type Patience = { answer: number; abandoned: number };
export const PATIENCE: Patience = { answer: 10_000, abandoned: 30_000 };
/** So many may be under way in one session. */
const MOST = 4;

type Work = { done: Promise<CommandAnswer>; stop: AbortController; asked: NodeJS.Timeout | null };
export type WorkUnderWay = ReturnType<typeof workUnderWay>;

export function workUnderWay(patience: Patience) {
  const works = new Map<string, Work>();

  async function wait(ticket: string, work: Work): Promise<CommandAnswer> {
    if (work.asked) clearTimeout(work.asked);
    const late = Promise.withResolvers<null>();
    const timer = setTimeout(late.resolve, patience.answer, null);
    const answer = await Promise.race([work.done, late.promise]);
    clearTimeout(timer);
    if (answer) {
      works.delete(ticket);
      return answer;
    }
    work.asked = setTimeout(() => end(ticket, work), patience.abandoned).unref();
    return { waiting: { ticket } };
  }

  function end(ticket: string, work: Work): void {
    work.stop.abort();
    works.delete(ticket);
  }

  return {
    /** Begins a command. The signal says that nobody waits for it any more. */
    begin(run: (signal: AbortSignal) => Promise<CommandAnswer>): Promise<CommandAnswer> {
      if (works.size >= MOST) throw new CommandRefusal('TOO_MUCH_AT_ONCE');
      const stop = new AbortController();
      const ticket = randomUUID();
      const work: Work = { done: run(stop.signal), stop, asked: null };
      works.set(ticket, work);
      return wait(ticket, work);
    },
    goOn(ticket: string): Promise<CommandAnswer> {
      const work = works.get(ticket);
      if (!work) throw new CommandRefusal('UNKNOWN_TICKET');
      return wait(ticket, work);
    },
    isQuiet: (): boolean => works.size === 0,
    endAll(): void {
      for (const [ticket, work] of works) end(ticket, work);
    },
  };
}
