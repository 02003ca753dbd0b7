/** The filters of the list of certificates. */
import type { CertificateRow } from '@signet/contract/areas/certificates';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import CertificatesPage from './CertificatesPage.tsx';

const LIST = '/account/ui-api/v1/certificate';
const id = (end: string) => `00000000-0000-4000-8000-0000${end}`;
const ROW: CertificateRow = {
  id: id('00000001'),
  serial: '01',
  status: 'issued',
  common_name: 'Ada Lindqvist',
  subject: 'CN=Ada Lindqvist',
  email: '',
  key_type: 'EC P-256',
  valid_from: '2026-01-01 00:00:00',
  valid_to: '2027-01-01 00:00:00',
  created_at: '2026-01-01 00:00:00',
  revoked_at: null,
  revocation_reason: null,
  account_id: id('00000002'),
  account_name: 'Nordmark',
  authority_id: id('00000003'),
  authority_name: 'People CA',
  profile_name: 'People',
  person: null,
  why_not: { revoke: null, release: null },
};

const FOUND = {
  people: [],
  service_users: [{ id: id('abcd0007'), name: 'Front pipeline', account_name: 'Nordmark' }],
};

async function open(rows: CertificateRow[], filters: string) {
  const calls = answerWith(({ path }) => {
    if (path === '/account/ui-api/v1/search') return FOUND;
    return path === LIST ? { items: rows, total: rows.length, total_exact: true, offset: 0, limit: 20 } : undefined;
  });
  const shown = await renderPart(<CertificatesPage />, {
    as: { scope: 'account', permissions: ['view_certificate'], accounts: ['Nordmark'] },
    at: `/account/ca/certificates${filters}`,
    pages: ['/account/ca/certificates'],
  });
  return { calls, ...shown };
}

beforeEach(() => vi.setSystemTime(new Date('2026-11-21T12:00:00Z')));
afterEach(() => vi.useRealTimers());

const chip = (name: string) => page.getByRole('button', { name, exact: true });

test('every filter that an address has brought is shown, also one that the viewer could not choose', async () => {
  await open([ROW], `?authority_id=${id('00000003')}&profile_id=${id('00000004')}&seat_id=${id('abcd0005')}`);
  await expect.element(chip('Certificate authority People CA')).toBeVisible();
  await expect.element(chip('Certificate profile People')).toBeVisible();
  await expect.element(chip('Seat ID that ends in abcd0005')).toBeVisible();
});

test('one of which no row says the name says how its id ends, and is taken away like the others', async () => {
  const { address } = await open([], `?authority_id=${id('abcd0003')}&user_id=${id('abcd0006')}`);
  await expect.element(chip('Certificate authority ID that ends in abcd0003')).toBeVisible();
  await expect.element(chip('Person ID that ends in abcd0006')).toBeVisible();
  await page.getByRole('button', { name: 'Remove filter Certificate authority' }).click();
  await expect.poll(address).not.toContain('authority_id');
  await expect.element(page.getByRole('button', { name: /^Certificate authority ID/ })).not.toBeInTheDocument();
});

test('what ends with midnight has had its last day before', async () => {
  await open([ROW], '');
  await expect.element(page.getByRole('cell', { name: '2026-12-31' })).toBeVisible();
});

test.each([
  ['issued', '2026-12-03 12 days'],
  ['on_hold', '2026-12-03 12 days'],
  ['revoked', '2026-12-03'],
  ['disabled', '2026-12-03'],
] as const)('the end that is near is marked on one that is %s where somebody would miss it', async (status, words) => {
  await open([{ ...ROW, status, valid_to: '2026-12-03 12:00:00' }], '');
  await expect.element(page.getByRole('cell', { name: words, exact: true })).toBeVisible();
});

test('where a row is two lines, the number tells those of one person apart and words say what the day is', async () => {
  const past = { ...ROW, id: id('00000009'), serial: '02', valid_to: '2025-01-01 00:00:00' };
  await open([ROW, past], '');
  const number = page.getByRole('columnheader', { name: 'Serial number' });
  await expect.element(page.getByRole('columnheader', { name: 'Valid until' })).toBeVisible();
  await expect.element(number).not.toBeInTheDocument();
  await page.viewport(390, 740);
  await expect.element(number).toBeInTheDocument();
  for (const text of ['01', '02', 'Ends 2026-12-31', 'Ended 2024-12-31'])
    await expect.element(page.getByRole('cell', { name: text, exact: true })).toBeVisible();
  const lines = page.getByRole('row', { name: /Ada Lindqvist/ }).elements();
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line.getBoundingClientRect().height).toBeLessThan(70);
});

test('the filter by person finds service users too', async () => {
  const { address } = await open([ROW], `?user_id=${id('abcd0006')}`);
  await chip('Person ID that ends in abcd0006').click();
  await page.getByRole('combobox', { name: 'Person' }).fill('front');
  await page.getByRole('option', { name: 'Front pipeline (Nordmark)' }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(address).toContain(id('abcd0007'));
});
