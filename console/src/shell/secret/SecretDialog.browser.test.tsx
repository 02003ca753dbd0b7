import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { endSession } from '../../session/state.ts';
import { beginSession } from '../../session/start.ts';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { tokensOf } from '../../testing/tokens.ts';
import { showOnce } from './shown-secret.ts';

const Content = () => <p>the secret itself</p>;
const secret = page.getByText('the secret itself');

test('a secret goes with its session', async () => {
  answerWith(() => null);
  await renderPart(<p>A page</p>);
  beginSession(tokensOf('ada'));
  showOnce({ title: 'Secret', Content });
  await expect.element(secret).toBeVisible();
  endSession('signed-out');
  await expect.element(secret).not.toBeInTheDocument();
});

test('one that comes after the end of its session is not shown to who signs in next', async () => {
  answerWith(() => null);
  await renderPart(<p>A page</p>);
  beginSession(tokensOf('ada'));
  endSession('signed-out');
  showOnce({ title: 'Secret', Content });
  beginSession(tokensOf('ines'));
  // Longer than a dialog takes to come.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(secret.elements()).toEqual([]);
});
