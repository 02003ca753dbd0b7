import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';
import { SessionList } from './SessionList.tsx';

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const session = (id: string, ip: string) => ({
  id,
  ip,
  user_agent: CHROME,
  created_at: '2026-11-20 08:00:00',
  last_used_at: '2026-11-21 12:00:00',
});

test('two sessions of one kind of device are told apart by their buttons, and by the question', async () => {
  const ended: string[] = [];
  const sessions = [session('a', '192.0.2.7'), session('b', '192.0.2.8')];
  await renderPart(<SessionList sessions={sessions} end={async (id) => ended.push(id)} />);
  await page.getByRole('button', { name: /^End session: Chrome on Windows, 192\.0\.2\.8, .*2026/ }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(/Chrome on Windows \(192\.0\.2\.8, last used .*2026.*\)/)).toBeVisible();
  await dialog.getByRole('button', { name: 'End session' }).click();
  await expect.poll(() => ended).toEqual(['b']);
});

test('since when it is there is said where it was used later', async () => {
  const begun = { ...session('a', '192.0.2.7'), last_used_at: '2026-11-20 08:00:30' };
  await renderPart(<SessionList sessions={[begun, session('b', '192.0.2.8')]} end={null} />);
  await expect.element(page.getByText(/^Last used [^,]*, since .*192\.0\.2\.8$/)).toBeVisible();
  await expect.element(page.getByText(/^Last used [^,]*, 192\.0\.2\.7$/)).toBeVisible();
});

test('who asks for the last ones by the keyboard goes on at the first that is new', async () => {
  const sessions = Array.from({ length: 12 }, (_, index) => session(`${index}`, `192.0.2.${index + 1}`));
  await renderPart(<SessionList sessions={sessions} end={async () => {}} />);
  page.getByRole('button', { name: 'Show more' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: /192\.0\.2\.11,/ })).toHaveFocus();
});
