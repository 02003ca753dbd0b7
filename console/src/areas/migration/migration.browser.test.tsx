/** The migration tool: its form, and who may use it. */
import { MOVE_PART_BYTES } from '@signet/contract/areas/migration-rules';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { NoticeArea } from '../../shell/notices/NoticeArea.tsx';
import { clearNotices } from '../../shell/notices/notifications.ts';
import { answerWith, problem, type Asked } from '../../testing/answers.ts';
import { ADDRESS, ARRIVAL, ID } from '../../testing/arrivals.ts';
import { renderPart } from '../../testing/render.tsx';
import MigrationPage from './MigrationPage.tsx';

const TOOL = '/account/migrationTool';
const API = '/account/ui-api/v1/migration';

afterEach(() => clearNotices());

const ADMINISTRATOR = { permissions: ['manage_account'], accounts: ['Signet platform'], migration: true } as const;
const button = (name: string) => page.getByRole('button', { name, exact: true });

async function openTool(answer: (asked: Asked) => unknown = () => undefined, scope: 'system' | 'partner' = 'system') {
  const calls = answerWith((asked) => {
    const given = answer(asked);
    if (given !== undefined) return given;
    if (asked.method === 'GET' && asked.path === `${API}/arrival`) return { items: [] };
    if (asked.method === 'GET' && asked.path === `${API}/departure`) return { items: [] };
    return undefined;
  });
  const where = await renderPart(
    <>
      <main>
        <MigrationPage />
      </main>
      <NoticeArea />
    </>,
    { as: { ...ADMINISTRATOR, scope }, at: TOOL, pages: [TOOL, `${TOOL}/$id`] },
  );
  return { calls, ...where };
}

test('[S-087] the form asks for a file or an address and its code, and sends nothing that is no use', async () => {
  const { calls, address } = await openTool(({ method, path }) =>
    method === 'POST' && path === `${API}/arrival` ? Response.json(ARRIVAL, { status: 201 }) : undefined,
  );
  const sent = () => calls.filter(({ method }) => method !== 'GET');
  await button('Check').click();
  await expect.element(page.getByRole('alert').getByText('File of the account: Fill in this field.')).toBeVisible();
  await page.getByRole('radio', { name: 'The address of its platform' }).click();
  const field = page.getByRole('textbox', { name: 'Address', exact: true });
  const code = page.getByLabelText('Transfer code', { exact: true });
  await code.fill('move_code');
  for (const wrong of ['https://other.example', `ftp${ADDRESS.slice(5)}`, `${ADDRESS}?x=1`]) {
    await field.fill(wrong);
    await button('Check').click();
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  }
  expect(sent()).toEqual([]);
  await field.fill(` ${ADDRESS} `);
  await button('Check').click();
  await expect.poll(() => sent()[0]?.body).toEqual({ source: 'address', address: ADDRESS, code: 'move_code' });
  await expect.poll(address).toBe(`${TOOL}/${ID}`);
});

const fileInput = (): Element => document.querySelector('input[type=file]') ?? document.body;
const accountFile = (size: number, name = 'harbor.signet'): File => new File([new Uint8Array(size)], name);

test('an empty file is said to be no file of an account', async () => {
  const { calls } = await openTool();
  await userEvent.upload(fileInput(), accountFile(0));
  const field = button('File of the account harbor.signet');
  await expect.element(field).toBeVisible();
  await page.getByLabelText('Transfer code', { exact: true }).fill('move_code');
  await button('Check').click();
  await expect.element(page.getByText('This is no file of an account that Signet has made.')).toBeVisible();
  await expect.element(field).toHaveAccessibleDescription(/no file of an account/);
  expect(page.getByText(/at most/).elements()).toEqual([]);
  expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('sending that was cut off goes on where it was; another file takes the place of what was sent', async () => {
  const refuses = new Set<string>();
  let begun = 0;
  const { calls, address } = await openTool(({ method, path }) => {
    const [, id = '', act = ''] = /arrival\/([^/]+)\/?(.*)$/.exec(path) ?? [];
    if (method === 'POST') return Response.json({ ...ARRIVAL, id: `arrival-${(begun += 1)}` }, { status: 201 });
    if (method === 'DELETE') return null;
    if (method !== 'PUT') return undefined;
    if (refuses.has(act)) return problem('UNAVAILABLE', 503);
    return act === 'reading' ? { ...ARRIVAL, id } : null;
  });
  const sent = () =>
    calls
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path }) => `${method} ${path.slice(`${API}/arrival`.length)}`);
  const check = () => button('Check').click();
  await userEvent.upload(fileInput(), accountFile(MOVE_PART_BYTES + 10));
  await page.getByLabelText('Transfer code', { exact: true }).fill('move_code');
  refuses.add('part/1');
  await check();
  await expect.poll(sent).toEqual(['POST ', 'PUT /arrival-1/part/0', 'PUT /arrival-1/part/1']);
  await expect.element(button('Check')).not.toHaveAttribute('aria-busy');
  refuses.clear();
  refuses.add('reading');
  await check();
  await expect.poll(() => sent().slice(3)).toEqual(['PUT /arrival-1/part/1', 'PUT /arrival-1/reading']);
  await expect.element(button('Check')).not.toHaveAttribute('aria-busy');
  refuses.clear();
  await userEvent.upload(fileInput(), accountFile(10, 'other.signet'));
  await check();
  await expect
    .poll(() => sent().slice(5))
    .toEqual(['POST ', 'DELETE /arrival-1', 'PUT /arrival-2/part/0', 'PUT /arrival-2/reading']);
  await expect.poll(address).toBe(`${TOOL}/arrival-2`);
});

test('[S-232] who does not administer the platform is told whom to ask, and nothing is read', async () => {
  const { calls } = await openTool(undefined, 'partner');
  await expect.element(page.getByText(/^Accounts are moved by administrators/)).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
  expect(calls.filter(({ path }) => path.startsWith(API))).toEqual([]);
});
