/** Which language the person's system speaks. */
import { DEFAULT_LOCALE, pickLocale, type Locale } from '@signet/contract/locales';

export type LanguageOfSystem = {
  environment: NodeJS.ProcessEnv;
  /** What the system says where the environment names no language: tags such as `de-DE`, the liked best first. */
  preferred: () => readonly string[];
};

/** `de_DE.UTF-8@euro` is de-DE. */
const tagOf = (locale: string): string => locale.replace(/[.@].*$/, '').replaceAll('_', '-');

/**
 * By POSIX the first that is set of LC_ALL, LC_MESSAGES and LANG, which people set in a terminal of any system. Unless
 * that is C, the list of GNU gettext (LANGUAGE) goes before it, as it does for the other programs of the desktop.
 */
export function localeOf({ environment, preferred }: LanguageOfSystem): Locale {
  const { LC_ALL, LC_MESSAGES, LANG, LANGUAGE = '' } = environment;
  const named = [LC_ALL, LC_MESSAGES, LANG].find(Boolean);
  if (named === undefined) return pickLocale(preferred());
  if (named === 'C' || named === 'POSIX') return DEFAULT_LOCALE;
  return pickLocale([...LANGUAGE.split(':').filter(Boolean), named].map(tagOf));
}

/** The languages in what `defaults read -g AppleLanguages` writes: a list in brackets, one to a line, some quoted. */
export const appleLanguages = (written: string): string[] =>
  [...written.matchAll(/^\s*"?([A-Za-z]{2,3}(?:-[A-Za-z\d]+)*)"?,?\s*$/gm)].map(([, tag = '']) => tag);
