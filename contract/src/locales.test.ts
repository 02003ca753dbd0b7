import { describe, expect, it } from 'vitest';
import { isLocale, languageTag, LOCALES, localeName, pickLocale } from './locales.ts';

describe('the languages', () => {
  it.each([
    ['en_US', true],
    ['ja_JP', true],
    ['en-US', false],
    ['EN_us', false],
    ['xx_XX', false],
    ['', false],
    [null, false],
  ])('%s is one of ours: %s', (value, ours) => expect(isLocale(value)).toBe(ours));

  it('have the tags that browsers know', () =>
    expect(LOCALES.map(languageTag)).toEqual(['en-US', 'de-DE', 'fr-FR', 'es-ES', 'ja-JP']));

  it('are named in themselves, with a capital where the script has one', () => {
    expect(LOCALES.map(localeName)).toEqual([
      'English (United States)',
      'Deutsch (Deutschland)',
      'Français (France)',
      'Español (España)',
      '日本語 (日本)',
    ]);
  });
});

describe('the language picked for a browser', () => {
  it.each([
    [['de-DE', 'en-US'], 'de_DE'],
    [['de-at'], 'de_DE'],
    [['DE-de'], 'de_DE'],
    [['DE-CH'], 'de_DE'],
    [['fr'], 'fr_FR'],
    [['pt-BR', 'es-MX', 'en'], 'es_ES'],
    [['zh-CN'], 'en_US'],
    [['*'], 'en_US'],
    [[''], 'en_US'],
    [[], 'en_US'],
  ] as const)('of %j is %s', (tags, locale) => expect(pickLocale(tags)).toBe(locale));
});
