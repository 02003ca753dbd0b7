import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CUSTOMER } from '../../testing/account.ts';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import CertificateSignInPage from './CertificateSignInPage.tsx';

const ADDRESS = '/account/settings/updateClientAuthCertLogin';
/** The first account of a person in component tests: here the platform's own. */
const OWN = '00000000-0000-4000-8000-000000000100';

test('[S-086] under the settings it is the form of the platform’s own account', async () => {
  const own = { ...CUSTOMER, id: OWN, name: 'Signet', display_name: 'Signet', system_account: true };
  const methods = [
    { signInMethod: 'standard', status: 'enabled', mfaStatus: 'disabled', clientAuthCertLoginEnabled: false },
  ];
  const calls = answerWith(({ path }) =>
    path.startsWith(`/account/ui-api/v1/account/${OWN}`) ? { ...own, sign_in_methods: methods } : undefined,
  );
  const { address } = await renderPart(<CertificateSignInPage />, {
    as: { scope: 'system', permissions: ['view_account', 'manage_account'], accounts: ['Signet'] },
    at: ADDRESS,
    pages: [ADDRESS],
  });
  await expect.element(page.getByRole('radio', { name: 'Off' })).toBeChecked();
  await page.getByRole('radio', { name: 'On' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(address).toBe('/account/settings');
  expect(calls.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, body])).toEqual([
    [`/account/ui-api/v1/account/${OWN}/enable-cac`, { enabled: true }],
  ]);
});
