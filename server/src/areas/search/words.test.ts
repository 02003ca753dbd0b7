import { expect, test } from 'vitest';
import { patternAtStart, patternInside, piecesOf, wordsOf, wordStart } from './words.ts';

const begins = (text: string): string[] => piecesOf(wordsOf(text), true);
const inside = (text: string): string[] => piecesOf(wordsOf(text), false);

test('words are told apart by spaces and taken once; those with three letters or digits are looked for inside', () => {
  expect(wordsOf('cleo ma cleo  a-b 東京 東京都')).toEqual([
    { text: 'cleo', inside: true },
    { text: 'ma', inside: false },
    { text: 'a-b', inside: false },
    { text: '東京', inside: false },
    { text: '東京都', inside: true },
  ]);
  expect(wordsOf(' ')).toEqual([]);
});

test('pieces cover a word from its beginning, the first after a space as the index has it', () => {
  expect(begins('a')).toEqual(['  a']);
  expect(begins('an')).toEqual([' an']);
  expect(begins('marchett')).toEqual([' ma', 'rch', 'ett']);
  expect(begins('marchetti')).toEqual([' ma', 'ett', 'tti']);
  expect(begins('cleo ma')).toEqual([' cl', 'leo', ' ma']);
  expect(begins('東京')).toEqual([' 東京']);
});

test('pieces of a word that may be inside another say nothing of what stands before it', () => {
  expect(inside('mar')).toEqual(['mar']);
  expect(inside('chet')).toEqual(['che', 'het']);
  expect(inside('cleo ma')).toEqual(['cle', 'leo', ' ma']);
  expect(inside('東京都')).toEqual(['東京都']);
});

test('what stands behind a sign begins a word; signs alone have no pieces', () => {
  expect(inside('ann.m@x')).toEqual(['ann', '  m', '  x']);
  expect(begins("o'n")).toEqual(['  o', '  n']);
  for (const text of ['%', '--', '...', '@%_']) expect(begins(text)).toEqual([]);
});

test('the pieces are few however long the text', () => {
  expect(begins('a'.repeat(60).replace(/a/g, (_, at: number) => String.fromCodePoint(97 + (at % 26))))).toHaveLength(3);
  expect(begins('anna berta cleo dora emil franz gustav').length).toBe(6);
});

test('signs that mean something to LIKE or to a regular expression stand for themselves', () => {
  expect(patternAtStart(String.raw`50%_\x`)).toBe(String.raw`50\%\_\\x%`);
  expect(patternInside('a_b')).toBe(String.raw`%a\_b%`);
  expect(new RegExp(wordStart('a.b('), 'u').test('x a.b(')).toBe(true);
  expect(new RegExp(wordStart('a.b'), 'u').test('x axb')).toBe(false);
  expect(new RegExp(wordStart('b'), 'u').test('x.b')).toBe(true);
  expect(new RegExp(wordStart('b'), 'u').test('xb')).toBe(false);
  expect(new RegExp(wordStart('(b'), 'u').test('x(b')).toBe(true);
});
