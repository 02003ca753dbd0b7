/**
 * Asks the person whether a site may use the assistant. The page shows six digits that both ends have worked out of the
 * handshake, and the person types them here: that can't be done by accident, nor for another page than the one they
 * see, nor with somebody between the two.
 */
import type { Clock } from '../clock.ts';
import { PromptUnavailable, type Prompt } from '../prompt/prompt.ts';
import { CommandRefusal } from '../refusal.ts';
import type { Speak } from '../texts/speaker.ts';
import type { Site, SiteStore } from './site-store.ts';

const TRIES = 3;
/** After a refusal the site may not ask for a minute, after each further one for twice as long, in milliseconds. */
const FIRST_PAUSE = 60_000;
const LONGEST_PAUSE = 60 * FIRST_PAUSE;
/**
 * Names cost nothing: one site may have as many as it likes. After so many questions that were refused, or that nobody
 * waited for, since the last approval, no site may ask for a while, longer each time. After an hour of peace they count
 * no more.
 */
const FREE_FOR_ALL = 3;
const FIRST_PAUSE_OF_ALL = 30_000;
const LONGEST_PAUSE_OF_ALL = 5 * 60_000;
const PEACE = 60 * 60_000;
/** So many sites that were refused are remembered. */
const MOST_REFUSED = 1_000;

export type Pairing = ReturnType<typeof openPairing>;
type Ask = { origin: string; number: string; key: Uint8Array };

type Parts = {
  sites: SiteStore;
  prompt: Prompt;
  clock: Clock;
  speak: Speak;
  /** How the person calls the assistant in a terminal. */
  program: string;
};

/** `length`: of the pause, in milliseconds. */
type Pause = { times: number; until: number; length: number };

export function openPairing({ sites, prompt, clock, speak, program }: Parts) {
  const refused = new Map<string, Pause>();
  let inVain: Pause = { times: 0, until: 0, length: 0 };
  let isAsking = false;

  /** Where more is left than the pause is long, the clock was set back: it begins anew by the one that there is now. */
  function leftOf(pause: Pause | undefined): number {
    if (!pause) return 0;
    const now = clock.now().getTime();
    pause.until = Math.min(pause.until, now + pause.length);
    return pause.until - now;
  }

  function requireMayAsk(origin: string): void {
    const wait = Math.max(leftOf(refused.get(origin)), leftOf(inVain));
    if (wait > 0) throw new CommandRefusal('PAIRING_PAUSED', { retry_after: Math.ceil(wait / 1000) });
    if (isAsking) throw new CommandRefusal('PAIRING_BUSY');
  }

  function remember(origin: string): void {
    const times = (refused.get(origin)?.times ?? 0) + 1;
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (times - 1));
    refused.delete(origin);
    refused.set(origin, { times, until: clock.now().getTime() + pause, length: pause });
    const [oldest] = refused.keys();
    if (refused.size > MOST_REFUSED && oldest !== undefined) refused.delete(oldest);
  }

  function countInVain(): void {
    const now = clock.now().getTime();
    const times = now - inVain.until > PEACE ? 1 : inVain.times + 1;
    const doublings = times - FREE_FOR_ALL;
    const pause = doublings < 0 ? 0 : Math.min(LONGEST_PAUSE_OF_ALL, FIRST_PAUSE_OF_ALL * 2 ** doublings);
    inVain = { times, until: now + pause, length: pause };
  }

  async function isTyped({ origin, number }: Ask, signal: AbortSignal): Promise<boolean> {
    let lines = [speak('assistantProgram.pairing.asks', { origin })];
    for (let left = TRIES; left > 0; left -= 1) {
      const typed = await prompt.ask({ lines, label: speak('assistantProgram.pairing.type'), secret: false }, signal);
      if (typed === null || typed.trim() === '') return false;
      // Whoever writes Japanese may have typed wide digits.
      if (typed.normalize('NFKC').replaceAll(/\s/g, '') === number) return true;
      lines = [speak('assistantProgram.pairing.wrong', { origin })];
    }
    return false;
  }

  /** The site, once the person has typed its number. Throws {@link CommandRefusal}. */
  return async (ask: Ask, signal: AbortSignal): Promise<Site> => {
    requireMayAsk(ask.origin);
    isAsking = true;
    try {
      if (!(await isTyped(ask, signal))) {
        remember(ask.origin);
        countInVain();
        throw new CommandRefusal('PAIRING_REFUSED');
      }
      refused.delete(ask.origin);
      inVain = { times: 0, until: 0, length: 0 };
      const site = sites.approve(ask.origin, ask.key);
      const command = `${program} forget ${ask.origin}`;
      prompt.tell([speak('assistantProgram.pairing.allowed', { origin: ask.origin, command })]);
      return site;
    } catch (error) {
      if (signal.aborted) countInVain();
      throw error instanceof PromptUnavailable ? new CommandRefusal('PROMPT_UNAVAILABLE') : error;
    } finally {
      isAsking = false;
    }
  };
}
