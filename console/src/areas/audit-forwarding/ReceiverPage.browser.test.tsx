import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AuditReceiver, Delivery } from '@signet/contract/areas/audit-forwarding';
import { answerWith } from '../../testing/answers.ts';
import { NoticeArea } from '../../shell/notices/NoticeArea.tsx';
import { renderPart } from '../../testing/render.tsx';
import ReceiverPage from './ReceiverPage.tsx';
import ReceiversPage from './ReceiversPage.tsx';

const ID = '00000000-0000-4000-8000-000000000300';
const ADDRESS = `/account/ui-api/v1/audit-receiver/${ID}`;
const UP_TO_DATE: Delivery = {
  waiting: 0,
  next_index: 42,
  last_index: 41,
  last_sent_at: '2026-11-21 12:00:00',
  failure: null,
  failed_tries: 0,
  failed_at: null,
  next_try_at: null,
  test: null,
};
const RECEIVER: AuditReceiver = {
  id: ID,
  name: 'Archive',
  kind: 'https',
  address: 'https://archive.example.org/events',
  own_network: false,
  ca_certificate: '',
  authentication: 'bearer',
  client_certificate: '',
  secret_set_at: '2026-11-20 08:00:00',
  enabled: true,
  version: 3,
  updated_at: '2026-11-20 08:00:00',
  updated_by_name: 'Ada Lindqvist',
  certificate: null,
  delivery: UP_TO_DATE,
};

/** The page; `then` is what the receiver is once it has been changed. */
async function open(receiver: Partial<AuditReceiver>, then: Partial<AuditReceiver> = {}) {
  let now = { ...RECEIVER, ...receiver };
  const calls = answerWith(({ method, path }) => {
    if (!path.startsWith(ADDRESS)) return undefined;
    if (method === 'PUT') now = { ...now, ...then };
    return method === 'PUT' && !path.endsWith(ID) ? null : now;
  });
  const shown = (
    <>
      <ReceiverPage />
      <NoticeArea />
    </>
  );
  await renderPart(shown, {
    as: { scope: 'system', permissions: ['manage_system_settings', 'view_audit_log'], accounts: ['Signet platform'] },
    at: `/account/settings/audit-forwarding/${ID}`,
    pages: ['/account/settings/audit-forwarding/$id'],
  });
  return calls;
}
/** What stands under a label. */
const fact = (label: string) =>
  expect.poll(() => page.getByText(label, { exact: true }).element().nextElementSibling?.textContent);

test('one that gets on says so, and how far it is', async () => {
  await open({});
  await expect.element(page.getByText('Up to date')).toBeVisible();
  await fact('Index of the next event').toContain('42');
  await fact('Trusted certificates').toBe('The public ones');
  await expect.element(page.getByText('Last error')).not.toBeInTheDocument();
  await fact('Secret set').toContain('2026-11-20');
});

test('the certificate that it is shown stands there with its subject and end, and says when it is over', async () => {
  const shown = {
    authentication: 'certificate',
    certificate: { subject: 'CN=Signet sends', valid_to: '2126-10-29 17:07:03' },
  } as const;
  await open(shown);
  await expect.element(page.getByText(/^CN=Signet sends/)).toBeVisible();
  await expect.element(page.getByText(/^Until 2126-10-29/)).toBeVisible();
  await fact('Private key set').toContain('2026-11-20');
  await expect.element(page.getByText('Expired')).not.toBeInTheDocument();
  await open({ ...shown, certificate: { subject: 'CN=Signet sends', valid_to: '2020-01-31 00:00:00' } });
  await expect.element(page.getByText(/^Until 2020-01-31/)).toBeVisible();
  await expect.element(page.getByText('Expired', { exact: true })).toBeVisible();
});

test('one that does not says why, in a sentence, and when it is tried again', async () => {
  await open({
    delivery: {
      ...UP_TO_DATE,
      waiting: 12,
      failure: { reason: 'answer', detail: '503' },
      failed_tries: 4,
      failed_at: '2026-11-21 12:00:00',
      next_try_at: '2026-11-21 12:00:40',
    },
  });
  await expect.element(page.getByText('Not received')).toBeVisible();
  await fact('Events waiting').toContain('12');
  await expect.element(page.getByText('It answered with HTTP status 503. Only 2xx counts as received.')).toBeVisible();
  await fact('Next try').toContain('2026-11-21');
});

test('a test event is asked for, and what came of it appears by itself', async () => {
  const asked = { asked_at: '2026-11-21 12:00:00', done_at: null, failure: null };
  const calls = await open({}, { delivery: { ...UP_TO_DATE, test: asked } });
  const said = page.getByRole('status').filter({ hasText: 'None sent yet' });
  await expect.element(said).toBeVisible();
  const place = said.element();
  await page.getByRole('button', { name: 'Send test event' }).click();
  await expect.element(page.getByText('On its way')).toBeVisible();
  expect(calls.filter(({ method }) => method === 'PUT').map(({ path }) => path)).toEqual([`${ADDRESS}/test`]);
  const done = { ...asked, done_at: '2026-11-21 12:00:01', failure: { reason: 'closed' as const, detail: '' } };
  answerWith(() => ({ ...RECEIVER, delivery: { ...UP_TO_DATE, test: done } }));
  await expect.poll(() => place.textContent).toContain('It closed the connection before it had read everything.');
  expect(place.isConnected).toBe(true);
});

test('sending is stopped with what stands there, of the version that was read', async () => {
  const calls = await open({}, { enabled: false, version: 4 });
  await page.getByRole('button', { name: 'Stop sending' }).click();
  await expect.element(page.getByRole('button', { name: 'Start sending' })).toBeVisible();
  const put = calls.find(({ method }) => method === 'PUT');
  expect([put?.query.get('version'), put?.body]).toEqual([
    '3',
    { name: 'Archive', address: 'https://archive.example.org/events', enabled: false },
  ]);
});

test('what was lost is sent again from an index on that has been passed', async () => {
  const calls = await open({}, { delivery: { ...UP_TO_DATE, next_index: 7, last_index: 6, waiting: 35 } });
  await page.getByRole('button', { name: 'Send again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send events again?' });
  const from = dialog.getByRole('textbox', { name: 'From index' });
  await expect.element(dialog.getByRole('button', { name: 'Send again' })).toHaveAttribute('aria-disabled', 'true');
  for (const wrong of ['42', '-1', '1.5', 'x']) {
    await from.fill(wrong);
    await expect.element(from).toHaveAccessibleDescription(/Enter a whole number from 0 to 41/);
  }
  await from.fill('7');
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expect.element(page.getByText('The events are sent again.')).toBeVisible();
  await fact('Events waiting').toContain('35');
  await fact('Index of the next event').toContain('7');
  const put = calls.find(({ method }) => method === 'PUT');
  expect([put?.path, put?.body]).toEqual([`${ADDRESS}/send-again`, { from_index: 7 }]);
});

test('what is asked for again while sending is off is said to be sent once it is on', async () => {
  const calls = await open({ enabled: false });
  await page.getByRole('button', { name: 'Send again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send events again?' });
  await dialog.getByRole('textbox', { name: 'From index' }).fill('7');
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expect.element(page.getByText('The events are sent again once sending is on.')).toBeVisible();
  expect(calls.filter(({ method }) => method === 'PUT').map(({ path }) => path)).toEqual([`${ADDRESS}/send-again`]);
});

test('in the list a long address takes one line, also on a small screen', async () => {
  const address = `https://archive.example.org/${'a'.repeat(400)}`;
  const list = '/account/settings/audit-forwarding';
  answerWith(() => ({ items: [{ ...RECEIVER, address }], total: 1, total_exact: true, offset: 0, limit: 20 }));
  await renderPart(<ReceiversPage />, { at: list, pages: [list], width: 390 });
  const shown = page.getByTitle(address);
  await expect.element(shown).toBeVisible();
  expect(shown.element().getBoundingClientRect().height).toBeLessThan(25);
});
