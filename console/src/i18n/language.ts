/** Which language the console speaks: the profile's after sign-in; before it the last choice, else the browser's. */
import { isLocale, pickLocale, type Locale } from '@signet/contract/locales';
import { read, write } from '../session/storage.ts';
import { catalogs } from './catalogs.ts';
import { activateTexts, currentLocale } from './text.ts';

export function startLanguage(): Locale {
  const stored = read('language');
  return isLocale(stored) ? stored : pickLocale(navigator.languages);
}

/** Loads a language's texts, shows them and remembers the choice for the next visit. */
export async function speak(locale: Locale): Promise<void> {
  write('language', locale);
  if (locale === currentLocale() && document.documentElement.dataset['texts'] === locale) return;
  const { default: messages } = await catalogs[locale]();
  document.documentElement.dataset['texts'] = locale;
  activateTexts(locale, messages);
}
