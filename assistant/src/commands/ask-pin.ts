/** Asks the person for PINs, saying for whom and for what; what a page has sent itself is not asked for. */
import type { KeyStoreType } from '@signet/contract/assistant/key-stores';
import { whyNotPin } from '@signet/contract/rules';
import { mayBeLast, type FoundToken, type Holder, type KeyStore } from '../key-stores/key-store.ts';
import { PromptUnavailable, type Prompt } from '../prompt/prompt.ts';
import { CommandRefusal } from '../refusal.ts';
import type { Values } from '../texts/fill.ts';
import type { Speak, TextsOf } from '../texts/speaker.ts';

/** Who asks for what, as the texts `asks.…` say it. */
export type Asking = {
  origin: string;
  purpose: TextsOf<'assistantProgram.asks'>;
  values?: Values;
  signal: AbortSignal;
};
export type AskPin = ReturnType<typeof pinAsker>;
/** A token in its key store. */
export type Found = FoundToken & { store: KeyStore };

/** Of a YubiKey as it is delivered (Yubico's manual of PIV). */
const DELIVERED_KEY = '010203040506070801020304050607080102030405060708';

/** Key stores whose name is no product's. */
const DESCRIBED = ['software', 'other', 'tpm', 'os'] as const satisfies readonly KeyStoreType[];

/** What the PIN of a token is reset with; that of a YubiKey has a name of its own. */
const toResetOf = ({ store }: Found): 'puk' | 'resetPin' => (store.type === 'yubikey' ? 'puk' : 'resetPin');

/** As it is compared: `SI` is the word `sí`, and so is what is typed in wide letters. */
const plain = (word: string): string => word.normalize('NFKD').replaceAll(/\p{M}/gu, '').trim().toLowerCase();

export function pinAsker(prompt: Prompt, speak: Speak) {
  async function read(lines: readonly string[], label: string, signal: AbortSignal, secret = true): Promise<string> {
    const typed = await prompt.ask({ lines, label, secret }, signal).catch((error: unknown) => {
      throw error instanceof PromptUnavailable ? new CommandRefusal('PROMPT_UNAVAILABLE') : error;
    });
    if (typed === null) throw new CommandRefusal('CKR_FUNCTION_CANCELED');
    return typed;
  }
  const sentence = ({ origin, purpose, values }: Asking): string =>
    speak(`assistantProgram.asks.${purpose}`, { ...values, origin });

  /** The name of a key store, as the person knows it. */
  function nameOf({ type, name }: Pick<KeyStore, 'type' | 'name'>): string {
    const described = DESCRIBED.find((one) => one === type);
    return described ? speak(`assistantProgram.store.${described}`) : name;
  }
  /** The token as the person knows it: there is one software key store, and it is theirs. */
  const called = ({ token, store }: Found): Values => ({
    where: store.type === 'software' ? 'software' : 'token',
    label: token.label,
    serial: token.serial,
    store: nameOf(store),
  });

  async function present(asking: Asking, label: string, sent?: string): Promise<string> {
    return sent ?? (await read([sentence(asking)], label, asking.signal));
  }

  /** A word, not a key: what matters is not agreed to by habit. */
  async function agree(asking: Asking, ...more: string[]): Promise<void> {
    const yes = speak('assistantProgram.yes');
    const typed = await read(
      [sentence(asking), ...more],
      speak('assistantProgram.typeYes', { yes }),
      asking.signal,
      false,
    );
    if (plain(typed) !== plain(yes)) throw new CommandRefusal('CKR_FUNCTION_CANCELED');
  }

  /** A page that sends a PIN does not get to use up the last try. */
  async function requireTry(asking: Asking, holder: Holder, found: Found): Promise<void> {
    const tried = found.tried[holder];
    const which = holder === 'so' ? toResetOf(found) : 'pin';
    if (tried.tries === 'none') throw new CommandRefusal(holder === 'so' ? 'RESET_PIN_LOCKED' : 'CKR_PIN_LOCKED');
    if (!mayBeLast(tried)) return;
    const text = tried.tries === 'one' ? 'lastTry' : 'wrongTries';
    await agree(asking, speak(`assistantProgram.${text}.${which}`, { ...called(found), wrong: tried.wrong }));
  }

  return {
    agree,
    nameOf,

    /** The passphrase that is, of what the page has handed over. */
    passphrase: (asking: Asking, whose: 'backupPassphrase' | 'filePassphrase'): Promise<string> =>
      present(asking, speak(`assistantProgram.type.${whose}`)),

    /** The PIN of a token; empty where it takes none, and the person has agreed instead. */
    async ofToken(asking: Asking, found: Found, sent?: string): Promise<string> {
      const { token } = found;
      if (token.pin_state === 'uninitialized') throw new CommandRefusal('CKR_USER_PIN_NOT_INITIALIZED');
      if (token.pin_state === 'not_needed') {
        await agree(asking, speak('assistantProgram.noPin', called(found)));
        return '';
      }
      await requireTry(asking, 'user', found);
      return present(asking, speak('assistantProgram.type.pin', called(found)), sent);
    },

    /** The PIN by which that of a token is reset. */
    async toReset(asking: Asking, found: Found, sent?: string): Promise<string> {
      await requireTry(asking, 'so', found);
      return present(asking, speak(`assistantProgram.type.${toResetOf(found)}`, called(found)), sent);
    },

    /** A new key is made over the one that is in its place. */
    replacing: (asking: Asking, label: string): Promise<void> =>
      agree(asking, speak('assistantProgram.replaces', { label })),

    /** The management key of a token that has one. */
    async managementKey(asking: Asking, found: Found): Promise<string> {
      const label = speak('assistantProgram.type.managementKey', called(found));
      const typed = (await read([sentence(asking)], label, asking.signal)).replaceAll(/\s/g, '').toLowerCase();
      if (typed === '') return DELIVERED_KEY;
      if (!/^[\da-f]{48}$/.test(typed)) throw new CommandRefusal('CKR_ARGUMENTS_BAD');
      return typed;
    },

    /** A new one, typed twice; asked again until it keeps the rule. */
    async fresh(asking: Asking, which: TextsOf<'assistantProgram.choose'>, sent?: string): Promise<string> {
      if (sent !== undefined) return sent;
      // Each question says who asks: that of another page may come between.
      const ask = (label: string, ...more: string[]): Promise<string> =>
        read([...more, sentence(asking)], label, asking.signal);
      let wrong: string[] = [];
      for (;;) {
        const typed = await ask(speak(`assistantProgram.choose.${which}`), ...wrong);
        if (whyNotPin(typed)) wrong = [speak('assistantProgram.notTheRule')];
        else if ((await ask(speak(`assistantProgram.again.${which}`))) === typed) return typed;
        else wrong = [speak('assistantProgram.notTheSame')];
      }
    },
  };
}
