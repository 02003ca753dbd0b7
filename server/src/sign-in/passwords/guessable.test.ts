import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { leastCpuMs } from '../../testing/cpu-time.ts';
import { whyNotGuessed } from './guessable.ts';

const COMMON = new Set(dictionary['passwords-common']);
const ADA = { name: 'Ada Lovelace-Bÿron', user_name: 'ada.l', email: 'countess@nordmark-lb.example' };
const why = (password: string) => whyNotGuessed(password, ADA, COMMON)?.status ?? 'fine';

test('a common password is refused however it is dressed up', () => {
  for (const password of [
    'Password123!',
    'P@ssw0rd1234',
    'pA$$w0rD-2026-11',
    'Passwort-2026!',
    'Ｐａｓｓｗｏｒｄ１２３！',
    '1!Iloveyou2000',
    'Sommer2026!!!',
    'Qwertyuiop1!',
    'Letmein-Letmein-1',
    'Adm1nistrator!',
    'Ada-Password-26!',
    'Signet-Welcome-1',
    'Password1!'.repeat(25),
  ])
    expect(why(password), password).toBe('PASSWORD_COMMON');
});

test('so is one of the names of the person and the product', () => {
  for (const password of [
    'Ada-Lovelace-1',
    'Lovelace2026!',
    'Byron#Lovelace#7',
    'Countess-1815!',
    'Nordmark2026!',
    'N0rdmark-LB-2026',
    'Signet-Signet-1',
    'S1gn3t-ada-2026',
    '1qaz!QAZ2wsx@WSX',
  ])
    expect(why(password), password).toBe('PASSWORD_OF_NAMES');
});

test('words that do not belong together, and what a machine makes up, are taken', () => {
  for (const password of [
    'Correct-horse-7-battery',
    'Quiet-harbour-42-lights',
    'Lovelace rides 4 Otters',
    'Xk7#vQ2p!mZr',
    '7!3#9$2%5&8Ab',
    'さくら-Mountain-4-川',
  ])
    expect(why(password), password).toBe('fine');
});

test('the longest password is judged in no time', () => {
  const ms = leastCpuMs(() => {
    for (const one of ['password', 'p@$$w0rd', '4@8({[<3', 'abc', 'xq'])
      whyNotGuessed(one.repeat(128).slice(0, 255), ADA, COMMON);
  });
  expect(ms).toBeLessThan(200);
});
