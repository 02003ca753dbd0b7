import { expect, test } from 'vitest';
import { isPlainText, visibleParts } from './hidden-characters.ts';

test('what nobody sees in a text is shown by its number', () => {
  expect(visibleParts('Cleo \u202Egpj.exe\u0000')).toEqual([
    { text: 'Cleo ', hidden: false },
    { text: 'U+202E', hidden: true },
    { text: 'gpj.exe', hidden: false },
    { text: 'U+0000', hidden: true },
  ]);
  expect(visibleParts('')).toEqual([]);
  expect(visibleParts('\ud800\u{e0041}')).toEqual([
    { text: 'U+D800', hidden: true },
    { text: 'U+E0041', hidden: true },
  ]);
});

test('names of any script are plain, quotes and commas too', () => {
  for (const name of ['Żółć, "O" #1', '山田太郎', 'فاطمة', '👩‍🎤'.normalize().replace('\u200d', '')])
    expect(isPlainText(name), name).toBe(true);
  for (const hidden of ['a\u00adb', 'a\u061cb', 'a\u200bb', '\ufeffa', 'a\u2066b', 'a\tb'])
    expect(isPlainText(hidden)).toBe(false);
});
