import { expect, test } from 'vitest';
import { appleLanguages, localeOf } from './language.ts';

const nothing = (): string[] => [];
const ofEnvironment = (environment: NodeJS.ProcessEnv): string => localeOf({ environment, preferred: nothing });

test.each([
  [
    'the first of LC_ALL, LC_MESSAGES and LANG',
    { LC_ALL: 'fr_FR.UTF-8', LC_MESSAGES: 'ja_JP', LANG: 'de_DE' },
    'fr_FR',
  ],
  ['LC_MESSAGES before LANG', { LC_MESSAGES: 'ja_JP.eucJP', LANG: 'de_DE.UTF-8' }, 'ja_JP'],
  ['an empty one is as none', { LC_ALL: '', LC_MESSAGES: '', LANG: 'es_ES@euro' }, 'es_ES'],
  ['another country with the same language', { LANG: 'de_AT.UTF-8' }, 'de_DE'],
  ['the language alone', { LANG: 'ja' }, 'ja_JP'],
  ['the list of gettext, the first that is known', { LANG: 'en_US.UTF-8', LANGUAGE: 'sv:fr_CA:de' }, 'fr_FR'],
  ['a list that holds none of ours', { LANG: 'de_DE.UTF-8', LANGUAGE: 'sv' }, 'de_DE'],
  [
    'C is nobody\u2019s language, whatever the list says',
    { LC_ALL: 'C', LANG: 'de_DE.UTF-8', LANGUAGE: 'de' },
    'en_US',
  ],
  ['UTF-8 of no country', { LANG: 'C.UTF-8' }, 'en_US'],
  ['an unknown language', { LANG: 'sv_SE.UTF-8' }, 'en_US'],
  ['what is no locale at all', { LANG: '../../etc/passwd' }, 'en_US'],
  ['nothing', {}, 'en_US'],
])('the language of the environment: %s', (_what, environment, locale) => {
  expect(ofEnvironment(environment)).toBe(locale);
});

test('where the environment names none it is that of the system, as macOS writes it', () => {
  const written = '(\n    "sv-SE",\n    "ja-JP",\n    de\n)\n';
  expect(appleLanguages(written)).toEqual(['sv-SE', 'ja-JP', 'de']);
  expect(localeOf({ environment: {}, preferred: () => appleLanguages(written) })).toBe('ja_JP');
  expect(localeOf({ environment: { LANG: 'es_ES' }, preferred: () => appleLanguages(written) })).toBe('es_ES');
});
