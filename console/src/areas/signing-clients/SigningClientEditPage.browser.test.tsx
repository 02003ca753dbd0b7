/** The service id of a signing client: what a save sends beside it. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CUSTOMER } from '../../testing/account.ts';
import { answerWith, problem } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import SigningClientEditPage from './SigningClientEditPage.tsx';

const ONE = {
  id: '00000000-0000-4000-8000-000000000700',
  name: 'Seal desk',
  oauthClientId: '00000000-0000-4000-8000-000000000701',
  oauthClientAccountId: 'nm-1',
  provider_status: 'ENABLED',
  createdDate: '2026-11-01 10:00:00',
  account_id: CUSTOMER.id,
  account_name: CUSTOMER.name,
  updated_at: '2026-11-01 10:00:00',
  updated_by_name: null,
  version: 3,
  why_not_manage: null,
};

test.each([
  ['DISABLED', false],
  ['ENABLED', true],
])('[A-211] of one that is %s, the service id is saved together with that', async (status, enabled) => {
  const one = { ...ONE, status };
  const calls = answerWith(({ method, path }) => {
    if (method === 'PUT') return problem('SIGNING_CLIENT_EXISTS', 409);
    return path.endsWith('/oauth/config')
      ? { items: [one], total: 1, providers: [], account_name: CUSTOMER.name, why_not_manage: null }
      : one;
  });
  await renderPart(<SigningClientEditPage />, {
    at: `/account/accounts/${CUSTOMER.id}/editAccountSigningClient/${ONE.id}`,
    pages: ['account/accounts/$id/editAccountSigningClient/$configId'],
  });
  await page.getByRole('textbox', { name: 'Service ID' }).fill('nm-2');
  await page.getByRole('button', { name: 'Save changes' }).click();
  const sent = () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  await expect.poll(sent).toEqual([{ oauth_client_account_id: 'nm-2', enabled }]);
});
