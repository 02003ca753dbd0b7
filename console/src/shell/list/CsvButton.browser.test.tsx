/** A list leaves as a file: how far it is, how it is ended, what is said where it fails. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { howItEnded, keepTokens } from '../../session/state.ts';
import { held, problem } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { ORGANIZATIONS, rowsOf, serveRows, TestList } from '../../testing/TestList.tsx';

const button = page.getByRole('button', { name: 'Export CSV' });
const alert = page.getByRole('region', { name: 'Messages' }).getByRole('alert');

test('on its way it says how far it is, and can be cancelled: nothing is saved', async () => {
  const calls = serveRows(rowsOf(3), {
    first: ({ path, signal }) =>
      path === `${ORGANIZATIONS}/export`
        ? new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
        : undefined,
  });
  await renderPart(<TestList />);
  await button.click();
  await expect.element(page.getByText('0 of 3 rows')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel export' }).click();
  await expect.element(button).toHaveFocus();
  await expect.element(button).toHaveAttribute('aria-busy', 'false');
  expect(calls.find(({ path }) => path.endsWith('/export'))?.signal?.aborted).toBe(true);
  await expect.element(alert).not.toBeInTheDocument();
});

test('the second click of a slow double click does not cancel it', async () => {
  const { wait, release } = held();
  const calls = serveRows(rowsOf(3), {
    first: ({ path }) =>
      path === `${ORGANIZATIONS}/export` ? wait.then(() => problem('INTERNAL', 500, 'c-4711')) : undefined,
  });
  await renderPart(<TestList />);
  await button.click();
  const cancel = page.getByRole('button', { name: 'Cancel export' });
  await expect.element(cancel).toBeVisible();
  cancel.element().dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }));
  expect(calls.find(({ path }) => path.endsWith('/export'))?.signal?.aborted).toBe(false);
  release();
  await expect.element(button).toBeVisible();
});

test('an export that fails says why, with the number for support', async () => {
  serveRows(rowsOf(3), {
    first: ({ path }) => (path.endsWith('/export') ? problem('INTERNAL', 500, 'c-4711') : undefined),
  });
  await renderPart(<TestList />);
  await button.click();
  await expect.element(alert.getByText(/c-4711/)).toBeVisible();
  await userEvent.click(alert.getByRole('button', { name: 'Close' }));
});

test('a session that has ended meanwhile ends here too', async () => {
  keepTokens({ accessToken: 'a', refreshToken: 'r', expiresAt: new Date(Date.now() + 60_000) });
  serveRows(rowsOf(3), {
    first: ({ path }) => (path.endsWith('/export') ? problem('UNAUTHORIZED', 401) : undefined),
  });
  await renderPart(<TestList />);
  await button.click();
  await expect.poll(howItEnded).toBe('expired');
  expect(localStorage.getItem('refresh_token')).toBeNull();
});
