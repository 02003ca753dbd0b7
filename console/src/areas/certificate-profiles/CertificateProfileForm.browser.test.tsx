/** The form of a certificate profile: the rules under their fields, and why some profiles stay as they are. */
import type { CertificateProfileAnswer } from '@signet/contract/areas/certificate-profiles';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerWith } from '../../testing/answers.ts';
import type { Person } from '../../testing/person.ts';
import { renderPart } from '../../testing/render.tsx';
import CertificateProfileCreatePage from './CertificateProfileCreatePage.tsx';
import CertificateProfileEditPage from './CertificateProfileEditPage.tsx';
import CertificateProfilePage from './CertificateProfilePage.tsx';

const ID = '00000000-0000-4000-8000-000000000800';
const AS: Person = { scope: 'system', permissions: ['manage_profile'], accounts: [] };
const BUILT_IN: CertificateProfileAnswer = {
  id: ID,
  name: 'Client authentication',
  account_id: null,
  account_name: null,
  built_in: 'client_auth',
  description: '',
  cert_type: 'end_entity',
  path_length: null,
  key_usage: ['digitalSignature'],
  purposes: ['client_auth'],
  key_types: ['rsa_2048', 'ec_p256'],
  days: 397,
  unrevocable: false,
  archived_at: null,
  version: 1,
  updated_at: '2026-11-01 10:00:00',
  updated_by_name: null,
  templates: 2,
  why_not_manage: { status: 'PROFILE_BUILT_IN' },
};
const GATES = { ...BUILT_IN, name: 'Gates', built_in: null, days: 90, why_not_manage: null };

const box = (name: string) => page.getByRole('checkbox', { name });
const group = (name: string) => page.getByRole('group', { name });
const days = page.getByLabelText('Days of validity');
const create = page.getByRole('button', { name: 'Create profile' });

test('[S-355] each rule stands under its field, and what is sent is what was chosen', async () => {
  const calls = answerWith(({ method }) => (method === 'POST' ? GATES : undefined));
  await renderPart(<CertificateProfileCreatePage />, { as: AS });
  await expect.element(page.getByLabelText('Account')).toHaveValue('All accounts');
  await box('May sign in to servers as a client').click();
  await box('May stand for a server').click();
  await box('Encrypt keys').click();
  await box('Elliptic curve P-256').click();
  await days.fill('many');
  await create.click();
  await expect.element(page.getByLabelText('Name')).toHaveAttribute('aria-invalid', 'true');
  await expect
    .element(group('What the key may do'))
    .toHaveAccessibleDescription(/Anyone who signs in makes signatures/);
  // Servers are good for less than ten years.
  await expect.element(days).toHaveAccessibleDescription(/from 1 to 825/);
  await days.fill('826');
  await expect.element(days).toHaveAccessibleDescription(/from 1 to 825/);
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  await box('Make signatures, as for signing in').click();
  await expect.element(group('What the key may do')).toHaveAccessibleDescription(/elliptic curves encrypt no keys/);
  await box('Encrypt keys').click();
  await page.getByLabelText('Name').fill('Gates');
  await days.fill('825');
  await create.click();
  await expect
    .poll(() => calls.find(({ method }) => method === 'POST')?.body)
    .toEqual({
      name: 'Gates',
      description: '',
      key_usage: ['digitalSignature'],
      purposes: ['client_auth', 'server_auth'],
      key_types: ['ec_p256'],
      days: 825,
    });
});

/** A page of the one profile. */
async function opened(part: 'edit' | 'detail', one: CertificateProfileAnswer) {
  const calls = answerWith(({ path }) => (path.startsWith(`/account/ui-api/v1/profile/${ID}`) ? one : undefined));
  const at = `/account/ca/certificate-profiles/${ID}${part === 'edit' ? '/edit' : ''}`;
  await renderPart(part === 'edit' ? <CertificateProfileEditPage /> : <CertificateProfilePage />, {
    as: AS,
    at,
    pages: ['/account/ca/certificate-profiles/$id', '/account/ca/certificate-profiles/$id/edit'],
  });
  return calls;
}

test.each(['edit', 'detail'] as const)('a profile of the product says why it stays as it is: %s', async (part) => {
  await opened(part, BUILT_IN);
  await expect.element(page.getByText(/comes with the product, which issues certificates by it/)).toBeVisible();
  await expect.element(page.getByLabelText('Name')).not.toBeInTheDocument();
  for (const name of ['Edit profile', 'Archive profile'])
    await expect.element(page.getByText(name, { exact: true })).not.toBeInTheDocument();
});

test('a profile is archived once somebody has read what stops', async () => {
  const calls = await opened('detail', GATES);
  await page.getByRole('button', { name: 'Archive profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Archive Gates?' });
  await expect.element(dialog.getByText(/nor by the 2 templates that are made of it/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Archive profile' }).click();
  await expect
    .poll(() => calls.find(({ method }) => method === 'PUT'))
    .toMatchObject({ path: `/account/ui-api/v1/profile/${ID}/archived`, body: { archived: true } });
});
