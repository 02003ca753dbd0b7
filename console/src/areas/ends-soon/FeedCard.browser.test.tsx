import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerWith, problem } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { FeedCard } from './FeedCard.tsx';

const PLACE = '/account/ui-api/v1/ends-soon/calendar';
const FIRST = 'https://signet.example/account/calendar/first.ics';
const SECOND = 'https://signet.example/account/calendar/second.ics';
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('an address for the calendar is shown this once, and a new one in place of it after a question', async () => {
  const made = [FIRST, SECOND];
  let feed: object | null = null;
  const calls = answerWith(({ method, path }) => {
    if (path !== PLACE) return undefined;
    if (method !== 'POST') return { feed };
    feed = { made_at: '2026-11-20 08:00:00', last_read_at: null };
    return Response.json({ url: made.shift() }, { status: 201 });
  });
  await renderPart(<FeedCard />, { as: { scope: 'account', permissions: ['view_audit_log'], accounts: ['Nordmark'] } });
  const shown = page.getByRole('dialog', { name: 'Calendar address: store it now' });
  await button('Make an address').click();
  await expect.element(shown.getByText(FIRST)).toBeVisible();
  await shown.getByRole('button', { name: 'I have stored it' }).click();
  await expect.element(shown).not.toBeInTheDocument();
  await expect.element(page.getByText(FIRST)).not.toBeInTheDocument();

  await button('New address').click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  await button('New address').click();
  await question.getByRole('button', { name: 'New address' }).click();
  await expect.element(shown.getByText(SECOND)).toBeVisible();
});

test('what can’t be read is said, and read at another try', async () => {
  let answers = false;
  answerWith(() => (answers ? { feed: null } : problem('FORBIDDEN', 403)));
  await renderPart(<FeedCard />, { as: { scope: 'account', permissions: ['view_audit_log'], accounts: ['Nordmark'] } });
  await expect.element(page.getByRole('alert')).toBeVisible();
  answers = true;
  await button('Try again').click();
  await expect.element(button('Make an address')).toBeVisible();
});
