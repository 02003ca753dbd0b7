/** The console's languages. An id is a language and a country code joined by an underscore (S §3 Locale). */
export const LOCALES = ['en_US', 'de_DE', 'fr_FR', 'es_ES', 'ja_JP'] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = 'en_US';

export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

/** BCP 47 tag of a locale: en_US becomes en-US. */
export function languageTag(locale: Locale): string {
  return locale.replace('_', '-');
}

/** The country of a locale, ISO 3166-1 alpha-2: en_US is of US. */
export function regionOf(locale: Locale): string {
  return locale.slice(-2);
}

/** The day on which a week begins, 0 for Sunday (CLDR). Not every browser says it (`Intl.Locale.getWeekInfo`). */
export function firstDayOfWeek(locale: Locale): 0 | 1 {
  return locale === 'en_US' || locale === 'ja_JP' ? 0 : 1;
}

/** The locale's name in its own language, for example "Deutsch (Deutschland)". */
export function localeName(locale: Locale): string {
  const tag = languageTag(locale);
  const name = new Intl.DisplayNames([tag], { type: 'language', languageDisplay: 'standard' }).of(tag) ?? locale;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

/** The best of our locales for a list of preferred BCP 47 tags (`navigator.languages`, Accept-Language order). */
export function pickLocale(tags: readonly string[]): Locale {
  for (const tag of tags) {
    const exact = LOCALES.find((locale) => languageTag(locale).toLowerCase() === tag.toLowerCase());
    if (exact) return exact;
    const language = tag.split('-')[0]?.toLowerCase();
    const near = LOCALES.find((locale) => locale.split('_')[0] === language);
    if (near) return near;
  }
  return DEFAULT_LOCALE;
}
