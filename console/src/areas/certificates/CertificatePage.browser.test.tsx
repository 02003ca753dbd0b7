/** The page of one certificate: which authority has signed it. */
import type { Certificate } from '@signet/contract/areas/certificates';
import type { Permission } from '@signet/contract/viewer';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../paths.ts';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import CertificatePage from './CertificatePage.tsx';

const AUTHORITY = '00000000-0000-4000-8000-000000000801';
const ONE: Certificate = {
  id: '00000000-0000-4000-8000-000000000700',
  serial: '5e0b91c4a2f38e7d60159b2c8d447d15',
  status: 'issued',
  common_name: 'Gate 7',
  subject: 'CN=Gate 7',
  email: '',
  key_type: 'ec_p256',
  valid_from: '2026-03-14 10:08:00',
  valid_to: '2027-03-14 10:08:00',
  created_at: '2026-03-14 10:08:00',
  revoked_at: null,
  revocation_reason: null,
  account_id: null,
  account_name: null,
  authority_id: AUTHORITY,
  authority_name: 'Nordmark CA',
  profile_name: null,
  person: null,
  why_not: { revoke: null, release: { status: 'NOT_ON_HOLD' } },
  seat: null,
  created_by_name: null,
  revoked_by_name: null,
  version: 1,
  parsed: null,
  pem: null,
  key_attestation: null,
  chain: [],
};

async function open(permissions: Permission[], more: Partial<Certificate> = {}) {
  answerWith(({ path }) => (path.startsWith('/account/ui-api/v1/certificate/') ? { ...ONE, ...more } : undefined));
  await renderPart(<CertificatePage />, { as: { scope: 'system', permissions, accounts: [] } });
  await expect.element(page.getByRole('heading', { name: 'Gate 7' })).toBeVisible();
}
const name = page.getByText('Nordmark CA', { exact: true });
const link = page.getByRole('link', { name: 'Nordmark CA' });

test('its authority is a link for whoever sees authorities', async () => {
  await open(['view_certificate', 'view_ca']);
  await expect.element(link).toHaveAttribute('href', paths.certificateAuthority(AUTHORITY));
});

test('its authority is a name for whoever does not', async () => {
  await open(['view_certificate']);
  await expect.element(name).toBeVisible();
  expect(link.elements()).toEqual([]);
});

test('one that another authority has signed says so', async () => {
  await open(['view_certificate', 'view_ca'], { authority_id: null, authority_name: null });
  await expect.element(page.getByText('Issued elsewhere')).toBeVisible();
});
