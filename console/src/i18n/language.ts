/** Which language the console speaks: the profile's after sign-in; before it the last choice, else the browser's. */
import type { Messages } from '@lingui/core';
import { isLocale, pickLocale, type Locale } from '@signet/contract/locales';
import { read, write } from '../session/storage.ts';
import { catalogs, laterCatalogs } from './catalogs.ts';
import { activateTexts } from './text.ts';

/** What has been loaded of each language: two calls at once must not take each other's texts away. */
const loaded: Partial<Record<Locale, Messages>> = {};
let requested: Locale | null = null;
let signedIn = false;
let active = '';

export function startLanguage(): Locale {
  const stored = read('language');
  return isLocale(stored) ? stored : pickLocale(navigator.languages);
}

/** Loads a language's texts, shows them and remembers the choice for the next visit. */
export async function activateLanguage(locale: Locale): Promise<void> {
  write('language', locale);
  requested = locale;
  const texts = `${locale} ${signedIn}`;
  if (texts === active) return;
  const parts = await Promise.all([catalogs[locale](), ...(signedIn ? [laterCatalogs[locale]()] : [])]);
  const messages: Messages = Object.assign({}, loaded[locale], ...parts.map((part) => part.default));
  loaded[locale] = messages;
  // Who chose another language meanwhile gets that one.
  if (requested !== locale) return;
  active = texts;
  activateTexts(locale, messages);
}

/** From now on the texts of pages after sign-in too; loads them in the language that is likely to be spoken. */
export function prepareSignedIn(): void {
  signedIn = true;
  void laterCatalogs[requested ?? startLanguage()]().catch(() => undefined);
}
