import type { Account } from '@signet/contract/areas/accounts';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cell, useCell } from '../../cell.ts';
import { CUSTOMER } from '../../testing/account.ts';
import { answerWith, type Asked } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { openNotices } from '../../shell/notices/notifications.ts';
import { DetailSections } from '../../shell/detail/DetailSections.tsx';
import { Place } from '../../shell/detail/Section.tsx';
import AccountEmailDomainsSection from './AccountEmailDomainsSection.tsx';
import AccountSignInSection from './AccountSignInSection.tsx';

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

const UNHEARD = { onCount: () => undefined, onKeep: () => undefined };

/** The open section of a page; closed and opened by its title. */
function SectionOfPage() {
  const [shown, setShown] = useState(true);
  const place = { id: 'email-domains', headingId: 'domains', title: 'Domains', open: shown };
  return (
    <Place value={{ ...place, ...UNHEARD, onToggle: () => setShown(!shown) }}>
      <AccountEmailDomainsSection record={{ ...CUSTOMER, id: ID }} />
    </Place>
  );
}

/** The part as an administrator of a scope sees it, over these domains; `answer` says otherwise of a save. */
async function open(
  names: string[],
  scope: 'system' | 'account' = 'system',
  answer: (asked: Asked) => unknown = () => undefined,
): Promise<Asked[]> {
  const asked = answerWith((one) => {
    const { path, query, method } = one;
    if (path.endsWith('/validate-domains'))
      return query.get('domains')?.includes('taken') ? Response.json(TAKEN, { status: 400 }) : { domains: [] };
    if (!path.endsWith('/sso-email-domains')) return undefined;
    const otherwise = answer(one);
    if (otherwise !== undefined) return otherwise;
    return method === 'DELETE' ? null : { domains: names.map(domain), can_edit: scope === 'system' };
  });
  await renderPart(<SectionOfPage />, {
    as: { scope, permissions: ['view_account', 'manage_account'], accounts: ['Nordmark'] },
  });
  return asked;
}
const field = page.getByLabelText('Email domains');
const save = page.getByRole('button', { name: 'Save changes' });

test('[A-172 A-173 A-175 A-177 A-179 A-181] first domains are typed, checked by the server and saved', async () => {
  const asked = await open([]);
  await page.getByRole('button', { name: 'Add domains' }).click();
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  await field.fill('x');
  await expect.element(page.getByText(/x is not a domain/)).toBeVisible();
  const checked = () => asked.filter(({ path }) => path.endsWith('/validate-domains'));
  // By the server too, which is asked of each change, whatever the page itself thinks of it.
  await expect.poll(() => checked().map(({ query }) => query.get('domains'))).toEqual(['x']);
  await field.fill('');
  await field.fill('taken.org');
  await expect.element(page.getByText('The domain taken.org belongs to another account.')).toBeVisible();
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  await field.fill('a.com,b.org');
  await expect.element(save).not.toHaveAttribute('aria-disabled');
  await save.click();
  await expect
    .poll(() => asked.find(({ method }) => method === 'POST')?.body)
    .toEqual({ domains: ['a.com', 'b.org'], old_domains: [] });
  await expect.poll(() => openNotices.get()[0]?.message).toBe('emailDomains.saved');
});

test('[A-174 A-180] a list that is there may not be emptied; removing it is an act of its own', async () => {
  const asked = await open(['a.com']);
  await page.getByRole('button', { name: 'Edit' }).click();
  await field.fill('');
  await expect.element(page.getByText('Enter at least one domain.')).toBeVisible();
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  await field.fill('a.com, c.org');
  await save.click();
  await expect
    .poll(() => asked.find(({ method }) => method === 'PUT')?.body)
    .toEqual({ domains: ['a.com', 'c.org'], old_domains: ['a.com'] });
  await page.getByRole('button', { name: 'Remove the email domains' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the email domains' }).click();
  const removal = () => asked.find(({ method }) => method === 'DELETE');
  await expect.poll(() => removal()?.query.get('old_domains')).toBe('a.com');
});

test('[A-171] whoever may not edit them reads them', async () => {
  await open(['a.com'], 'account');
  await expect.element(page.getByText('a.com', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: /^Check the record/ })).not.toBeInTheDocument();
});

test('[A-180] who saves later is told which domains somebody else has added, and saves with them', async () => {
  const domains: string[] = ['a.com'];
  const params = { by: 'Ada Lindqvist', named: 'yes', at: '2026-11-21 12:00:00' };
  const late = { error: { status: 'CHANGED_MEANWHILE', message: '', params } };
  const asked = await open(domains, 'system', ({ method, body }) => {
    if (method !== 'PUT' || (body as { old_domains: string[] }).old_domains.length > 1) return undefined;
    domains.push('theirs.org');
    return Response.json(late, { status: 409 });
  });
  const puts = () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  await page.getByRole('button', { name: 'Edit' }).click();
  await field.fill('a.com, mine.org');
  await save.click();
  await expect.element(page.getByText(/Ada Lindqvist saved this/)).toBeVisible();
  await expect.element(page.getByText(/Email domains: a.com became a.com, theirs.org\./)).toBeVisible();
  await field.fill('a.com, theirs.org, mine.org');
  await save.click();
  await expect
    .poll(() => puts()[1])
    .toEqual({ domains: ['a.com', 'theirs.org', 'mine.org'], old_domains: ['a.com', 'theirs.org'] });
});

test('[A-280] the focus goes to the field when the form opens, and back to its button when it closes', async () => {
  await open(['a.com']);
  const edit = page.getByRole('button', { name: 'Edit' });
  await edit.click();
  await expect.element(field).toHaveFocus();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(edit).toHaveFocus();
});

test('[A-177] an empty field says at the button what is missing, not yet under the field', async () => {
  await open([]);
  await page.getByRole('button', { name: 'Add domains' }).click();
  await expect.element(save).toHaveAccessibleDescription('Enter at least one domain.');
  await expect.element(field).not.toHaveAttribute('aria-invalid');
});

test('a closed section keeps what was typed', async () => {
  await open(['a.com']);
  await page.getByRole('button', { name: 'Edit' }).click();
  await field.fill('a.com, b.org');
  const section = page.getByRole('button', { name: 'Domains', exact: true });
  await section.click();
  await expect.element(field).not.toBeVisible();
  await section.click();
  await expect.element(field).toHaveValue('a.com, b.org');
});

test('each domain says which one its buttons check and confirm', async () => {
  await open(['a.com', 'b.org']);
  const acts = page
    .getByRole('listitem')
    .filter({ hasText: 'b.org' })
    .getByRole('button', { name: /: b\.org$/ });
  await expect.poll(() => acts.elements().length).toBe(2);
});

test('[A-068] typed domains stay when it changes whether the provider may bring new people', async () => {
  const withFlag = cell(true);
  const sections = [
    { id: 'endings', title: 'accounts.endings', Content: () => null },
    { id: 'sign-in', title: 'accounts.signIn', Content: AccountSignInSection },
    {
      id: 'email-domains',
      title: 'emailDomains.domains',
      when: (account: Account) => !account.allow_user_creation_via_sso,
      Content: AccountEmailDomainsSection,
    },
  ] as const;
  const PageOfAccount = () => (
    <DetailSections
      record={{ ...CUSTOMER, id: ID, allow_user_creation_via_sso: useCell(withFlag) }}
      sections={sections}
    />
  );
  answerWith(({ path }) =>
    path.endsWith('/sso-email-domains') ? { domains: [domain('a.com')], can_edit: true } : undefined,
  );
  await renderPart(<PageOfAccount />, {
    as: { scope: 'system', permissions: ['view_account', 'manage_account'], accounts: ['Nordmark'] },
  });
  const edit = page.getByRole('button', { name: 'Edit' });
  const typed = page.getByRole('textbox', { name: 'Email domains' });
  for (const begun of [true, false]) {
    withFlag.set(begun);
    await edit.click();
    await typed.fill('a.com, b.org');
    withFlag.set(!begun);
    await expect.element(edit).toBeVisible();
    await expect.element(typed).toHaveValue('a.com, b.org');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(typed).not.toBeInTheDocument();
  }
});
