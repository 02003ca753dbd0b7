import { expect, test } from 'vitest';
import { LOCALES } from '@signet/contract/locales';
import { Failure, speakerOf } from './speaker.ts';

const TOKEN = { where: 'token', label: 'Büro', store: 'YubiKey', serial: '123' };
const OWN = { where: 'software', label: '', store: '', serial: '' };

test.each([
  ['en_US', '3 wrong PINs were tried. One more may be the last that the token “Büro” (YubiKey, 123) takes.'],
  ['de_DE', '3 falsche PINs wurden versucht. Eine weitere ist vielleicht die letzte, die der Token „Büro“'],
  ['fr_FR', '3 codes PIN erronés ont été essayés. Le prochain sera peut-être le dernier que le jeton «\u00a0Büro'],
  ['es_ES', 'Se han probado 3 PIN incorrectos. Otro más puede ser el último que acepte el token «Büro»'],
  ['ja_JP', 'PINを3回間違えました。トークン「Büro」（YubiKey、123）が受け付けるのは次が最後かもしれません。'],
] as const)('%s: a sentence with a number and a token', (locale, sentence) => {
  const said = speakerOf(locale)('assistantProgram.wrongTries.pin', { ...TOKEN, wrong: 3 });
  expect(said.slice(0, sentence.length)).toBe(sentence);
});

test('one is said as one, and what is the person\u2019s own as theirs', () => {
  const german = speakerOf('de_DE');
  expect(german('assistantProgram.wrongTries.pin', { ...OWN, wrong: 1 })).toBe(
    '1 falsche PIN wurde versucht. Eine weitere ist vielleicht die letzte, die Ihr Schlüsselspeicher annimmt.',
  );
});

test('what a page has named is said as it is: no placeholder, escape or number sign of its own', () => {
  const label = String.raw`{origin} \x41 \u202e # {n, plural, other {#}} 'x'`;
  for (const locale of LOCALES) {
    const said = speakerOf(locale)('assistantProgram.asks.generate', { origin: 'https://a.example', label });
    expect(said, locale).toContain(label);
  }
  const named = speakerOf('en_US')('assistantProgram.wrongTries.pin', { ...TOKEN, label: '# {wrong}', wrong: 2 });
  expect(named).toContain('2 wrong PINs were tried');
  expect(named).toContain('“# {wrong}”');
});

test('a failure is English where nobody asks for another language', () => {
  const failure = new Failure('assistantProgram.failure.switch', { setting: 'SIGNET_ASSISTANT_TOKENS' });
  expect(failure.message).toBe('SIGNET_ASSISTANT_TOKENS must be on or off.');
  expect(speakerOf('fr_FR')(failure.text, failure.values)).toBe('SIGNET_ASSISTANT_TOKENS doit valoir on ou off.');
  expect(() => speakerOf('fr_FR')('assistantProgram.failure.switch')).toThrow('lacks a value for setting');
});
