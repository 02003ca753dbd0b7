/** What ends soon: put off with a reason, read by a calendar program, and told to a program of one's own. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { enter, expectNotice, keepsNothing } from './steps.ts';
import { expect, test } from './test.ts';

type Message = { headers: IncomingHttpHeaders; body: string };

/** A program that takes messages. */
async function startProgram() {
  const heard: Message[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      heard.push({ headers: request.headers, body });
      response.writeHead(204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { heard, address: `http://127.0.0.1:${port}/ends`, stop: () => server.close().closeAllConnections() };
}

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('a person puts an end off, has their calendar read the others, and a program of theirs told of them', async ({
  page,
  platform,
}) => {
  test.slow();
  const mark = Date.now().toString(36);
  const make = (name: string, days: number) =>
    platform.call('cleo', 'POST', '/account/ui-api/v1/api-access-token', { name, end_date: inDays(days) });
  const [later, told] = [`Later ${mark}`, `Told ${mark}`];
  await make(later, 30);
  await make(told, 7);
  const program = await startProgram();
  await keepsNothing(page);
  try {
    await enter(page, 'cleo', '/account/reporting/ends-soon');
    await page.getByRole('button', { name: `Snooze “${later}”` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Replaced next week');
    await dialog.getByRole('button', { name: 'Snooze', exact: true }).click();
    await expectNotice(page, new RegExp(`“${later}” is snoozed until`));
    await expect(page.getByRole('row').filter({ hasText: later })).toContainText('Replaced next week');

    await page.getByRole('button', { name: 'Make an address' }).click();
    const stored = dialog.getByRole('button', { name: 'I have stored it' });
    const url = (await dialog.getByText(/^http\S+\.ics$/).textContent()) ?? '';
    await stored.click();
    const calendar = await (await fetch(url)).text();
    expect(calendar.startsWith('BEGIN:VCALENDAR')).toBe(true);
    expect(calendar).toContain(told);
    expect(calendar).not.toContain(later);

    await page.getByRole('button', { name: 'Set up webhook' }).click();
    await dialog.getByLabel('Webhook address').fill(program.address);
    await dialog.getByRole('button', { name: 'Set up webhook' }).click();
    const secret = (await dialog.getByText(/^whsec_/).textContent()) ?? '';
    await stored.click();
    await expect.poll(() => program.heard.length, { timeout: 60_000 }).toBe(1);
    const [{ headers, body } = { headers: {}, body: '' }] = program.heard;
    expect(body).toContain(told);
    expect(body).not.toContain(later);
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);

    await page.getByRole('button', { name: 'Send test' }).click();
    await expect(page.getByText('The test arrived.')).toBeVisible();
    await page.reload();
    await expect(page.getByText(/a message arrived last on/)).toBeVisible();
    await expect(page.getByText('whsec_')).toHaveCount(0);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByRole('button', { name: 'Set up webhook' })).toBeVisible();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(page.getByRole('button', { name: 'Make an address' })).toBeVisible();
  } finally {
    program.stop();
  }
});
