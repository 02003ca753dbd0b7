import { afterAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { activateLanguage } from './language.ts';
import { activateTexts, t, useText } from './text.ts';

/** The texts of the console instead of those given here: what speaks English already isn't activated again. */
afterAll(async () => {
  await activateLanguage('fr_FR');
  await activateLanguage('en_US');
});

function Greeting() {
  return <p>{useText()('shell.help')}</p>;
}

test('texts that arrive late in the language in force replace their keys', async () => {
  activateTexts('en_US', {});
  await render(<Greeting />);
  activateTexts('en_US', { 'shell.help': 'Help' });
  await expect.element(page.getByText('Help', { exact: true })).toBeVisible();
});

test('what looks like an escape sequence in a name stays what was typed', () => {
  activateTexts('en_US', { 'shell.help': ['Help for ', ['name']] });
  const name = String.raw`A\u202eB\x0aC\x5c`;
  expect(t('shell.help', { name })).toBe(`Help for ${name}`);
});
