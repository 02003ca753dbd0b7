import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerWith, type Asked } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { openNotices } from '../../shell/notices/notifications.ts';
import { EmailDomains } from './EmailDomains.tsx';

const ID = '00000000-0000-4000-8000-000000000100';
const domain = (name: string) => ({
  name,
  verified: false,
  verified_by: null,
  verified_at: null,
  record: { name: `_signet-verification.${name}`, value: 'signet-verification=p' },
});
const TAKEN = {
  error: {
    status: 'INVALID_INPUT',
    message: '',
    fields: { domains: { status: 'DOMAIN_TAKEN', message: '', params: { domain: 'taken.org' } } },
  },
};

/** The part as an administrator of a scope sees it, over these domains. */
async function open(names: string[], scope: 'system' | 'account' = 'system'): Promise<Asked[]> {
  const asked = answerWith(({ path, query, method }) => {
    if (path.endsWith('/validate-domains'))
      return query.get('domains')?.includes('taken') ? Response.json(TAKEN, { status: 400 }) : { domains: [] };
    if (!path.endsWith('/sso-email-domains')) return undefined;
    return method === 'DELETE' ? null : { domains: names.map(domain), can_edit: scope === 'system' };
  });
  await renderPart(<EmailDomains accountId={ID} />, {
    as: { scope, permissions: ['view_account', 'manage_account'], accounts: ['Nordmark'] },
  });
  return asked;
}
const field = page.getByLabelText('Email domains');
const save = page.getByRole('button', { name: 'Save changes' });

test('[A-172 A-173 A-175 A-177 A-179 A-181] first domains are typed, checked by the server and saved', async () => {
  const asked = await open([]);
  await page.getByRole('button', { name: 'Add domains' }).click();
  await expect.element(save).toBeDisabled();
  await field.fill('x');
  await expect.element(page.getByText(/x is not a domain/)).toBeVisible();
  await field.fill('');
  await field.fill('taken.org');
  await expect.element(page.getByText('The domain taken.org belongs to another account.')).toBeVisible();
  await expect.element(save).toBeDisabled();
  await field.fill('a.com,b.org');
  await expect.element(save).toBeEnabled();
  await save.click();
  await expect.poll(() => asked.find(({ method }) => method === 'POST')?.body).toEqual({ domains: ['a.com', 'b.org'] });
  await expect.poll(() => openNotices.get()[0]?.message).toBe('emailDomains.saved');
});

test('[A-174 A-180] a list that is there may not be emptied; removing it is an act of its own', async () => {
  const asked = await open(['a.com']);
  await page.getByRole('button', { name: 'Edit' }).click();
  await field.fill('');
  await expect.element(page.getByText('Enter at least one domain.')).toBeVisible();
  await expect.element(save).toBeDisabled();
  await field.fill('a.com, c.org');
  await save.click();
  await expect.poll(() => asked.find(({ method }) => method === 'PUT')?.body).toEqual({ domains: ['a.com', 'c.org'] });
  await page.getByRole('button', { name: 'Remove the email domains' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the email domains' }).click();
  await expect.poll(() => asked.some(({ method }) => method === 'DELETE')).toBe(true);
});

test('[A-171] whoever may not edit them reads them', async () => {
  await open(['a.com'], 'account');
  await expect.element(page.getByText('a.com', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Check the record' })).not.toBeInTheDocument();
});
