import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { activateTexts, useText } from './text.ts';

function Greeting() {
  return <p>{useText()('shell.help')}</p>;
}

test('texts that arrive late in the language in force replace their keys', async () => {
  activateTexts('en_US', {});
  await render(<Greeting />);
  activateTexts('en_US', { 'shell.help': 'Help' });
  await expect.element(page.getByText('Help', { exact: true })).toBeVisible();
});
