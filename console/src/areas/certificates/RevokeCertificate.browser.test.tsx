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
const MAREN = {
  id: '00000000-0000-4000-8000-000000000701',
  name: 'Maren Nordhoff',
  user_name: 'maren',
  service_user: false,
};

test('for good it asks for a reason and a word, and says that it can’t be undone', async () => {
  const { calls, dialog } = await open();
  const act = dialog.getByRole('button', { name: 'Revoke certificate' });
  await userEvent.type(dialog.getByLabelText('Type REVOKE to go on'), 'REVOKE');
  await expect.element(act).toHaveAccessibleDescription('Choose a reason first.');
  await userEvent.click(dialog.getByRole('radio', { name: 'Another certificate has taken its place' }));
  await expect.element(dialog.getByText(/^It can’t be undone\./)).toBeVisible();
  await expect.element(dialog.getByText('Certificates of other keys stay.')).toBeVisible();
  await userEvent.click(act);
  await expect.poll(() => calls.find(({ method }) => method === 'PUT')?.body).toEqual({ reason: 'superseded' });
});

test('each reason says what it means, and a hold is none of them', async () => {
  const { dialog } = await open();
  await expect
    .element(dialog.getByText('Other certificates of this key end too, and it gets no new one.'))
    .toBeVisible();
  expect(dialog.getByRole('radio').elements()).toHaveLength(6);
});

test('on hold it asks for no reason and no word, and says how it is undone', async () => {
  const { calls } = await open();
  const way = page.getByRole('button', { name: 'Put it on hold' });
  await userEvent.click(way);
  const dialog = page.getByRole('dialog', { name: 'Put Gate 7 on hold?' });
  await expect.element(dialog.getByText(/“Release” on its page makes it good again/)).toBeVisible();
  expect(dialog.getByRole('textbox').elements()).toEqual([]);
  // The keyboard stays where it was pressed, on the way back.
  await expect.element(dialog.getByRole('button', { name: 'Revoke it' })).toHaveFocus();
  await userEvent.click(dialog.getByRole('button', { name: 'Put on hold' }));
  await expect.poll(() => calls.find(({ method }) => method === 'PUT')?.body).toEqual({ reason: 'certificateHold' });
});

test('one that is on hold can’t be put on hold again', async () => {
  const { dialog } = await open({ status: 'on_hold', person: MAREN });
  await expect.element(dialog.getByRole('radio').first()).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Put it on hold' }).elements()).toEqual([]);
  // Nobody signs in with it as it is.
  expect(dialog.getByText(/can’t sign in/).elements()).toEqual([]);
});

test('it says what its person loses, and what stays', async () => {
  const { dialog } = await open({ person: MAREN });
  await expect.element(dialog.getByText(/^Maren Nordhoff can’t sign in with it from this moment/)).toBeVisible();
  await expect.element(dialog.getByText(/^The password and the roles of Maren Nordhoff stay/)).toBeVisible();
});

test('a service user calls with it, and keeps its API tokens', async () => {
  const { dialog } = await open({ person: { ...MAREN, name: 'Nightly report', service_user: true } });
  await expect.element(dialog.getByText('Nightly report can’t call with it from this moment.')).toBeVisible();
  await expect.element(dialog.getByText(/^The API tokens and the roles of Nightly report stay/)).toBeVisible();
});
