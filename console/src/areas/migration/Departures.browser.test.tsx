/** Accounts that may leave for another platform: letting one go, and what is said of each. */
import type { Departure } from '@signet/contract/areas/migration';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { NoticeArea } from '../../shell/notices/NoticeArea.tsx';
import { beginSession } from '../../session/start.ts';
import { endSession } from '../../session/state.ts';
import { answerWith, type Asked } from '../../testing/answers.ts';
import { downloads } from '../../testing/downloads.ts';
import { renderPart } from '../../testing/render.tsx';
import { tokensOf } from '../../testing/tokens.ts';
import { Departures } from './Departures.tsx';

const TOOL = '/account/migrationTool';
const API = '/account/ui-api/v1/migration';
const ID = '00000000-0000-4000-8000-000000000400';
const ADDRESS = `https://other.example/account/ui-api/v1/migration/transfer/${ID}`;
const DEPARTURE: Departure = {
  id: ID,
  account: { id: ID, name: 'Harbor Insurance' },
  account_deleted: false,
  state: 'ready',
  made_at: '2026-11-21 12:00:00',
  made_by_name: 'Ada Lindqvist',
  expires_at: '2026-11-24 12:00:00',
  address: ADDRESS,
  bytes: 400_000,
  sha256: 'ab',
  rows: 12,
  left_behind: [{ kind: 'security_keys', count: 2, names: ['Key of Harriet'] }],
  fetched_at: null,
  moved_at: null,
  moved_to: null,
};

const saved = downloads();

async function open(items: Departure[], file?: (asked: Asked) => Response): Promise<Asked[]> {
  const calls = answerWith((asked) => {
    const { method, path } = asked;
    if (path.endsWith('/file')) return file?.(asked);
    if (method === 'POST') return Response.json({ departure: DEPARTURE, code: 'move_code' }, { status: 201 });
    if (path === '/account/ui-api/v1/customer') return { items: [DEPARTURE.account], total: 1 };
    return path === `${API}/departure` ? { items } : undefined;
  });
  await renderPart(
    <>
      <main>
        <Departures />
      </main>
      <NoticeArea />
    </>,
    {
      as: { scope: 'system', permissions: ['manage_account'], accounts: ['Signet platform'], migration: true },
      at: TOOL,
      pages: [TOOL],
    },
  );
  return calls;
}

test('an account that may leave shows its address and what stays behind, not its code', async () => {
  await open([DEPARTURE]);
  await expect.element(page.getByText(ADDRESS)).toBeVisible();
  await expect.element(page.getByText(/^Security keys: they answer/)).toBeVisible();
  await expect.element(page.getByText('Key of Harriet and 1 more')).toBeVisible();
  expect(page.getByText(/shown this once/).elements()).toEqual([]);
});

test('to let an account move one must be chosen, which is said', async () => {
  const calls = await open([]);
  await page.getByRole('button', { name: 'Let this account move' }).click();
  const account = page.getByRole('combobox', { name: 'Account' });
  await expect.element(account).toHaveAttribute('aria-invalid', 'true');
  await expect.element(page.getByText('Fill in this field.')).toBeVisible();
  const sent = () => calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => [method, path]);
  expect(sent()).toEqual([]);
  await account.click();
  await page.getByRole('option', { name: 'Harbor Insurance' }).click();
  await expect.element(page.getByText('Fill in this field.')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Let this account move' }).click();
  await expect.poll(sent).toEqual([['POST', `/account/ui-api/v1/account/${ID}/departure`]]);
  // It is ready for the next one.
  await expect.element(account).toHaveValue('');
});

test('until when it may leave is said of an account that still may', async () => {
  const STATES = ['making', 'ready', 'failed', 'expired', 'revoked'] as const;
  const items = STATES.map((state, n) => ({ ...DEPARTURE, id: `${ID.slice(0, -1)}${n}`, state }));
  await open(items);
  const line = (state: string) => page.getByRole('listitem').filter({ hasText: state });
  for (const state of ['Being prepared', 'Ready']) await expect.element(line(state).getByText(/^Until /)).toBeVisible();
  for (const state of ['Too large', 'Expired', 'Ended']) {
    await expect.element(line(state)).toBeVisible();
    expect(
      line(state)
        .getByText(/^Until /)
        .elements(),
      state,
    ).toEqual([]);
  }
});

test('the name of an account leads to its page while there is one', async () => {
  const gone = { ...DEPARTURE, id: `${ID.slice(0, -1)}1`, account: { id: ID, name: 'Orsini Custody' } };
  await open([DEPARTURE, { ...gone, state: 'moved', account_deleted: true }]);
  await expect.element(page.getByRole('link', { name: 'Harbor Insurance' })).toBeVisible();
  await expect.element(page.getByText('Orsini Custody')).toBeVisible();
  expect(page.getByRole('link', { name: 'Orsini Custody' }).elements()).toEqual([]);
});

/** A file of which a piece has come; the rest comes with `more`, or the network breaks with `fail`. */
function slowFile() {
  let body: ReadableStreamDefaultController<Uint8Array> | undefined;
  let ended: unknown;
  const answer = ({ signal }: Asked) => {
    signal?.addEventListener('abort', () => body?.error((ended = signal.reason)));
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        body = controller;
        controller.enqueue(new Uint8Array(10));
      },
    });
    return new Response(stream, { headers: { 'content-type': 'application/octet-stream' } });
  };
  const more = () => {
    body?.enqueue(new Uint8Array(5));
    body?.close();
  };
  return { answer, more, fail: () => body?.error(new TypeError('network error')), ended: () => ended };
}
const download = () => page.getByRole('button', { name: /^Download file/ }).click();

test('a file is saved once it is there whole; one that breaks off is not, and that is said', async () => {
  const file = slowFile();
  const calls = await open([DEPARTURE], file.answer);
  const asked = () => calls.filter(({ path }) => path.endsWith('/file')).length;
  await download();
  await expect.poll(asked).toBe(1);
  file.fail();
  await expect.element(page.getByText(/broke off/)).toBeVisible();
  expect(saved).toEqual([]);
  await download();
  await expect.poll(asked).toBe(2);
  file.more();
  await expect.poll(() => saved.map(({ size }) => size)).toEqual([15]);
});

test('a file is not saved once its person is signed out', async () => {
  beginSession(tokensOf('ada'));
  const file = slowFile();
  const calls = await open([DEPARTURE], file.answer);
  await download();
  await expect.poll(() => calls.some(({ path }) => path.endsWith('/file'))).toBe(true);
  endSession('expired');
  await expect.poll(file.ended).toMatchObject({ name: 'AbortError' });
  expect(saved).toEqual([]);
});
