import { expect, test } from 'vitest';
import { letterParts } from './letter.ts';

const HERE = 'https://console.example.org';
const links = (text: string) => letterParts(text, HERE).flatMap((part) => (part.href === null ? [] : [part.href]));

test('an address of this console becomes a link, the words around it stay', () => {
  expect(letterParts(`Hello,\n\n${HERE}/account/verify/1/abc\n\nSignet`, HERE)).toEqual([
    { text: 'Hello,\n\n', href: null },
    { text: `${HERE}/account/verify/1/abc`, href: `${HERE}/account/verify/1/abc` },
    { text: '\n\nSignet', href: null },
  ]);
});

test('the sentence’s punctuation is no part of the address', () => {
  expect(links(`Open (${HERE}/account/login), then ${HERE}/account/x?a=1&b=2.`)).toEqual([
    `${HERE}/account/login`,
    `${HERE}/account/x?a=1&b=2`,
  ]);
});

test.each([
  'https://evil.example/account/login',
  'https://console.example.org.evil.example/',
  'https://console.example.org@evil.example/',
  'https://console.example.org:8443/',
  'http://console.example.org/',
  'javascript:alert(1)',
  'data:text/html,x',
  '//console.example.org/',
  'https://',
])('%s is shown, not linked', (address) => {
  expect(links(`Look: ${address} now`)).toEqual([]);
  expect(
    letterParts(`Look: ${address} now`, HERE)
      .map((part) => part.text)
      .join(''),
  ).toBe(`Look: ${address} now`);
});

test('a text without addresses, and an empty one', () => {
  expect(letterParts('Hello', HERE)).toEqual([{ text: 'Hello', href: null }]);
  expect(letterParts('', HERE)).toEqual([]);
});
