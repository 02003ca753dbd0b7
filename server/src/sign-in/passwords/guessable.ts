/** Which passwords are among the first that anybody tries (docs/decisions/060-passwords-that-are-guessed-first.md). */
import { refuseField, type Reason } from '@signet/contract/problem';
import type { Passwords } from './hashing.ts';

/** Of whom a password is: what others know of the person. */
export type Named = { name: string; user_name: string; email: string };

/** What everybody knows: the product, and what a finger does along the keys. */
const KNOWN = ['signet', 'abc', 'qwe', 'qaz', 'wsx', 'edc', 'asd', 'zxc', 'yxc', 'xyz'];
/** Characters that stand for letters. */
const LEET: Readonly<Record<string, string>> = { 4: 'a', '@': 'a', 3: 'e', 0: 'o', 5: 's', $: 's', 7: 't', '+': 't' };
const WORD_MIN = 4;
const WORD_MAX = 24;
const NAME_MIN = 3;

let loaded: Promise<ReadonlySet<string>> | undefined;
/** The passwords that most people had, of breaches; read when the first password is chosen. */
const commonPasswords = (): Promise<ReadonlySet<string>> =>
  (loaded ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common'])));

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
const lettersOf = (text: string): string => text.replace(/\P{L}/gu, '');

/** The words of a person: parts of names, user name and mail address, without the end of its domain. */
function wordsOf({ name, user_name, email }: Named): string[] {
  const texts = [name, user_name, ...email.replace(/\.[^.@]*$/, '').split('@')].map(fold);
  const parts = texts.flatMap((text) => [lettersOf(text), ...text.split(/\P{L}+/u)]);
  return [...new Set(parts)].filter((part) => part.length >= NAME_MIN);
}

/** What is left of a password once digits and symbols are taken for what people add, or for letters. */
function coresOf(folded: string): Set<string> {
  const within = folded.replace(/^\P{L}+|\P{L}+$/gu, '');
  const spelt = [folded, within].flatMap((text) =>
    ['i', 'l'].map((bar) => text.replace(/[1!|]/g, bar).replace(/[43057@$+]/g, (one) => LEET[one] ?? one)),
  );
  const cores = [folded, within, lettersOf(folded), ...spelt.map(lettersOf)];
  return new Set(cores.filter((core) => core.length >= NAME_MIN));
}

/** Whether a text is nothing but these words, one after the other, as often as it likes. */
function isMadeOf(text: string, words: readonly string[]): boolean {
  const ends = new Set([0]);
  for (let at = 0; at < text.length; at += 1)
    if (ends.has(at)) for (const word of words) if (text.startsWith(word, at)) ends.add(at + word.length);
  return ends.has(text.length);
}

function* partsIn(text: string): Generator<string> {
  for (let from = 0; from + WORD_MIN <= text.length; from += 1)
    for (let to = from + WORD_MIN; to <= Math.min(text.length, from + WORD_MAX); to += 1) yield text.slice(from, to);
}

/**
 * Why a password is too easily guessed, or null. PASSWORD_OF_NAMES: of the person's names and the product's and nothing
 * else but digits and symbols. PASSWORD_COMMON: of one common password, also repeated, with letters spelt otherwise or
 * with names around it.
 */
export function whyNotGuessed(password: string, person: Named, common: ReadonlySet<string>): Reason | null {
  const own = [...wordsOf(person), ...KNOWN];
  const cores = [...coresOf(fold(password))];
  if (cores.some((core) => isMadeOf(core, own))) return { status: 'PASSWORD_OF_NAMES' };
  const guessed = cores.some((core) => {
    const words = new Set([...partsIn(core)].filter((part) => common.has(part)));
    return [...words].some((word) => isMadeOf(core, [...own, word]));
  });
  return guessed ? { status: 'PASSWORD_COMMON' } : null;
}

/**
 * The hash of a password that somebody chooses. Throws PASSWORD_OF_NAMES and PASSWORD_COMMON under `password`. Whatever
 * lets people choose one comes by here.
 */
export async function hashChosen(passwords: Passwords, password: string, person: Named): Promise<string> {
  refuseField('password', whyNotGuessed(password, person, await commonPasswords()));
  return passwords.hash(password);
}
