/**
 * Two lazy chunks per language: the texts of pages before sign-in, and all others. Literal imports, so that the bundler
 * sees them.
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

export const laterCatalogs: Catalogs = {
  en_US: () => import('virtual:texts/en_US/after-sign-in'),
  de_DE: () => import('virtual:texts/de_DE/after-sign-in'),
  fr_FR: () => import('virtual:texts/fr_FR/after-sign-in'),
  es_ES: () => import('virtual:texts/es_ES/after-sign-in'),
  ja_JP: () => import('virtual:texts/ja_JP/after-sign-in'),
};
