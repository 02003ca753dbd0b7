/**
 * Which language the console speaks: the profile's after sign-in; before it the last choice, else the browser's. Texts
 * are fetched in parts: those of the start, and those of each page with the page (the build names the part).
 */
import type { Messages } from '@lingui/core';
import { isLocale, pickLocale, type Locale } from '@signet/contract/locales';
import { read, write } from '../session/storage.ts';
import { activateTexts } from './text.ts';

/** What has been fetched of a language. The parts are put into one object, which text.ts has from its activation on. */
type Fetched = { messages: Messages; parts: Set<string> };
const fetched = new Map<Locale, Fetched>();
/** The parts of what has been opened: a language must have all of them before it is shown. */
const wanted = new Set(['start']);
let requested: Locale | null = null;
let active: Locale | null = null;

export function startLanguage(): Locale {
  const stored = read('language');
  return isLocale(stored) ? stored : pickLocale(navigator.languages);
}

function languageIn(locale: Locale): Fetched {
  const found = fetched.get(locale) ?? { messages: {}, parts: new Set<string>() };
  fetched.set(locale, found);
  return found;
}

async function fetchPart(locale: Locale, part: string): Promise<void> {
  // An address that only the build knows.
  const { default: messages }: { default: Messages } = await import(
    /* @vite-ignore */ `${__TEXTS__}/${locale}/${part}.js`
  );
  const language = languageIn(locale);
  Object.assign(language.messages, messages);
  language.parts.add(part);
}

/** Both may grow while parts are on their way: it is over when nothing is missing. */
async function complete(locales: () => Iterable<Locale>, parts: () => Iterable<string>): Promise<void> {
  for (;;) {
    const missing = [...locales()].flatMap((locale) =>
      [...parts()].flatMap((part) => (languageIn(locale).parts.has(part) ? [] : [{ locale, part }])),
    );
    if (missing.length === 0) return;
    await Promise.all(missing.map(({ locale, part }) => fetchPart(locale, part)));
  }
}

/** Fetches a language's texts, shows them and remembers the choice for the next visit. */
export async function activateLanguage(locale: Locale): Promise<void> {
  write('language', locale);
  requested = locale;
  await complete(
    () => [locale],
    () => wanted,
  );
  // Who chose another language meanwhile gets that one.
  if (requested !== locale || active === locale) return;
  active = locale;
  activateTexts(locale, languageIn(locale).messages);
}

/** The language that is shown, and the one that is about to be. */
const spoken = (): Set<Locale> => new Set([...(active ? [active] : []), requested ?? startLanguage()]);

/** What is being imported, once its texts are there too. The build puts this around the imports of pages. */
export async function withTexts<M>(module: Promise<M>, part: string): Promise<M> {
  wanted.add(part);
  try {
    const [loaded] = await Promise.all([module, complete(spoken, () => [part])]);
    return loaded;
  } catch (thrown) {
    // A page that has never come holds no other language up.
    if (![...fetched.values()].some(({ parts }) => parts.has(part))) wanted.delete(part);
    throw thrown;
  }
}
