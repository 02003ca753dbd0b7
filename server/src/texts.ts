import { readFileSync } from 'node:fs';
import { setupI18n, type I18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '@signet/contract/locales';
import type { Reason, ReasonParams } from '@signet/contract/problem';
import { paramsInWords } from '@signet/contract/problem-words';
import { asTyped } from '@signet/contract/text-values';
import { TEXT_AREAS } from '@signet/contract/texts';

type Texts = Record<string, string>;

/** The texts of a locale in every area. */
function read(locale: Locale): Texts {
  return Object.assign(
    {},
    ...TEXT_AREAS.map((area) => {
      const file = new URL(import.meta.resolve(`@signet/contract/i18n/${area}/${locale}.json`));
      return JSON.parse(readFileSync(file, 'utf8')) as Texts;
    }),
  );
}

const sorted = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).toSorted(([a], [b]) => (a < b ? -1 : 1)));

const english = read(DEFAULT_LOCALE);

type Language = { texts: Texts; speaker: I18n };
/** Read when somebody first speaks it: all at the start would be a fifth of the start, and memory for good. */
const languages = new Map<Locale, Language>();

function languageOf(wanted: Locale): Language {
  const locale = LOCALES.includes(wanted) ? wanted : DEFAULT_LOCALE;
  const known = languages.get(locale);
  if (known) return known;
  const tag = locale.replace('_', '-');
  const language = {
    texts: sorted(locale === DEFAULT_LOCALE ? english : { ...english, ...read(locale) }),
    speaker: setupI18n({ locale: tag, messages: { [tag]: {} } }),
  };
  languages.set(locale, language);
  return language;
}

/** Every text of a locale by key, sorted, as ICU messages; one that a translation lacks is English. */
export const textsOf = (locale: Locale): Texts => languageOf(locale).texts;

/** One text in a language, its placeholders filled. The key itself when nobody knows it. */
export function text(locale: Locale, key: string, params: ReasonParams = {}): string {
  const { texts, speaker } = languageOf(locale);
  const message = Object.hasOwn(texts, key) ? texts[key] : undefined;
  if (message === undefined) return key;
  // Compiled when it is first said: few of them are.
  if (!Object.hasOwn(speaker.messages, key)) speaker.load(speaker.locale, { [key]: compileMessage(message) });
  return speaker._(key, asTyped(params));
}

/** The sentence of a reason, in English where no language is asked for. */
export function problemText({ status, params = {} }: Reason, locale: Locale = DEFAULT_LOCALE): string {
  const named = paramsInWords(params, (key) => textsOf(locale)[key] ?? null);
  return text(locale, `notifications.exceptions.${status}`, named);
}
