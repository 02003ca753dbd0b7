import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import ForgotPasswordPage from './ForgotPasswordPage.tsx';

test('a blank after the user name is no part of it', async () => {
  const calls = answerWith(() => null);
  await renderPart(<ForgotPasswordPage />);
  await page.getByLabelText('User name').fill('ines ');
  await page.getByRole('button').first().click();
  await expect.poll(() => calls.map(({ body }) => body)).toEqual([{ user_name: 'ines', locale: 'en_US' }]);
});
