import { describe, expect, test } from 'vitest';
import type { Locale } from '@signet/contract/locales';
import { problemText, text } from './texts.ts';

const HOURS = 'mail.invitation.text';
const MINUTES = 'mail.password-reset.text';
const LOCKED = 'notifications.exceptions.USER_LOCKED';
const SECONDS = 'notifications.exceptions.TOO_MANY_REQUESTS';

describe('one second, minute or hour is told as one', () => {
  test.each<[Locale, string, one: string, many: string]>([
    ['en_US', SECONDS, ' 1 second,', ' 30 seconds,'],
    ['en_US', LOCKED, ' 1 minute.', ' 30 minutes.'],
    ['en_US', MINUTES, ' 1 minute:', ' 30 minutes:'],
    ['en_US', HOURS, ' 1 hour:', ' 30 hours:'],
    ['de_DE', SECONDS, ' 1 Sekunde ', ' 30 Sekunden '],
    ['de_DE', LOCKED, ' 1 Minute ', ' 30 Minuten '],
    ['de_DE', MINUTES, ' 1 Minute ', ' 30 Minuten '],
    ['de_DE', HOURS, ' 1 Stunde ', ' 30 Stunden '],
    ['fr_FR', SECONDS, ' 1 seconde,', ' 30 secondes,'],
    ['fr_FR', LOCKED, ' 1 minute.', ' 30 minutes.'],
    ['fr_FR', MINUTES, ' 1 minute\u00a0:', ' 30 minutes\u00a0:'],
    ['fr_FR', HOURS, ' 1 heure\u00a0:', ' 30 heures\u00a0:'],
    ['es_ES', SECONDS, ' 1 segundo ', ' 30 segundos '],
    ['es_ES', LOCKED, ' 1 minuto.', ' 30 minutos.'],
    ['es_ES', MINUTES, ' 1 minuto:', ' 30 minutos:'],
    ['es_ES', HOURS, ' 1 hora:', ' 30 horas:'],
    ['ja_JP', SECONDS, '。1秒待', '。30秒待'],
    ['ja_JP', LOCKED, 'は1分間', 'は30分間'],
    ['ja_JP', MINUTES, 'は1分間', 'は30分間'],
    ['ja_JP', HOURS, 'は1時間', 'は30時間'],
  ])('%s %s', (locale, key, one, many) => {
    for (const [count, ending] of [
      [1, one],
      [30, many],
    ] as const)
      expect(
        text(locale, key, { seconds: count, minutes: count, hours: count, name: '-', user_name: '-', link: '-' }),
      ).toContain(ending);
  });

  test('in the sentence of a problem too', () => {
    expect(problemText({ status: 'USER_LOCKED', params: { minutes: 1 } })).toBe(
      'Too many wrong passwords. The user is locked for 1 minute.',
    );
  });
});

test.each<[Locale, string, one: string, two: string]>([
  ['es_ES', 'list.selected', '1 seleccionado', '2 seleccionados'],
  ['fr_FR', 'list.selected', '1 sélectionné', '2 sélectionnés'],
  ['fr_FR', 'list.sortPlace', ', 1er dans l’ordre de tri, -', ', 2e dans l’ordre de tri, -'],
])('%s %s: the first one is told as one', (locale, key, one, two) => {
  for (const [count, said] of [
    [1, one],
    [2, two],
  ] as const)
    expect(text(locale, key, { count, place: count, way: '-' })).toBe(said);
});

test.each<[Locale, string]>([
  ['de_DE', 'Ende: SAML-Metadaten, Nordmark'],
  ['es_ES', 'Fin: Metadatos SAML, Nordmark'],
  ['fr_FR', 'Échéance\u00a0: Métadonnées SAML, Nordmark'],
])('%s: the event of an end agrees with a kind that is a plural', (locale, said) => {
  const kind = text(locale, 'endsSoon.kind.sign_on_metadata');
  expect(text(locale, 'endsSoon.calendarEvent', { kind, name: 'Nordmark' })).toBe(said);
});

test.each([String.raw`A\u202eB\x0aC\x5c`, String.raw`\\server\u0041`, 'ends with \\'])(
  'what looks like an escape sequence in a name stays what was typed: %s',
  (name) => {
    expect(text('en_US', 'endsSoon.calendarEvent', { kind: name, name })).toContain(`${name} ends: ${name}`);
    expect(text('en_US', HOURS, { name, user_name: name, hours: 3, link: '-' })).toContain(name);
  },
);
