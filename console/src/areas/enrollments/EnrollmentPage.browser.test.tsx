/** Enrollments as administrators see them: the page of one, and the list. */
import type { Enrollment } from '@signet/contract/areas/enrollments';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import EnrollmentPage from './EnrollmentPage.tsx';
import EnrollmentsPage from './EnrollmentsPage.tsx';

const ID = '00000000-0000-4000-8000-000000000700';
const AT = { at: `/account/ca/enrollments/${ID}`, pages: ['account/ca/enrollments/$id'] };
const ENROLLMENT: Enrollment = {
  id: ID,
  account_id: '00000000-0000-4000-8000-000000000100',
  account_name: 'Nordmark Landesbank',
  seat_id: '00000000-0000-4000-8000-000000000101',
  seat: { id: '00000000-0000-4000-8000-000000000101', name: 'Gate 1' },
  user_id: null,
  person: null,
  template_id: '00000000-0000-4000-8000-000000000102',
  template_name: 'Badge',
  name: 'Gate 1',
  first_name: '',
  last_name: '',
  email: 'gates@nordmark.example',
  locale: 'en_US',
  keystore_location: 'hardware_token',
  keystore_type: 'yubikey',
  enrollment_method: 'DTA',
  status: 'redeemed',
  validity: null,
  organization_units: 'Treasury',
  street_address: '',
  postal_code: '',
  locality: 'Kiel',
  state: 'Schleswig-Holstein',
  country: 'DE',
  asked: [],
  certificate_id: null,
  renews: null,
  keys: 1,
  sent_at: '2026-11-21 12:00:00',
  expires_at: '2026-12-05 12:00:00',
  generated_at: '2026-11-21 13:00:00',
  redeemed_at: '2026-11-21 13:00:00',
  canceled_at: null,
  created_at: '2026-11-21 12:00:00',
  created_by_name: 'Cleo Marchetti',
  version: 1,
  updated_at: '2026-11-21 13:00:00',
  updated_by_name: null,
  mail: null,
  why_not: { resend: null, cancel: null },
};

test('[S-102] shows every part of the subject, and in which kind of key store the key was made', async () => {
  answerWith(({ path }) => {
    if (path.endsWith('/nationalities')) return { items: [{ code: 'DE', name: 'Germany' }], total: 1 };
    return path.endsWith(`/enrollment/${ID}`) ? ENROLLMENT : undefined;
  });
  await renderPart(<EnrollmentPage />, {
    ...AT,
    as: { scope: 'account', permissions: ['view_enrollment'], accounts: ['Nordmark Landesbank'] },
  });
  await expect.element(page.getByText('YubiKey')).toBeVisible();
  for (const value of ['Treasury', 'Kiel', 'Schleswig-Holstein', 'Germany'])
    await expect.element(page.getByText(value)).toBeVisible();
  await expect.element(page.getByText('State or province')).toBeVisible();
});

test('the list has the days on which it was invited, and until when, in the zone of whoever looks', async () => {
  const one = { ...ENROLLMENT, created_at: '2026-11-21 23:30:00', expires_at: '2026-12-05 23:30:00' };
  answerWith(({ path }) =>
    path.endsWith('/v2/enrollment') ? { items: [one], total: 1, offset: 0, limit: 20 } : undefined,
  );
  await renderPart(<EnrollmentsPage />, {
    as: { scope: 'account', permissions: ['view_enrollment'], accounts: ['Nordmark Landesbank'] },
  });
  const days = () => Array.from(document.querySelectorAll('time'), ({ textContent }) => textContent);
  await expect.poll(days).toEqual(['2026-12-06', '2026-11-22']);
});

test.each([
  ['invited', 'Open until 2026-12-05'],
  ['generated', 'Open until 2026-12-05'],
  ['expired', 'Ended 2026-12-05'],
  ['redeemed', 'Invited 2026-11-21'],
  ['canceled', 'Invited 2026-11-21'],
] as const)('where a row is two lines, words say what the day of one that is %s is', async (status, words) => {
  answerWith(({ path }) =>
    path.endsWith('/v2/enrollment')
      ? { items: [{ ...ENROLLMENT, status }], total: 1, offset: 0, limit: 20 }
      : undefined,
  );
  await renderPart(<EnrollmentsPage />, {
    as: { scope: 'account', permissions: ['view_enrollment'], accounts: ['Nordmark Landesbank'] },
    width: 390,
  });
  await expect.element(page.getByRole('cell', { name: words, exact: true })).toBeVisible();
});

const CANCELS =
  'The link opens nothing any more. A certificate that was made by it and has not arrived is revoked. ' +
  'Whoever still needs one is invited anew.';
test.each([
  ['invited', `${CANCELS} The invited person is told by email.`],
  ['expired', CANCELS],
] as const)('canceling one that is %s says whether the invited person is told', async (status, words) => {
  answerWith(({ path }) => (path.endsWith(`/enrollment/${ID}`) ? { ...ENROLLMENT, status } : undefined));
  const permissions = ['view_enrollment', 'manage_enrollment'] as const;
  await renderPart(<EnrollmentPage />, { ...AT, as: { scope: 'account', permissions, accounts: [] } });
  await page.getByRole('button', { name: 'Cancel enrollment' }).click();
  await expect.element(page.getByRole('dialog').getByText(words, { exact: true })).toBeVisible();
});

const MAIL_SERVER = '/account/settings/mail-server';
test.each([
  ['nobody knows what became of it', null, true, 'Email written'],
  ['it left', { status: 'sent', sent_at: '2026-11-21 12:00:09' }, true, 'Email sent'],
  ['it waits', { status: 'queued', sent_at: null }, true, 'Email waits to be sent'],
  ['there was no mail server then', { status: 'held', sent_at: null }, true, /^Email held since no mail server was/],
  ['there is no mail server', { status: 'held', sent_at: null }, false, /^Email held: no mail server .* administrator/],
] as const)('of the email with the link the page says that %s', async (_, mail, mailServer, words) => {
  answerWith(({ path }) =>
    path.endsWith(`/enrollment/${ID}`) ? { ...ENROLLMENT, status: 'invited', mail } : undefined,
  );
  await renderPart(<EnrollmentPage />, {
    ...AT,
    as: { scope: 'account', permissions: ['view_enrollment'], accounts: ['Nordmark Landesbank'], mailServer },
  });
  await expect.element(page.getByText(words)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Set up a mail server' })).not.toBeInTheDocument();
});

test.each([
  ['held', 'invited', 1],
  ['failed', 'generated', 1],
  ['held', 'redeemed', 0],
  ['sent', 'invited', 0],
] as const)('an email that is %s is told in the head of one that is %s: %d', async (mail, status, times) => {
  const one = { ...ENROLLMENT, status, mail: { status: mail, sent_at: null } };
  answerWith(({ path }) => (path.endsWith(`/enrollment/${ID}`) ? one : undefined));
  await renderPart(<EnrollmentPage />, {
    ...AT,
    as: { scope: 'account', permissions: ['view_enrollment'], accounts: [] },
  });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Gate 1' })).toBeVisible();
  const words = { held: 'Email held', failed: 'Email could not be sent', sent: 'Email sent' }[mail];
  const lines = page.getByRole('listitem').getByText(words).elements().length;
  expect(page.getByText(words).elements().length - lines).toBe(times);
});

test('who may set up a mail server is led there from an email that is held', async () => {
  const held = { ...ENROLLMENT, status: 'invited', mail: { status: 'held', sent_at: null } };
  answerWith(({ path }) => (path.endsWith(`/enrollment/${ID}`) ? held : undefined));
  const permissions = ['view_enrollment', 'manage_system_settings'] as const;
  await renderPart(<EnrollmentPage />, {
    ...AT,
    as: { scope: 'system', permissions, accounts: [], mailServer: false },
  });
  await expect.element(page.getByRole('link', { name: 'Set up a mail server' })).toHaveAttribute('href', MAIL_SERVER);
});
