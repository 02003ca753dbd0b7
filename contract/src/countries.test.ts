import { describe, expect, it } from 'vitest';
import { COUNTRY_CODES, countries, whyNotOfferedCountry } from './countries.ts';
import { LOCALES } from './locales.ts';

describe('countries', () => {
  it('are the 249 assigned codes of ISO 3166-1, each once', () => {
    expect(COUNTRY_CODES).toHaveLength(249);
    expect(new Set(COUNTRY_CODES).size).toBe(249);
  });

  it.each(LOCALES)('have a name of their own in %s', (locale) => {
    const list = countries(locale);
    expect(list.filter(({ code, name }) => code === name)).toEqual([]);
    expect(new Set(list.map(({ name }) => name)).size).toBe(list.length);
  });

  it('[S-280] leave out Cuba, Iran, Syria and North Korea, and nobody else', () => {
    const offered = new Set(countries('en_US').map(({ code }) => code));
    expect(COUNTRY_CODES.filter((code) => !offered.has(code))).toEqual(['CU', 'IR', 'KP', 'SY']);
    expect(['CU', 'IR', 'SY', 'KP', 'XX', 'de', ''].filter((code) => whyNotOfferedCountry(code) === null)).toEqual([]);
  });

  it('stand in the order of the language', () => {
    expect(
      countries('de_DE')
        .slice(0, 3)
        .map(({ name }) => name),
    ).toEqual(['Afghanistan', 'Ägypten', 'Ålandinseln']);
    expect(countries('ja_JP').map(({ name }) => name)).toContain('日本');
  });
});
