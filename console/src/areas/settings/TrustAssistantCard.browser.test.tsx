import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { TrustAssistantCard } from './TrustAssistantCard.tsx';

test('while nobody may use the assistant its switch for Linux says why it is out of use', async () => {
  const choice = { enabled: true, linux: false };
  const calls = answerWith(({ method, body }) => (method === 'PUT' ? Object.assign(choice, body) : choice));
  await renderPart(<TrustAssistantCard />);
  const linux = page.getByRole('switch', { name: /Also on desktop computers with Linux/ });
  await expect.element(linux).toHaveAccessibleName(/It always runs on Windows and macOS\.$/);
  await page.getByRole('switch', { name: 'People may use it' }).click();
  await expect.element(linux).toBeDisabled();
  await expect.element(linux).toHaveAccessibleName(/Can be set while people may use Trust Assistant\.$/);
  expect(calls.flatMap(({ method, body }) => (method === 'PUT' ? [body] : []))).toEqual([{ enabled: false }]);
});
