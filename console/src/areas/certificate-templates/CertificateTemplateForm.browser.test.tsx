/** The form of a template: which certificate profiles it offers, and what it sends. */
import type { CertificateProfileAnswer } from '@signet/contract/areas/certificate-profiles';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerWith, problem } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { AuthorityPicker } from './AuthorityPicker.tsx';
import CertificateTemplateCreatePage from './CertificateTemplateCreatePage.tsx';

const ACCOUNT = '00000000-0000-4000-8000-000000000100';
const idOf = (last: number) => `00000000-0000-4000-8000-00000000080${last}`;
const PROFILE: CertificateProfileAnswer = {
  id: idOf(1),
  name: 'People',
  account_id: null,
  account_name: null,
  built_in: null,
  description: '',
  cert_type: 'end_entity',
  path_length: null,
  key_usage: ['digitalSignature'],
  purposes: ['client_auth'],
  key_types: ['rsa_2048'],
  days: 397,
  unrevocable: false,
  archived_at: null,
  version: 1,
  updated_at: '2026-11-01 10:00:00',
  updated_by_name: null,
  templates: 0,
  why_not_manage: null,
};
const PROFILES: readonly CertificateProfileAnswer[] = [
  PROFILE,
  { ...PROFILE, id: idOf(2), name: 'Gates', account_id: ACCOUNT, account_name: 'Nordmark Landesbank' },
  { ...PROFILE, id: idOf(3), name: 'Of another account', account_id: idOf(0), account_name: 'Orsini Custody' },
  { ...PROFILE, id: idOf(4), name: 'Archived', archived_at: '2026-11-02 10:00:00' },
  { ...PROFILE, id: idOf(5), name: 'Status responder', unrevocable: true },
  { ...PROFILE, id: idOf(6), name: 'Issuing authority', cert_type: 'issuing_ca' },
];

const FIELD = {
  id: 'authority',
  name: 'authority',
  label: 'Authority',
  onChange: () => {},
  onBlur: () => {},
  error: null,
  'aria-invalid': undefined,
  description: null,
};

/** The page of a new template; answers what was asked. */
async function open(scope: 'system' | 'account') {
  const calls = answerWith(({ method, path }) => {
    if (method === 'POST') return { ...PROFILE, id: idOf(9) };
    if (path.endsWith('/nationalities')) return { items: [{ code: 'DE', name: 'Germany' }], total: 1 };
    return path === '/account/ui-api/v1/profile' ? { items: PROFILES, total: PROFILES.length } : undefined;
  });
  await renderPart(<CertificateTemplateCreatePage />, {
    as: { scope, permissions: ['manage_template', 'view_profile'], accounts: ['Nordmark Landesbank'] },
  });
  return calls;
}
const profile = page.getByRole('combobox', { name: 'Certificate profile' });
const offered = () =>
  page
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent);
const create = page.getByRole('button', { name: 'Create template' });

test.each([
  ['account', ['People', 'Gates']],
  ['system', ['People', 'Issuing authority']],
] as const)(
  '[S-249] [S-352] all profiles are asked for at once, and those are offered that its account may use: %s',
  async (scope, names) => {
    const calls = await open(scope);
    await profile.click();
    await expect.poll(() => offered().filter((name) => PROFILES.some((one) => one.name === name))).toEqual(names);
    const asked = calls.filter(({ path }) => path === '/account/ui-api/v1/profile');
    expect(asked.map(({ query }) => query.get('limit'))).toEqual(['99999999']);
  },
);

test('what is missing is said under its field, and what was chosen is sent', async () => {
  const calls = await open('account');
  await page.getByLabelText('Name', { exact: true }).fill('Gates');
  await create.click();
  await expect.element(profile).toHaveAccessibleDescription(/Choose from the list/);
  await expect.element(page.getByRole('group', { name: 'For seats of these types' })).toHaveAccessibleDescription(/./);
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  await profile.click();
  await page.getByRole('option', { name: 'Gates' }).click();
  await page.getByRole('checkbox', { name: 'Device' }).click();
  await page.getByRole('switch', { name: /^Only keys made in a hardware token/ }).click();
  await page.getByRole('switch', { name: /^Email address as user principal name/ }).click();
  await page.getByRole('textbox', { name: /^Organization(?!al)/ }).fill('Nordmark');
  await create.click();
  await expect
    .poll(() => calls.find(({ method }) => method === 'POST')?.body)
    .toEqual({
      account_id: ACCOUNT,
      name: 'Gates',
      description: '',
      profile_id: idOf(2),
      authority_id: null,
      organization: 'Nordmark',
      organizational_unit: '',
      locality: '',
      state: '',
      country: '',
      seat_types: ['device'],
      requires_attestation: true,
      principal_names: true,
    });
});

test('the authority that is stored stays chosen where the others could not be read, which is said', async () => {
  answerWith(({ path }) =>
    path.startsWith('/certificate-authority/') ? problem('TOO_MANY_REQUESTS', 429) : undefined,
  );
  const field = { ...FIELD, value: idOf(7) };
  await renderPart(<AuthorityPicker field={field} accountId={ACCOUNT} stored={{ id: idOf(7), name: 'Gates CA' }} />, {
    as: { scope: 'account', permissions: ['view_ca'], accounts: ['Nordmark Landesbank'] },
  });
  await expect.element(page.getByRole('option', { name: 'Gates CA', selected: true })).toBeInTheDocument();
  await expect.element(page.getByRole('alert')).toBeVisible();
});
