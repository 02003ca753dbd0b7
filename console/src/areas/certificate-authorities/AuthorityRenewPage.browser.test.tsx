import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient, queryOf } from '../../api/query.ts';
import { paths } from '../../paths.ts';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import AuthorityRenewPage from './AuthorityRenewPage.tsx';

const ID = '00000000-0000-4000-8000-000000000700';
const AUTHORITY = {
  id: ID,
  name: 'Issuing CA',
  version: 1,
  key_type: 'ec_p256',
  valid_to: '2030-01-01 00:00:00',
  certificate: { subject: { commonName: 'Issuing CA' } },
  certificates: null,
  why_not: { renew: null, retire: null, revoke: null, publish: null },
};
const RETIRED = { ...AUTHORITY, why_not: { ...AUTHORITY.why_not, renew: { status: 'AUTHORITY_NOT_ACTIVE' } } };

async function open(authority: object): Promise<void> {
  answerWith(({ path }) => (path.endsWith(`/ca/${ID}`) ? authority : undefined));
  const at = paths.certificateAuthorityRenew(ID);
  await renderPart(<AuthorityRenewPage />, { at, pages: [at.replace(ID, '$id')] });
}
const renew = page.getByRole('button', { name: 'Renew' });

test('an authority that is in use is renewed by a form', async () => {
  await open(AUTHORITY);
  await expect.element(renew).toBeVisible();
});

test('one that can’t be renewed shows why, and no form', async () => {
  await open(RETIRED);
  await expect.element(page.getByText(/not active any more/)).toBeVisible();
  await expect.element(page.getByRole('textbox')).not.toBeInTheDocument();
});

test('what is read beneath the form takes nothing away that was typed', async () => {
  await open(AUTHORITY);
  const name = page.getByRole('textbox').first();
  await name.fill('Another CA');
  const reading = queryOf('GET /account/ui-api/v1/ca/{id}', { params: { id: ID } });
  queryClient.setQueryData<unknown>(reading.queryKey, RETIRED);
  await expect.element(name).toHaveValue('Another CA');
});
