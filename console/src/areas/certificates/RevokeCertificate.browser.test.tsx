/** Revoking a certificate: a reason first, what follows from it, and a word where it is for good. */
import type { CertificateRow } from '@signet/contract/areas/certificates';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { RevokeCertificate } from './RevokeCertificate.tsx';

const ONE: CertificateRow = {
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
  authority_id: null,
  authority_name: null,
  profile_name: null,
  person: null,
  why_not: { revoke: null, release: { status: 'NOT_ON_HOLD' } },
};

async function open(more: Partial<CertificateRow> = {}) {
  const calls = answerWith(({ method }) => (method === 'PUT' ? { ...ONE, ...more } : undefined));
  await renderPart(<RevokeCertificate certificate={{ ...ONE, ...more }} onClose={() => undefined} />);
  return { calls, dialog: page.getByRole('dialog', { name: 'Revoke Gate 7?' }) };
}
const choose = (reason: string) => userEvent.selectOptions(page.getByLabelText('Reason'), reason);

test('for good it asks for a reason and a word, and says that it can’t be undone', async () => {
  const { calls, dialog } = await open();
  await choose('superseded');
  await expect.poll(() => dialog.element().textContent).toContain('This can’t be undone');
  await userEvent.type(dialog.getByRole('textbox'), 'REVOKE');
  await userEvent.click(dialog.getByRole('button', { name: 'Revoke' }));
  await expect.poll(() => calls.find(({ method }) => method === 'PUT')?.body).toEqual({ reason: 'superseded' });
});

test('on hold it asks for no word, since it can be released', async () => {
  const { calls, dialog } = await open();
  await choose('certificateHold');
  await expect.element(dialog.getByText('It is refused until somebody releases it.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Put on hold' }));
  await expect.poll(() => calls.find(({ method }) => method === 'PUT')?.body).toEqual({ reason: 'certificateHold' });
});

test('one that is on hold can’t be put on hold again', async () => {
  const { dialog } = await open({ status: 'on_hold' });
  await expect.element(dialog.getByLabelText('Reason')).toBeVisible();
  const offered = [...dialog.getByLabelText('Reason').element().querySelectorAll('option')];
  expect(offered.map(({ value }) => value)).not.toContain('certificateHold');
});
