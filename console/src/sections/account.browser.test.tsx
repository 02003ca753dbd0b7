/** What the sections of an account's page have in common. */
import type { Permission } from '@signet/contract/viewer';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import AccountPage from '../areas/accounts/AccountPage.tsx';
import { paths } from '../paths.ts';
import { DetailSections } from '../shell/detail/DetailSections.tsx';
import { CUSTOMER } from '../testing/account.ts';
import { answerWith } from '../testing/answers.ts';
import type { Person } from '../testing/person.ts';
import { renderPart } from '../testing/render.tsx';
import sections from './account.ts';

test('templates and certificate profiles lead to all of them in other words than their headings', async () => {
  answerWith(() => ({ items: [], total: 0, total_exact: true, offset: 0, limit: 10 }));
  const shown = sections.filter(({ id }) => id === 'certificate-templates' || id === 'certificate-profiles');
  await renderPart(<DetailSections record={CUSTOMER} sections={shown} />, {
    as: { scope: 'system', permissions: ['view_template', 'view_profile'], accounts: [] },
  });
  await expect
    .element(page.getByRole('link', { name: 'All templates' }))
    .toHaveAttribute('href', '/account/ca/certificate-templates');
  await expect
    .element(page.getByRole('link', { name: 'All certificate profiles' }))
    .toHaveAttribute('href', '/account/ca/certificate-profiles');
});

test.each<[string, Permission[], string, number]>([
  ['who may make one is led there', ['manage_template', 'view_profile'], 'Create a template, by which', 1],
  ['the others read who can', ['view_template'], 'Anyone who manages templates can make one.', 0],
])('[A-009] where there is no template, %s', async (_, permissions, words, links) => {
  answerWith(() => ({ items: [], total: 0, total_exact: true, offset: 0, limit: 10 }));
  const shown = sections.filter(({ id }) => id === 'certificate-templates');
  await renderPart(<DetailSections record={CUSTOMER} sections={shown} />, {
    as: { scope: 'system', permissions, accounts: [] },
  });
  await expect.element(page.getByText(new RegExp(`^No templates\\. ${words}`))).toBeVisible();
  const create = page.getByRole('link', { name: 'Create a template' }).elements();
  expect(create.map((link) => link.getAttribute('href'))).toEqual(
    Array.from({ length: links }, () => paths.certificateTemplateCreate()),
  );
});

const CREATES: Permission[] = ['view_account', 'manage_account', 'manage_organization', 'manage_permission'];
test.each<[string, Person, string[]]>([
  [
    'is of the system',
    { scope: 'system', permissions: CREATES, accounts: [] },
    ['?partner_account_name=p&active=any', '/create-account?partner=p'],
  ],
  [
    'is of it',
    { scope: 'partner', permissions: CREATES, accounts: [] },
    ['?partner_account_name=p&active=any', '/create-account'],
  ],
  [
    'may look alone',
    { scope: 'partner', permissions: ['view_account'], accounts: [] },
    ['?partner_account_name=p&active=any'],
  ],
])('a partner’s page names its customers and leads to all of them, for whoever %s', async (_, as, links) => {
  const umbra = { ...CUSTOMER, id: 'p', name: 'Umbra', display_name: 'Umbra', type: 'partner', customers: 12 } as const;
  const items = [{ ...CUSTOMER, partner_account_id: 'p' }];
  const calls = answerWith(() => ({ items, total: 1, total_exact: true, offset: 0, limit: 10 }));
  await renderPart(<DetailSections record={umbra} sections={sections.filter(({ id }) => id === 'customers')} />, {
    as: { ...as, features: ['AM_enable_partner_scope'] },
  });
  await expect.element(page.getByRole('link', { name: 'Nordmark Landesbank' })).toBeVisible();
  await expect.element(page.getByText('11 more in the table')).toBeVisible();
  expect(calls.map(({ query }) => query.get('partner_account_name'))).toEqual(['p']);
  const led = page.getByRole('link', { name: /customers|Create/ }).elements();
  expect(led.map((one) => one.getAttribute('href')?.replace('/account/accounts', ''))).toEqual(links);
});

test.each<[Permission, string[]]>([
  ['view_account', ['Integrations', 'History']],
  ['view_organization', ['History']],
])('[A-197] with %s alone, of clients and history an account’s page has these', async (permission, titles) => {
  answerWith(() => ({ items: [], total: 0, total_exact: true, offset: 0, limit: 100 }));
  const shown = sections.filter(({ id }) => id === 'integrations' || id === 'history');
  await renderPart(<DetailSections record={CUSTOMER} sections={shown} />, {
    as: { scope: 'system', permissions: [permission, 'view_audit_log'], accounts: [] },
  });
  const found = () =>
    page
      .getByRole('heading')
      .elements()
      .map((one) => one.textContent.replace(/\d+$/, ''));
  await expect.poll(found).toEqual(titles);
  expect(page.getByRole('link', { name: 'Add OAuth client' }).elements()).toEqual([]);
});

test.each<[string, Permission[], string[]]>([
  ['reads them', ['view_user'], ['All administrators']],
  ['makes them too', ['view_user', 'manage_account_user'], ['All administrators', 'Create administrator']],
  ['may not see them', ['view_account'], []],
])('an account’s page names its administrators, to whoever %s', async (_, permissions, links) => {
  const people = [
    { id: '1', name: 'Wenke Sahl', status: 'invited', roles: [{ id: '2', name: 'Account administrator' }] },
  ];
  answerWith(() => ({ items: people, total: 1, total_exact: true, offset: 0, limit: 5 }));
  await renderPart(
    <DetailSections record={CUSTOMER} sections={sections.filter(({ id }) => id === 'administrators')} />,
    { as: { scope: 'partner', permissions, accounts: [] } },
  );
  const offered = () =>
    page
      .getByRole('link', { name: /administrator/ })
      .elements()
      .map((one) => [one.textContent, one.getAttribute('href')]);
  const ways = {
    'All administrators': `/account/access/administrators?account_id=${CUSTOMER.id}`,
    'Create administrator': `/account/access/administrators/create?account=${CUSTOMER.id}`,
  };
  await expect.poll(offered).toEqual(Object.entries(ways).filter(([name]) => links.includes(name)));
  if (links.length === 0) return;
  await expect.element(page.getByRole('link', { name: 'Wenke Sahl' })).toBeVisible();
  await expect.element(page.getByText('Invited', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Account administrator', { exact: true })).toBeVisible();
});

test.each([
  ['brings people', true],
  ['brings nobody', false],
])('[A-068] the provider %s: email domains are a part of the sign-in, or apart', async (_, brings) => {
  answerWith(() => ({ domains: [{ name: 'nordmark.example', verified: true, verified_by: 'dns' }], can_edit: false }));
  await renderPart(
    <DetailSections
      record={{ ...CUSTOMER, allow_user_creation_via_sso: brings }}
      sections={sections.filter(({ id }) => id === 'sign-in' || id === 'email-domains')}
    />,
    { as: { scope: 'system', permissions: ['view_account'], accounts: [] } },
  );
  const signIn = page.getByRole('region', { name: 'Account sign-in' });
  const apart = page.getByRole('region', { name: 'Email domains' });
  const domain = 'nordmark.example';
  await expect.element((brings ? signIn : apart).getByText(domain)).toBeVisible();
  expect(page.getByText(domain).elements()).toHaveLength(1);
  expect(apart.elements()).toHaveLength(brings ? 0 : 1);
});

test.each<[string, Permission[], string[]]>([
  ['who may see its organizations is led to their list', ['view_organization'], ['Platform settings', 'their list']],
  ['who may not sees the settings alone named', [], ['Platform settings']],
])('[A-053] the platform’s own account has none of the sections of a tenant: %s', async (_, more, links) => {
  const account = { ...CUSTOMER, system_account: true };
  answerWith(({ path }) =>
    path.endsWith(`/account/${account.id}`)
      ? account
      : { items: [], total: 0, total_exact: true, offset: 0, limit: 10 },
  );
  await renderPart(<AccountPage sections={sections} panels={[]} />, {
    as: { scope: 'system', permissions: ['view_account', 'view_user', 'view_template', ...more], accounts: [] },
    at: paths.account(account.id),
    pages: ['/account/accounts/$id'],
  });
  const banner = page.getByRole('status').filter({ hasText: 'This is the account of the platform itself.' });
  const named = () =>
    banner
      .getByRole('link')
      .elements()
      .map((one) => one.textContent);
  await expect.poll(named).toEqual(links);
  const titles = page.getByRole('heading', { level: 2 }).elements();
  expect(titles.map((one) => one.textContent)).toEqual(['History']);
});

test('[A-053] the page of the platform’s own account leads to the list of its organizations', async () => {
  const account = { ...CUSTOMER, system_account: true };
  answerWith(() => account);
  await renderPart(<AccountPage sections={[]} panels={[]} />, {
    as: { scope: 'system', permissions: ['view_account', 'view_organization'], accounts: [] },
    at: paths.account(account.id),
    pages: ['/account/accounts/$id'],
  });
  const link = page.getByRole('link', { name: 'their list' });
  await expect.element(link).toHaveAttribute('href', paths.organizations({ account_id: account.id }));
});
