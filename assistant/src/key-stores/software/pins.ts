/**
 * The PINs of the software key store. A wrong one is counted before it is tried, so that nobody gains a try by ending
 * the process; after the third each next one has to wait, longer every time.
 */
import { whyNotPin } from '@signet/contract/rules';
import type { Clock } from '../../clock.ts';
import { CommandRefusal } from '../../refusal.ts';
import type { Holder } from '../key-store.ts';
import { lock, unlock } from './sealed.ts';
import type { Content, PinLock } from './store-file.ts';

const FREE = 3;
const LONGEST_SECONDS = 3_600;

/** How long the next PIN has to wait after so many wrong ones, in seconds. */
const delayAfter = (wrong: number): number => (wrong < FREE ? 0 : Math.min(LONGEST_SECONDS, 2 ** (wrong - FREE + 1)));

/** What is left of the wait, in whole seconds; 0 for none. A clock that was set back makes it no longer. */
export const waitOf = ({ until, wrong }: PinLock, clock: Clock): number =>
  Math.min(delayAfter(wrong), Math.max(0, Math.ceil((until - clock.now().getTime()) / 1000)));

const boundTo = (serial: string, holder: Holder): string => `master key ${serial} ${holder}`;

/** Throws CKR_ARGUMENTS_BAD for what is no PIN by the rule (S-188). */
export function requirePin(pin: string): void {
  if (whyNotPin(pin)) throw new CommandRefusal('CKR_ARGUMENTS_BAD');
}

export async function lockWith(pin: string, cost: number, serial: string, holder: Holder, master: Buffer) {
  return { locked: await lock(pin, cost, boundTo(serial, holder), master), wrong: 0, until: 0 };
}

/**
 * The master key. `write` keeps the count of wrong PINs. Throws CKR_PIN_INCORRECT, PIN_DELAYED while the next try has
 * to wait, and CKR_ARGUMENTS_BAD for what is no PIN.
 */
export async function masterOf(
  content: Content,
  holder: Holder,
  pin: string,
  { clock, write }: { clock: Clock; write: (content: Content) => void },
): Promise<Buffer> {
  requirePin(pin);
  const held = content[holder];
  const now = clock.now().getTime();
  const wait = waitOf(held, clock);
  if (wait > 0) {
    // `until` was set by a clock that was ahead: the wait begins anew, so that it ends by the clock of now.
    const until = now + wait * 1000;
    if (until < held.until) write({ ...content, [holder]: { ...held, until } });
    throw new CommandRefusal('PIN_DELAYED', { retry_after: wait });
  }
  const wrong = held.wrong + 1;
  write({ ...content, [holder]: { ...held, wrong, until: now + delayAfter(wrong) * 1000 } });
  const master = await unlock(pin, held.locked, boundTo(content.serial, holder));
  if (!master) {
    const delay = delayAfter(wrong);
    throw new CommandRefusal('CKR_PIN_INCORRECT', delay > 0 ? { retry_after: delay } : {});
  }
  write({ ...content, [holder]: { ...held, wrong: 0, until: 0 } });
  return master;
}
