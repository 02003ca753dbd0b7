import { readFileSync } from 'node:fs';
import { setupI18n } from '@lingui/core';
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
/** The console's texts by locale, sorted by key; a key that a translation lacks is English. */
const catalogs = new Map<Locale, Texts>(LOCALES.map((locale) => [locale, sorted({ ...english, ...read(locale) })]));

const speakers = new Map(
  LOCALES.map((locale) => {
    const messages = Object.fromEntries(
      Object.entries(catalogs.get(locale) ?? english).map(([key, message]) => [key, compileMessage(message)]),
    );
    return [
      locale,
      setupI18n({ locale: locale.replace('_', '-'), messages: { [locale.replace('_', '-')]: messages } }),
    ];
  }),
);

/** Every text of a locale by key, as ICU messages. */
export function textsOf(locale: Locale): Texts {
  return catalogs.get(locale) ?? english;
}

/** One text in a language, its placeholders filled. The key itself when nobody knows it. */
export function text(locale: Locale, key: string, params: ReasonParams = {}): string {
  return speakers.get(locale)?._(key, asTyped(params)) ?? key;
}

/** The sentence of a reason, in English where no language is asked for. */
export function problemText({ status, params = {} }: Reason, locale: Locale = DEFAULT_LOCALE): string {
  const named = paramsInWords(params, (key) => textsOf(locale)[key] ?? null);
  return text(locale, `notifications.exceptions.${status}`, named);
}
