import { expect, test } from 'vitest';
import { marked, rankOf, wordsOf } from './match.ts';

const markedText = (typed: string, text: string): string =>
  marked(wordsOf(typed), text)
    .map((piece) => (piece.marked ? `[${piece.text}]` : piece.text))
    .join('');

test('what was typed is taken as folded words, each once', () => {
  expect(wordsOf('  Cleo  MA cleo ')).toEqual(['cleo', 'ma']);
});

test('the rank says where: at the beginning, where words begin, inside; two letters only where words begin', () => {
  expect(rankOf(wordsOf('plat'), 'Platform settings')).toBe(0);
  expect(rankOf(wordsOf('platform se'), 'Platform settings')).toBe(0);
  expect(rankOf(wordsOf('se'), 'Platform settings')).toBe(1);
  expect(rankOf(wordsOf('set plat'), 'Platform settings')).toBe(1);
  expect(rankOf(wordsOf('form'), 'Platform settings')).toBe(2);
  expect(rankOf(wordsOf('tt'), 'Platform settings')).toBeNull();
  expect(rankOf(wordsOf('settings mail'), 'Platform settings')).toBeNull();
  expect(rankOf(wordsOf('設定'), 'プラットフォーム設定')).toBe(2);
});

test('what was found is marked, a beginning of a word before any other place', () => {
  expect(markedText('nord', 'Nordmark Landesbank')).toBe('[Nord]mark Landesbank');
  expect(markedText('nord', 'Studio Nord, Registry')).toBe('Studio [Nord], Registry');
  expect(markedText('mar cleo', 'Cleo Marchetti')).toBe('[Cleo] [Mar]chetti');
  expect(markedText('ark', 'Bismarck Ark')).toBe('Bismarck [Ark]');
  expect(markedText('chet', 'Marchetti')).toBe('Mar[chet]ti');
  expect(markedText('zz', 'Marchetti')).toBe('Marchetti');
});

test('marks cover whole letters of the text, whatever they became when folded', () => {
  expect(markedText('grun', 'Grünwald')).toBe('[Grün]wald');
  expect(markedText('grun', 'Gru\u0308nwald')).toBe('[Gru\u0308n]wald');
  expect(markedText('stras', 'Hauptstraße')).toBe('Haupt[straß]e');
  expect(markedText('東京', '東京銀行')).toBe('[東京]銀行');
  expect(markedText('😀', 'a 😀 b')).toBe('a [😀] b');
  expect(marked([], 'Ada')).toEqual([{ text: 'Ada', marked: false }]);
});
