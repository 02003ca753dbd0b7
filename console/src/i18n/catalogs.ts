/** One lazy chunk per language. Literal imports, so that the bundler sees them. */
import type { Messages } from '@lingui/core';
import type { Locale } from '@signet/contract/locales';

export const catalogs: Record<Locale, () => Promise<{ default: Messages }>> = {
  en_US: () => import('virtual:texts/en_US'),
  de_DE: () => import('virtual:texts/de_DE'),
  fr_FR: () => import('virtual:texts/fr_FR'),
  es_ES: () => import('virtual:texts/es_ES'),
  ja_JP: () => import('virtual:texts/ja_JP'),
};
