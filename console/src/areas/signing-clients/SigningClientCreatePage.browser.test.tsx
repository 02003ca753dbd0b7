/** A new signing client: what the server refuses stands under the field that it is about. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CUSTOMER } from '../../testing/account.ts';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import SigningClientCreatePage from './SigningClientCreatePage.tsx';

const PROVIDER = '00000000-0000-4000-8000-000000000701';

test('[A-207 A-210] a provider that was disabled meanwhile is said under its field; all is sent', async () => {
  const gone = { status: 'NOT_FOUND', message: '' };
  const calls = answerWith(({ method }) =>
    method === 'POST'
      ? Response.json({ error: { ...gone, fields: { clientId: gone } } }, { status: 404 })
      : {
          items: [],
          total: 0,
          providers: [{ id: PROVIDER, name: 'Seal desk' }],
          account_name: CUSTOMER.name,
          why_not_manage: null,
        },
  );
  await renderPart(<SigningClientCreatePage />, {
    at: `/account/accounts/${CUSTOMER.id}/createAccountSigningClient`,
    pages: ['account/accounts/$id/createAccountSigningClient'],
  });
  const provider = page.getByRole('combobox');
  await provider.selectOptions(PROVIDER);
  await page.getByRole('textbox').fill('nm-1');
  await page.getByRole('button', { name: /signing client/ }).click();
  await expect.element(provider).toHaveAccessibleDescription(/does not exist, or you may not see it/);
  const sent = calls.find(({ method }) => method === 'POST');
  expect(sent?.body).toEqual({ oauth_client_account_id: 'nm-1', enabled: true });
});
