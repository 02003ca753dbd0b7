/** What a notice says of where it arose, and how it is heard. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';
import { NoticeArea } from './NoticeArea.tsx';
import { NoticeLine } from './NoticeLine.tsx';
import { dismiss, notify, pageOfNotices } from './notifications.ts';

const CREATE = { to: '/account/accounts/create', text: 'Create account' };

test('[S-421] an error that is seen on another page names its own and the time, and leads back to it', async () => {
  pageOfNotices.set(CREATE);
  const id = notify({ type: 'error', message: 'No answer came from Signet.' });
  await renderPart(<NoticeArea />);
  const alert = page.getByRole('alert');
  const from = alert.getByRole('link', { name: CREATE.text });
  await expect.element(alert).toBeVisible();
  await expect.element(from).not.toBeInTheDocument();
  pageOfNotices.set({ to: '/account/seats', text: 'Seats' });
  await expect.element(from).toHaveAttribute('href', CREATE.to);
  expect(getComputedStyle(from.element()).textDecorationLine).toBe('underline');
  await expect.element(alert.getByText(/^On Create account, \d.+ \d\d:\d\d$/)).toBeVisible();
  dismiss(id);
});

test('its time is written as every other time, in English too', async () => {
  const [id, at] = ['notice-1', '2026-11-21T13:05:00.000Z'];
  const words = { title: null, message: 'It is saved.', translateMessage: false, correlationId: null };
  await renderPart(<NoticeLine notice={{ id, at, page: null, type: 'success', ...words }} withTime />);
  await expect.element(page.getByText('14:05', { exact: true })).toBeVisible();
});

test('what is told stands in a place that was there before it; an error is an alert of its own', async () => {
  await renderPart(<NoticeArea />);
  const place = page.getByRole('status');
  await expect.element(place).toBeInTheDocument();
  const before = place.element();
  expect(before.textContent).toBe('');
  const ids = [notify({ type: 'success', message: 'It is saved.' })];
  await expect.element(place).toHaveTextContent('It is saved.');
  ids.push(notify({ type: 'error', message: 'It is not.' }));
  await expect.element(page.getByRole('alert')).toHaveTextContent('It is not.');
  expect(page.getByRole('status').elements()).toEqual([before]);
  for (const id of ids) dismiss(id);
  await expect.poll(() => before.textContent).toBe('');
});
