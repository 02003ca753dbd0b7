/**
 * Two lazy chunks per language: the texts of every page, and those that only secured pages show. Literal imports, so
 * that the bundler sees them.
 */
import type { Messages } from '@lingui/core';
import type { Locale } from '@signet/contract/locales';

type Catalogs = Record<Locale, () => Promise<{ default: Messages }>>;

export const catalogs: Catalogs = {
  en_US: () => import('virtual:texts/en_US'),
  de_DE: () => import('virtual:texts/de_DE'),
  fr_FR: () => import('virtual:texts/fr_FR'),
  es_ES: () => import('virtual:texts/es_ES'),
  ja_JP: () => import('virtual:texts/ja_JP'),
};

export const securedCatalogs: Catalogs = {
  en_US: () => import('virtual:texts/en_US/secured'),
  de_DE: () => import('virtual:texts/de_DE/secured'),
  fr_FR: () => import('virtual:texts/fr_FR/secured'),
  es_ES: () => import('virtual:texts/es_ES/secured'),
  ja_JP: () => import('virtual:texts/ja_JP/secured'),
};
