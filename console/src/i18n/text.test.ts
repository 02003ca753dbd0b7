import { expect, test } from 'vitest';
import { activateTexts, t } from './text.ts';

test('what looks like an escape sequence in a name stays what was typed', () => {
  activateTexts('en_US', { 'shell.help': ['Help for ', ['name']] });
  const name = String.raw`A\u202eB\x0aC\x5c`;
  expect(t('shell.help', { name })).toBe(`Help for ${name}`);
});
