/** A seat is made, and a certificate issued for it, by a request from elsewhere or by a key of this browser. */
import type { SeatType } from '@signet/contract/areas/seat-record';
import { expect, onTestFinished, test, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { queryClient } from '../../api/query.ts';
import { paths } from '../../paths.ts';
import { openNotices } from '../../shell/notices/notifications.ts';
import { answerWith } from '../../testing/answers.ts';
import type { Judged } from '../../testing/openssl.ts';
import { renderPart } from '../../testing/render.tsx';
import { DeleteSeat } from './DeleteSeat.tsx';
import IssuePage from './IssuePage.tsx';
import SeatCreatePage from './SeatCreatePage.tsx';

const ID = '00000000-0000-4000-8000-000000000700';
const ACCOUNT = '00000000-0000-4000-8000-000000000100';
const SEAT = { id: ID, account_id: ACCOUNT, type: 'server', name: 'Mail', identifier: 'mail.nordmark.example' };
const REQUEST = '-----BEGIN CERTIFICATE REQUEST-----\nMIIB\n-----END CERTIFICATE REQUEST-----';
const template = (id: string, name: string, seat_types: SeatType[]) => ({
  id,
  name,
  seat_types,
  key_types: ['ec_p256'],
  days: 90,
  profile_name: 'Server authentication',
});

test('a seat is known by what fits its type, and is sent as it was typed', async () => {
  const calls = answerWith(({ method }) => (method === 'POST' ? { ...SEAT } : undefined));
  await renderPart(<SeatCreatePage />, {
    as: { scope: 'account', permissions: ['manage_seat'], accounts: ['Nordmark Landesbank'] },
  });
  const identifier = page.getByLabelText('Identifier');
  const create = page.getByRole('button', { name: 'Create seat' });
  const email = page.getByLabelText(/^Email address/);
  await expect.element(email).toHaveAccessibleDescription(/^Where invitations go/);
  await userEvent.click(page.getByRole('radio', { name: 'Server' }));
  await expect.element(email).toHaveAccessibleDescription(/whoever looks after it/);
  await identifier.fill('not a host');
  await page.getByLabelText('Name').fill('Mail');
  await userEvent.click(create);
  await expect.element(identifier).toHaveAccessibleDescription(/Enter a host name/);
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  await identifier.fill('mail.nordmark.example');
  await userEvent.click(create);
  await expect
    .poll(() => calls.find(({ method }) => method === 'POST')?.body)
    .toMatchObject({ type: 'server', name: 'Mail', identifier: 'mail.nordmark.example' });
});

test('before a seat is deleted it is said what becomes of its invitations', async () => {
  await renderPart(<DeleteSeat seat={SEAT} onClose={() => {}} />);
  const words = /Open invitations for it are canceled, and those invited are told by email\./;
  await expect.element(page.getByRole('dialog').getByText(words)).toBeVisible();
});

const issue = async (templates: object[]) => {
  const calls = answerWith(({ method, path, query }) => {
    if (method === 'POST') return { id: 'c-1' };
    const limit = Number(query.get('limit') ?? 20);
    if (path.endsWith('/template'))
      return { items: templates.slice(0, limit), total: templates.length, offset: 0, limit };
    return path.includes('/seat/') ? SEAT : undefined;
  });
  await renderPart(<IssuePage />, { at: paths.seatIssue(ID), pages: ['/account/ca/seats/$id/issue'] });
  return calls;
};

test('a certificate is issued by a template for such seats, and a private key is never sent', async () => {
  const calls = await issue([
    template('t-1', 'People', ['user']),
    template('t-2', 'Web servers', ['server']),
    template('t-3', 'Mail servers', ['server', 'device']),
  ]);
  const choice = page.getByLabelText('Template');
  await expect.element(choice).toBeVisible();
  const offered = [...choice.element().querySelectorAll('option')].map(({ textContent }) => textContent);
  expect(offered).toEqual(['Choose', 'Web servers', 'Mail servers']);
  await userEvent.selectOptions(choice, 'Mail servers');
  await userEvent.click(page.getByRole('button', { name: 'Continue' }));
  const csr = page.getByRole('textbox', { name: 'Certificate request' });
  const act = page.getByRole('button', { name: 'Issue certificate' });
  await csr.fill(`${REQUEST}\n-----BEGIN PRIVATE KEY-----`);
  await userEvent.click(act);
  await expect.element(csr).toHaveAccessibleDescription(/private key/);
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  await csr.fill(REQUEST);
  await userEvent.click(act);
  await expect
    .poll(() => calls.find(({ method }) => method === 'POST')?.body)
    .toEqual({ seat_id: ID, template_id: 't-3', csr: REQUEST });
});

test('a file that this computer does not let be read is told of', async () => {
  await issue([template('t-2', 'Web servers', ['server'])]);
  await userEvent.click(page.getByRole('button', { name: 'Continue' }));
  await expect.element(page.getByRole('textbox', { name: 'Certificate request' })).toBeVisible();
  const unread = vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(new DOMException('', 'NotReadableError'));
  onTestFinished(() => unread.mockRestore());
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is no field for a file.');
  const chosen = new DataTransfer();
  chosen.items.add(new File([REQUEST], 'server.csr'));
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.poll(() => openNotices.get().map(({ type }) => type)).toEqual(['error']);
});

test('without a template for such seats the page says who can help', async () => {
  await issue([template('t-1', 'People', ['user'])]);
  await expect.element(page.getByText(/no template for seats of this type \(Server\)/)).toBeVisible();
});

test('[S-248] a template is offered however many stand before it', async () => {
  const others = Array.from({ length: 1_000 }, (_, n) => template(`t-${n}`, `People ${n}`, ['user']));
  const calls = await issue([...others, template('t-last', 'Web servers', ['server'])]);
  await expect.element(page.getByLabelText('Template').getByText('Web servers')).toBeInTheDocument();
  expect(calls.find(({ path }) => path.endsWith('/template'))?.query.get('limit')).toBe('99999');
});

/** OpenSSL certifies the request of such a body. */
async function certified(body: unknown): Promise<object> {
  const { csr = '' } = body as { csr?: string };
  const { says }: Judged = await commands.openssl({ request: btoa(csr) }, [
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key -out out -subj /CN=Authority'.split(' '),
    'x509 -req -in request -CA out -CAkey key -CAcreateserial'.split(' '),
  ]);
  return { id: 'c-1', pem: /-----BEGIN[^]*-----END CERTIFICATE-----\n/.exec(says[1] ?? '')?.[0], chain: [] };
}

test('the key that was made is there to download, although the template is archived meanwhile', async () => {
  let items = [template('t-2', 'Web servers', ['server'])];
  answerWith(({ method, path, body }) => {
    if (method === 'POST') {
      items = [];
      return certified(body);
    }
    if (path.endsWith('/template')) return { items, total: items.length, offset: 0, limit: 20 };
    return path.includes('/seat/') ? SEAT : undefined;
  });
  await renderPart(<IssuePage />, { at: paths.seatIssue(ID), pages: ['/account/ca/seats/$id/issue'] });
  await page.getByRole('radio', { name: 'Make the key in this browser' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabelText('Passphrase', { exact: true }).fill('abcde1');
  await page.getByLabelText('Repeat passphrase').fill('abcde1');
  await page.getByRole('button', { name: 'Generate certificate' }).click();
  const download = page.getByRole('button', { name: 'Download file' });
  await expect.element(download).toBeVisible();
  await queryClient.invalidateQueries();
  await expect.element(download).toBeVisible();
});
