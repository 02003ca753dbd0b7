/** People look after their client certificates, and bring those that were issued elsewhere. */
import type { ClientAuthCertificate, ClientAuthCertificateList } from '@signet/contract/areas/client-auth-certificates';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openNotices } from '../../shell/notices/notifications.ts';
import { answerWith, type Asked } from '../../testing/answers.ts';
import { clientCertificate } from '../../testing/certificates.ts';
import { renderPart } from '../../testing/render.tsx';
import { CertificateTable } from './CertificateTable.tsx';
import OwnCertificatesPage from './OwnCertificatesPage.tsx';
import ServiceUserGenerateCertificatePage from './ServiceUserGenerateCertificatePage.tsx';
import ServiceUserUploadCertificatePage from './ServiceUserUploadCertificatePage.tsx';

const PERSON = '00000000-0000-4000-8000-000000000301';
const CERTIFICATES = /^\/account\/ui-api\/v1\/(user|service-user)\/[^/]+\/client-auth-certificate/;
const OWNER = { id: PERSON, name: 'Dora Service', user_name: 'dora', service_user: true, why_not_manage: null };
const row = (name: string, change: Partial<ClientAuthCertificate> = {}): ClientAuthCertificate => ({
  id: `00000000-0000-4000-8000-0000000000${name.length.toString().padStart(2, '0')}`,
  user_id: PERSON,
  name,
  common_name: 'Dora Service',
  subject_text: 'CN=Dora Service',
  issuer_text: 'CN=Issuing CA',
  key_type: 'ec_p256',
  valid_from: '2026-11-01 10:00:00',
  valid_to: '2099-11-01 09:59:59',
  fingerprint: 'ab'.repeat(32),
  enabled: true,
  revoked_at: null,
  revocation_reason: null,
  version: 1,
  created_at: '2026-11-01 10:00:00',
  created_by_name: null,
  updated_at: '2026-11-01 10:00:00',
  updated_by_name: null,
  serial: '0a1b2c3d4e5f60718293a4b5c6d7e8f9',
  source: 'issued',
  enrolled: false,
  status: 'issued',
  ...change,
});
const ROWS = [
  row('One', {}),
  row('Gone', { status: 'revoked', revoked_at: '2026-11-20 12:00:00', revocation_reason: 'keyCompromise' }),
  row('Ended', { status: 'expired', valid_to: '2020-01-01 00:00:00' }),
  row('Paused', { status: 'disabled', enabled: false }),
  row('Foreign', { source: 'uploaded' }),
];
const list = (owner: Partial<ClientAuthCertificateList['owner']> = {}): ClientAuthCertificateList => ({
  items: ROWS,
  total: ROWS.length,
  total_exact: true,
  offset: 0,
  limit: 20,
  owner: { ...OWNER, ...owner },
});

let sent: Asked[];
beforeEach(() => {
  sent = [];
  openNotices.set([]);
});
afterEach(() => vi.restoreAllMocks());

/** Answers calls of certificates, and keeps the changing ones. */
const answer = (listed: object): Asked[] =>
  answerWith((asked) => {
    if (!CERTIFICATES.test(asked.path)) return undefined;
    const whole = {
      ...(ROWS.find(({ id }) => asked.path.endsWith(id)) ?? ROWS[0]),
      owner: OWNER,
      parsed: clientCertificate(),
      certificate: 'PEM',
      chain: [],
      parsed_chain: [],
    };
    if (asked.method === 'GET') return asked.path.endsWith('/client-auth-certificate') ? listed : whole;
    sent.push(asked);
    return { ...whole, pkcs12: null };
  });
const menuOf = (name: string) => page.getByRole('button', { name: `Actions for ${name}` });
const items = () =>
  page
    .getByRole('menuitem')
    .elements()
    .map((item) => item.textContent);

test('[S-046 S-123] each status has its word, and what can be done follows from it', async () => {
  answer(list());
  await renderPart(<OwnCertificatesPage />);
  for (const word of ['Issued', 'Revoked', 'Expired', 'Disabled'])
    await expect.element(page.getByText(word, { exact: true }).last()).toBeVisible();
  for (const [name, acts] of [
    ['One', ['Details', 'Disable', 'Revoke']],
    ['Gone', ['Details']],
    ['Ended', ['Details', 'Disable']],
    ['Paused', ['Details', 'Enable', 'Revoke']],
    ['Foreign', ['Details', 'Disable', 'Delete certificate']],
  ] as const) {
    await menuOf(name).click();
    await expect.element(page.getByRole('menuitem', { name: 'Details' })).toBeVisible();
    expect(items()).toEqual(acts);
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('menuitem').first()).not.toBeInTheDocument();
  }
});

test('[S-319] it is disabled once that is confirmed, and revoked with a reason', async () => {
  answer(list());
  await renderPart(<OwnCertificatesPage />);
  await menuOf('One').click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await expect
    .poll(() => sent.map(({ path, body }) => [path.split('/').at(-1), body]))
    .toEqual([['enable', { enabled: false }]]);
  await menuOf('Paused').click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('Type REVOKE to go on').fill('REVOKE');
  await expect.element(dialog.getByText('Choose a reason first.')).toBeVisible();
  await dialog.getByRole('radio', { name: 'The key was lost or became known to others' }).click();
  await dialog.getByRole('button', { name: 'Revoke certificate' }).click();
  await expect.poll(() => sent[1]?.body).toEqual({ reason: 'keyCompromise' });
});

test('before a certificate is revoked it is said what is lost and what stays', async () => {
  answer(list());
  await renderPart(<OwnCertificatesPage />);
  const dialog = page.getByRole('dialog');
  const lost = `${OWNER.name} can’t call with it from this moment.`;
  await menuOf('One').click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await expect.element(dialog.getByText(lost)).toBeVisible();
  await expect.element(dialog.getByText(/^It can’t be undone\. Status answers say so at once/)).toBeVisible();
  await expect
    .element(dialog.getByText(new RegExp(`^The API tokens and the roles of ${OWNER.name} stay`)))
    .toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  // It is switched off already.
  await menuOf('Paused').click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await expect.element(dialog.getByText(/^It can’t be undone\./)).toBeVisible();
  await expect.element(dialog.getByText(lost)).not.toBeInTheDocument();
});

test('a reason that was chosen for one certificate is not there for the next', async () => {
  answer(list());
  await renderPart(<OwnCertificatesPage />);
  const dialog = page.getByRole('dialog');
  const reason = dialog.getByRole('radio', { name: 'The key was lost or became known to others' });
  await menuOf('Paused').click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await reason.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await menuOf('One').click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await expect.element(reason).not.toBeChecked();
});

test('whoever may not manage the person reads the list, and is offered nothing', async () => {
  const refused = list({ why_not_manage: { status: 'SCOPE_NOT_MANAGEABLE' } });
  const owner = { kind: 'user', id: PERSON } as const;
  await renderPart(<CertificateTable owner={owner} list={refused} busy={false} onMore={() => undefined} />);
  await expect.element(page.getByRole('button', { name: 'Foreign' })).toBeVisible();
  await expect.element(menuOf('One')).not.toBeInTheDocument();
});

test('a name that turns text around turns its own alone, and what is hidden in it is seen', async () => {
  const hostile = { ...list(), items: [row('', { common_name: 'evil\u202Egpj' })], total: 1 };
  const owner = { kind: 'user', id: PERSON } as const;
  await renderPart(<CertificateTable owner={owner} list={hostile} busy={false} onMore={() => undefined} />);
  await expect.poll(() => page.getByText('U+202E', { exact: true }).elements().length).toBe(2);
});

test('who asks for the last ones by the keyboard goes on at the first that is new', async () => {
  const all = Array.from({ length: 22 }, (_, index) => row(`Card ${index + 1}`, { id: `${index}` }));
  answerWith(({ path, query }) =>
    CERTIFICATES.test(path)
      ? { ...list(), items: all.slice(0, Number(query.get('limit'))), total: all.length }
      : undefined,
  );
  await renderPart(<OwnCertificatesPage />);
  await expect.element(page.getByRole('button', { name: 'Show more' })).toBeVisible();
  page.getByRole('button', { name: 'Show more' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Card 21', exact: true })).toHaveFocus();
});

test('the whole of one is read in a dialog', async () => {
  answer(list());
  await renderPart(<OwnCertificatesPage />);
  await page.getByRole('button', { name: 'One', exact: true }).click();
  await expect.element(page.getByRole('dialog').getByRole('heading', { name: 'Validity' })).toBeVisible();
});

test('a dialog says of a revoked one when and why, as its page in the list of all does', async () => {
  answer(list());
  await renderPart(<OwnCertificatesPage />);
  await page.getByRole('button', { name: 'Gone', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('The key was lost or became known to others')).toBeVisible();
  expect(
    dialog
      .getByRole('term')
      .elements()
      .map((one) => one.textContent)
      .slice(0, 3),
  ).toEqual(['Issued', 'Revoked', 'Reason']);
});

const UPLOAD = '/account/access/service-user/$id/upload-certificate';
test('[A-280] the form for a file begins at its first field', async () => {
  answer(list());
  await renderPart(<ServiceUserUploadCertificatePage />, { at: UPLOAD.replace('$id', PERSON), pages: [UPLOAD] });
  await expect.element(page.getByLabelText('Name (optional)')).toHaveFocus();
});

test('[S-321 S-202] a file is sent to the service user’s address; a text is refused, and nothing is sent', async () => {
  answer(list());
  await renderPart(<ServiceUserUploadCertificatePage />, { at: UPLOAD.replace('$id', PERSON), pages: [UPLOAD] });
  await expect.element(page.getByRole('button', { name: /Choose/ })).toBeVisible();
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is nothing to choose a file with.');
  await userEvent.upload(input, new File(['hello'], 'notes.txt', { type: 'text/plain' }));
  await expect.element(page.getByText('notes.txt')).toBeVisible();
  expect(sent).toEqual([]);
  await page.getByLabelText('Name (optional)').fill('Card');
  await userEvent.upload(input, new File([Uint8Array.of(0x30, 0x03, 0x30, 0x01, 0x00)], 'card.der'));
  await expect
    .poll(() => sent.map(({ path, body }) => [path, body]))
    .toEqual([
      [`/account/ui-api/v1/service-user/${PERSON}/client-auth-certificate`, { name: 'Card', certificate: 'MAMwAQA=' }],
    ]);
});

const GENERATE = '/account/access/service-user/$id/client-auth';
test('[S-063] a request for a service user goes to its address, with a name and nothing of the key', async () => {
  answer(list());
  await renderPart(<ServiceUserGenerateCertificatePage />, { at: GENERATE.replace('$id', PERSON), pages: [GENERATE] });
  await page.getByLabelText('Name (optional)', { exact: true }).fill('Build server');
  await page.getByLabelText('Type of key').selectOptions('ec_p256');
  await page.getByLabelText('Passphrase', { exact: true }).fill('secret7');
  await page.getByLabelText('Repeat passphrase').fill('secret7');
  await page.getByRole('button', { name: 'Generate certificate' }).click();
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]?.path).toBe(`/account/ui-api/v1/service-user/${PERSON}/client-auth-certificate`);
  expect(sent[0]?.body).toEqual({ name: 'Build server', csr: expect.stringContaining('CERTIFICATE REQUEST') });
});
