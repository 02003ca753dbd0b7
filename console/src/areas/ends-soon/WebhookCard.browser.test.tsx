import type { EndingWebhook } from '@signet/contract/areas/ends-soon';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerWith, problem } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { WebhookCard } from './WebhookCard.tsx';

const PLACE = '/account/ui-api/v1/ends-soon/webhook';
const ADDRESS = 'https://hooks.example/ends';
const WEBHOOK: EndingWebhook = { address: ADDRESS, made_at: '2026-11-20 08:00:00', sent_at: null, failure: null };
const FAILURE = {
  reason: 'answer',
  detail: '500',
  at: '2026-11-23 06:00:00',
  next_try_at: '2026-11-23 06:01:00',
} as const;

async function open(first: EndingWebhook | null, tried: unknown = { failure: null }) {
  let webhook = first;
  const calls = answerWith(({ method, path, body }) => {
    if (path === `${PLACE}/test`) return tried;
    if (method === 'DELETE') return ((webhook = null), null);
    if (method === 'POST') {
      if (!String(Object(body).address).startsWith('https:')) return refusal();
      webhook = WEBHOOK;
      return Response.json({ secret: 'whsec_shown-once' }, { status: 201 });
    }
    return path === PLACE ? { webhook } : undefined;
  });
  await renderPart(<WebhookCard />, {
    as: { scope: 'account', permissions: ['manage_account', 'view_audit_log'], accounts: ['Nordmark'] },
  });
  return calls;
}
const refusal = () => {
  const status = 'INVALID_WEBHOOK_ADDRESS';
  return Response.json(
    { error: { status, message: '', fields: { address: { status, message: '' } } } },
    { status: 400 },
  );
};
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('a webhook is set up with an address, and its secret is shown this once', async () => {
  const calls = await open(null);
  await userEvent.click(button('Set up webhook'));
  const dialog = page.getByRole('dialog');
  const act = dialog.getByRole('button', { name: 'Set up webhook' });
  await expect.element(act).toHaveAttribute('aria-disabled', 'true');
  await userEvent.fill(dialog.getByLabelText('Webhook address'), 'nowhere');
  await expect.element(act).toHaveAttribute('aria-disabled', 'true');
  await userEvent.fill(dialog.getByLabelText('Webhook address'), 'http://hooks.example/');
  await userEvent.click(act);
  await expect.element(dialog.getByText('Enter an address that begins with https://.')).toBeVisible();
  await userEvent.fill(dialog.getByLabelText('Webhook address'), ADDRESS);
  await userEvent.click(act);
  const shown = page.getByRole('dialog', { name: 'Webhook secret: store it now' });
  await expect.element(shown.getByText('whsec_shown-once')).toBeVisible();
  await userEvent.click(shown.getByRole('button', { name: 'I have stored it' }));
  await expect.element(shown).not.toBeInTheDocument();
  await expect.element(page.getByText(/nothing sent yet/)).toBeVisible();
  expect(calls.findLast(({ method }) => method === 'POST')?.body).toEqual({ address: ADDRESS });
});

test('a message that does not arrive is told with why, and when it is sent again', async () => {
  await open({ ...WEBHOOK, failure: FAILURE });
  await expect.element(page.getByText('Does not arrive')).toBeVisible();
  await expect.element(page.getByText(/answered with HTTP status 500\./)).toBeVisible();
  await expect.element(page.getByText(/^The message is sent again on .+\.$/)).toBeVisible();
});

test.each([
  [null, 'The test arrived.'],
  [{ reason: 'forbidden-address', detail: 'hooks.example' }, /did not arrive.*not on the internet: hooks\.example/],
])('a test says whether it arrived: %j', async (failure, said) => {
  await open(WEBHOOK, { failure });
  await expect.element(button('Send test')).toBeVisible();
  const place = page.getByRole('status').element();
  await userEvent.click(button('Send test'));
  await expect.element(page.getByRole('status').getByText(said)).toBeVisible();
  // It was there before the words: what comes along with its place is not read out everywhere.
  expect(page.getByRole('status').element()).toBe(place);
});

test('it is removed after a question, and can be set up again', async () => {
  await open(WEBHOOK);
  await userEvent.click(button('Remove'));
  const question = page.getByRole('dialog', { name: 'Remove the webhook?' });
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
  await expect.element(question).not.toBeInTheDocument();
  await userEvent.click(button('Remove'));
  await userEvent.click(question.getByRole('button', { name: 'Remove' }));
  await expect.element(button('Set up webhook')).toBeVisible();
});

test('what can’t be read is said, and read at another try', async () => {
  let answers = false;
  answerWith(() => (answers ? { webhook: null } : problem('FORBIDDEN', 403)));
  await renderPart(<WebhookCard />);
  await expect.element(page.getByRole('alert')).toBeVisible();
  answers = true;
  await button('Try again').click();
  await expect.element(button('Set up webhook')).toBeVisible();
});
