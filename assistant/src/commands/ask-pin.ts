/** Asks the person for PINs, saying for whom and for what; what a page has sent itself is not asked for. */
import { whyNotPin } from '@signet/contract/rules';
import type { FoundToken, Tries } from '../key-stores/key-store.ts';
import { PromptUnavailable, type Prompt } from '../prompt/prompt.ts';
import { CommandRefusal } from '../refusal.ts';

/** `purpose` finishes the sentence "The site … asks to …". */
export type Asking = { origin: string; purpose: string; signal: AbortSignal };
export type AskPin = ReturnType<typeof pinAsker>;

const RULE = 'at least six characters, one of them a digit';
const YES = 'yes';
/** A token that tells nothing of its tries may have three, as a YubiKey has. */
const MOST_WRONG = 2;
/** Of a YubiKey as it is delivered (Yubico's manual of PIV). */
const DELIVERED_KEY = '010203040506070801020304050607080102030405060708';

export function pinAsker(prompt: Prompt) {
  async function read(lines: readonly string[], label: string, signal: AbortSignal, secret = true): Promise<string> {
    const typed = await prompt.ask({ lines, label, secret }, signal).catch((error: unknown) => {
      throw error instanceof PromptUnavailable ? new CommandRefusal('PROMPT_UNAVAILABLE') : error;
    });
    if (typed === null) throw new CommandRefusal('CKR_FUNCTION_CANCELED');
    return typed;
  }
  const sentence = ({ origin, purpose }: Asking): string => `The site ${origin} asks to ${purpose}.`;

  /** The PIN that is, such as "PIN of your key store"; what the page has sent is taken. */
  const present = async (asking: Asking, name: string, sent?: string): Promise<string> =>
    sent ?? (await read([sentence(asking)], `Type the ${name}, or press Esc to refuse:`, asking.signal));

  /** A word, not a key: what matters is not agreed to by habit. */
  async function agree(asking: Asking, ...more: string[]): Promise<void> {
    const label = `To allow it, type ${YES}; to refuse, press Esc:`;
    const typed = await read([sentence(asking), ...more], label, asking.signal, false);
    if (typed.trim().toLowerCase() !== YES) throw new CommandRefusal('CKR_FUNCTION_CANCELED');
  }

  /** The last try is nobody's but the person's: a page that sends a PIN does not get to use it up. */
  async function requireTry(asking: Asking, tries: Tries, wrong: number, whose: string): Promise<void> {
    if (tries === 'none') throw new CommandRefusal('CKR_PIN_LOCKED');
    if (tries === 'one') return agree(asking, `After one more wrong PIN, ${whose} takes none any more.`);
    if (tries !== 'unlimited' && wrong >= MOST_WRONG)
      await agree(asking, `${wrong} wrong PINs were tried. One more may be the last that ${whose} takes.`);
  }

  return {
    present,
    agree,

    /** The PIN of a token; empty where it takes none, and the person has agreed instead. */
    async ofToken(asking: Asking, { token, called, wrong }: FoundToken, sent?: string): Promise<string> {
      if (token.pin_state === 'uninitialized') throw new CommandRefusal('CKR_USER_PIN_NOT_INITIALIZED');
      if (token.pin_state === 'not_needed') {
        await agree(asking, `It takes no PIN to use ${called}.`);
        return '';
      }
      await requireTry(asking, token.pin_tries, wrong, called);
      return present(asking, `PIN of ${called}`, sent);
    },

    /** The PIN by which that of a token is reset. */
    async toReset(asking: Asking, { called, soTries, wrong }: FoundToken, sent?: string): Promise<string> {
      await requireTry(asking, soTries, wrong, `the reset of ${called}`);
      return present(asking, `PIN to reset ${called} with`, sent);
    },

    /** The management key of a token that has one. */
    async managementKey(asking: Asking, { called }: FoundToken): Promise<string> {
      const label = `Type the management key of ${called} (Enter for the one it was delivered with):`;
      const typed = (await read([sentence(asking)], label, asking.signal)).replaceAll(/\s/g, '').toLowerCase();
      if (typed === '') return DELIVERED_KEY;
      if (!/^[\da-f]{48}$/.test(typed)) throw new CommandRefusal('CKR_ARGUMENTS_BAD');
      return typed;
    },

    /** A new one, typed twice; asked again until it keeps the rule. */
    async fresh(asking: Asking, name: string, sent?: string): Promise<string> {
      if (sent !== undefined) return sent;
      let lines = [sentence(asking)];
      for (;;) {
        const label = `Choose the ${name} (${RULE}), or press Esc to refuse:`;
        const typed = await read(lines, label, asking.signal);
        if (whyNotPin(typed)) lines = [`That is not ${RULE}.`];
        else if ((await read([], `Once more the ${name}:`, asking.signal)) === typed) return typed;
        else lines = ['These were not the same.'];
      }
    },
  };
}
