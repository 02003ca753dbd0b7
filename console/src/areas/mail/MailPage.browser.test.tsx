import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import MailPage from './MailPage.tsx';

const ID = '00000000-0000-4000-8000-000000000300';
const ADDRESS = `/account/ui-api/v1/mail/${ID}`;
const WAITING = {
  id: ID,
  created_at: '2026-11-21 12:00:00',
  sent_at: null,
  to: 'cleo@nordmark-lb.example',
  subject: 'Your Signet password was changed',
  kind: 'password-changed',
  status: 'queued',
  attempts: 9,
  error: 'connect ECONNREFUSED',
  text: 'Hello Cleo',
  mail_server: true,
};
const again = page.getByRole('button', { name: 'Try again' });

async function open(mail: Readonly<Record<string, string | null>>) {
  const calls = answerWith(({ method, path }) =>
    path.startsWith(ADDRESS) ? (method === 'PUT' ? null : { ...WAITING, ...mail }) : undefined,
  );
  await renderPart(<MailPage />, {
    as: { scope: 'system', permissions: ['manage_system_settings'], accounts: ['Signet platform'] },
    at: `/account/settings/outgoing-mail/${ID}`,
    pages: ['/account/settings/outgoing-mail/$id'],
  });
  return calls;
}

test('a mail that waits for its next try is sent at once where somebody asks for it', async () => {
  const calls = await open({});
  await expect.element(page.getByText('Waiting', { exact: true })).toBeVisible();
  await again.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  await expect
    .poll(() => calls.filter(({ method }) => method === 'PUT').map(({ path }) => path))
    .toEqual([`${ADDRESS}/resend`]);
});

test('a mail that is sent can’t be sent again', async () => {
  await open({ status: 'sent', sent_at: '2026-11-21 12:00:05', text: null });
  await expect.element(page.getByText('Sent', { exact: true }).first()).toBeVisible();
  await expect.element(again).not.toBeInTheDocument();
});
