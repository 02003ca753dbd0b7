/** The own profile, while somebody else corrects it. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '../../api/query.ts';
import { paths } from '../../paths.ts';
import { profileQuery } from '../../session/profile.ts';
import { NoticeArea } from '../../shell/notices/NoticeArea.tsx';
import { answerWith, problem } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import ProfileEditPage from './ProfileEditPage.tsx';

const PERSON = { scope: 'account', permissions: [], accounts: ['Nordmark'] } as const;

test('what an administrator has corrected meanwhile is taken in, and not written back', async () => {
  const puts: [string | null, unknown][] = [];
  answerWith(({ method, path, query, body }) => {
    const present = queryClient.getQueryData(profileQuery.queryKey);
    if (path.endsWith('/user/me')) return { ...present, email: 'tove.lind@nowhere.example', version: 2 };
    if (method !== 'PUT') return undefined;
    puts.push([query.get('version'), body]);
    return puts.length === 1 ? problem('CHANGED_MEANWHILE', 409) : { ...present };
  });
  await renderPart(<ProfileEditPage />, { as: PERSON });
  await page.getByLabelText(/^Phone/).fill('+4930123456');
  const save = page.getByRole('button', { name: 'Save profile' });
  await save.click();
  await expect.element(page.getByLabelText('Email')).toHaveValue('tove.lind@nowhere.example');
  await expect.element(page.getByLabelText(/^Phone/)).toHaveValue('+4930123456');
  await save.click();
  await expect.poll(() => puts.length).toBe(2);
  expect(puts).toMatchObject([
    ['1', { email: 'tove@nowhere.example', phone: '+4930123456' }],
    ['2', { email: 'tove.lind@nowhere.example', phone: '+4930123456' }],
  ]);
});

test('[S-199] an alias that was added elsewhere meanwhile is kept, and shown, beside what was typed here', async () => {
  const puts: unknown[] = [];
  const added = { badge: '4711' };
  answerWith(({ method, path, body }) => {
    const present = queryClient.getQueryData(profileQuery.queryKey);
    if (path.endsWith('/user/me')) return { ...present, aliases: added, version: 2 };
    if (method !== 'PUT') return undefined;
    puts.push(body);
    return puts.length === 1 ? problem('CHANGED_MEANWHILE', 409) : { ...present };
  });
  await renderPart(<ProfileEditPage />, { as: { ...PERSON, scope: 'system' } });
  await page.getByLabelText(/^Phone/).fill('+4930123456');
  const save = page.getByRole('button', { name: 'Save profile' });
  await save.click();
  await expect.element(page.getByText(/badge: 4711/).first()).toBeVisible();
  await expect.element(page.getByLabelText('Identifier')).toHaveValue('badge');
  await save.click();
  await expect.poll(() => puts).toHaveLength(2);
  expect(puts).toMatchObject([{ aliases: {} }, { aliases: added, phone: '+4930123456' }]);
});

test('a profile whose language can’t be loaded just now is saved all the same, and says so', async () => {
  const calls = answerWith(({ method }) => {
    const present = queryClient.getQueryData(profileQuery.queryKey);
    // No texts are found there.
    return method === 'PUT' ? { ...present, locale: '../nowhere', version: 2 } : present;
  });
  const { address } = await renderPart(
    <>
      <ProfileEditPage />
      <NoticeArea />
    </>,
    { as: PERSON },
  );
  await page.getByLabelText(/^Phone/).fill('+4930123456');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect.element(page.getByRole('status').getByText('Your profile is saved.')).toBeVisible();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.poll(address).toBe(paths.profile());
  expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(1);
});
