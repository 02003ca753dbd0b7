/** What the platform's license includes is said in the words of the console, as on the pages of accounts. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { CallResponse } from '../../api/call.ts';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { LicenseSections } from './LicenseSections.tsx';

type License = CallResponse<'GET /account/ui-api/v1/license/details'>;

const DETAILS = '/account/ui-api/v1/license/details';
const LICENSE = {
  status: 'valid',
  edition: 'Standard',
  holder: 'Nordmark Landesbank',
  issuer: 'Umbra',
  valid_from: '2026-01-01',
  valid_until: '2027-12-31',
  evaluation: false,
  applications: [],
} satisfies License;

const PLATFORM = { scope: 'system', permissions: ['manage_license'], accounts: ['Signet platform'] } as const;

test('each feature is named in words, and an unknown one as the license names it', async () => {
  const features: License['applications'][number]['features'] = [
    { name: 'certificate_units', generation: 'v2', quantity: 20_000 },
    { name: 'root_ca_units', generation: 'v2', quantity: -1 },
    { name: 'moon_units', generation: 'v2', quantity: 3 },
  ];
  answerWith(({ path }) =>
    path === DETAILS ? { ...LICENSE, applications: [{ app_code: 'ca_manager', features }] } : undefined,
  );
  await renderPart(<LicenseSections />, { as: PLATFORM });
  const product = page.getByRole('listitem').filter({ hasText: 'CA Manager' });
  await expect
    .element(product)
    .toMatchTextContent(/Certificate units ?v2 ?20,000.*Root CA units ?v2 ?Unlimited.*moon_units ?v2 ?3/);
});

test('[S-124 S-260] status, edition, holder, issuer and dates are those of the platform', async () => {
  answerWith(({ path }) => (path === DETAILS ? LICENSE : undefined));
  await renderPart(<LicenseSections />, { as: PLATFORM });
  for (const value of ['Valid', 'Standard', 'Nordmark Landesbank', 'Umbra', '2026-01-01', '2027-12-31'])
    await expect.element(page.getByText(value, { exact: true })).toBeVisible();
});

test.each([
  ['has ended', { ...LICENSE, status: 'expired' } as const, 'Expired'],
  ['is not there', undefined, 'Not found'],
])('[S-124] one that %s is called so', async (_how, license, said) => {
  answerWith(({ path }) => (path === DETAILS ? license : undefined));
  await renderPart(<LicenseSections />, { as: PLATFORM });
  await expect.element(page.getByText(said, { exact: true })).toBeVisible();
});

test.each([
  [['manage_license'] as const, 1],
  [['view_license'] as const, 0],
])('[S-426] with %s there are %i ways to replace it', async (permissions, ways) => {
  answerWith(({ path }) => (path === DETAILS ? LICENSE : undefined));
  await renderPart(<LicenseSections />, { as: { ...PLATFORM, permissions } });
  await expect.element(page.getByText('Nordmark Landesbank')).toBeVisible();
  expect(page.getByRole('link', { name: 'Replace license' }).elements()).toHaveLength(ways);
});

test('one that is not there can be replaced too', async () => {
  answerWith(() => undefined);
  await renderPart(<LicenseSections />, { as: PLATFORM });
  await expect.element(page.getByRole('link', { name: 'Replace license' })).toBeVisible();
});
