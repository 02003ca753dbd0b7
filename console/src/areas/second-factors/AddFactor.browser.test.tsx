import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { NoticeArea } from '../../shell/notices/NoticeArea.tsx';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { AddFactor } from './AddFactor.tsx';

const APP = '/account/ui-api/v1/second-factor/app';
const WRONG = (): Response =>
  Response.json(
    { error: { status: 'SECOND_FACTOR_WRONG', message: '', fields: { code: { status: 'SECOND_FACTOR_WRONG' } } } },
    { status: 403 },
  );

test('a wrong code of a new app is told at its field, which has the focus, until another one is typed', async () => {
  const shown: (readonly string[])[] = [];
  answerWith(({ path, body }) => {
    if (path === APP) return { id: 'x', secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/Signet:cleo' };
    if (path !== `${APP}/confirm`) return undefined;
    return JSON.stringify(body).includes('123456') ? { recovery_codes: ['AAAA-BBBB'] } : WRONG();
  });
  await renderPart(
    <>
      <AddFactor onCodes={(codes) => shown.push(codes)} />
      <NoticeArea />
    </>,
  );
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  const code = page.getByLabelText('Code from the app');
  const confirm = page.getByRole('button', { name: 'Confirm' });
  await code.fill('000000');
  await confirm.click();
  await expect.element(code).toHaveAccessibleDescription(/This code is wrong/);
  await expect.element(code).toHaveFocus();
  expect(page.getByRole('alert').elements()).toHaveLength(1);
  await code.fill('123456');
  await expect.element(code).not.toHaveAttribute('aria-invalid', 'true');
  await confirm.click();
  await expect.poll(() => shown).toEqual([['AAAA-BBBB']]);
  await expect.element(page.getByText('The app was added.')).toBeVisible();
});
