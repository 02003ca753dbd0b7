/** Where a page has its place, and the way back from it. */
import type { FeatureFlag } from '@signet/contract/feature-flags';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../paths.ts';
import { accessRoutes } from '../../routes/access.ts';
import { accountsRoutes } from '../../routes/accounts.ts';
import { reportingRoutes } from '../../routes/reporting.ts';
import { endSession, keepTokens } from '../../session/state.ts';
import { renderPart } from '../../testing/render.tsx';
import type { RouteSpec } from '../routing/route-spec.ts';
import { Crumbs } from './Crumbs.tsx';
import { useCrumbName, useCrumbOwner, usePageTitle, useParentCrumbName } from './crumbs.ts';

const PERMISSIONS = ['manage_account', 'manage_organization', 'manage_permission', 'manage_account_user'] as const;
const PARTNERS: FeatureFlag = 'AM_enable_partner_scope';

function specOf(specs: readonly RouteSpec[] | undefined, path: string): RouteSpec {
  const found = specs?.find((spec) => spec.path === path);
  if (!found) throw new Error(`no ${path} in the map`);
  return found;
}

function Named({ name = 'Release pipeline' }) {
  useParentCrumbName(name);
  return <Crumbs />;
}

/** The crumbs of a page of the map by themselves. */
async function open({ title, above, before }: RouteSpec, address: string, pattern: string, ...features: FeatureFlag[]) {
  const as = { scope: 'system', permissions: PERMISSIONS, accounts: ['Signet'], features } as const;
  const data = { title, crumb: true, ...(above && { above }), ...(before && { before }) };
  await renderPart(<Named />, { as, at: address, pages: [pattern], data });
}

const back = page.getByRole('link', { name: 'Back' });

test('[S-013] [S-094] the other address of a new service user has the list above it', async () => {
  const path = 'access/administrators/role-service-user-create';
  await open(specOf(accessRoutes, path), `${paths.home()}/${path}`, `${paths.home()}/${path}`);
  await expect.element(back).toHaveAttribute('href', paths.administrators());
});

test('[S-013] [S-094] the other address of editing a service user leads back to that service user', async () => {
  const path = 'access/administrators/$id/role-service-user-edit';
  const address = `${paths.home()}/${path}`;
  await open(specOf(accessRoutes, path), address.replace('$id', '7'), address);
  await expect.element(back).toHaveAttribute('href', paths.serviceUser('7'));
  const named = page.getByRole('listitem').getByRole('link', { name: 'Release pipeline' });
  await expect.element(named).toHaveAttribute('href', paths.serviceUser('7'));
  const list = page.getByRole('listitem').getByRole('link', { name: 'Service users' });
  await expect.element(list).toHaveAttribute('href', paths.serviceUsers());
});

test('[A-048] the other address of an account has the list of accounts above it', async () => {
  const address = `${paths.home()}/ca/accounts/$id`;
  await open(specOf(accountsRoutes, 'ca/accounts/$id'), address.replace('$id', '7'), address);
  await expect.element(back).toHaveAttribute('href', paths.accounts());
});

test.each(['create-account', 'create-partner-account'])(
  '[S-013] from %s Back leads to the choice of the type',
  async (path) => {
    const spec = specOf(specOf(accountsRoutes, 'accounts').children, path);
    await open(spec, paths.accountCreate(), paths.accountCreate(), PARTNERS);
    await expect.element(back).toHaveAttribute('href', paths.accountCreateChoice());
  },
);

test('[S-013] where there is no choice of the type, Back leads to the page above', async () => {
  const spec = specOf(specOf(accountsRoutes, 'accounts').children, 'create-account');
  const above = [{ to: paths.accounts(), title: 'accounts.title', access: {} }] as const;
  await open({ ...spec, above: () => above }, paths.accountCreate(), paths.accountCreate());
  await expect.element(back).toHaveAttribute('href', paths.accounts());
});

test('a page that has an entry of the navigation has no Back, though a page stands above it', async () => {
  const above = [{ to: paths.reporting(), title: 'nav.reporting', access: {} }] as const;
  const endsSoon = { ...specOf(specOf(reportingRoutes, 'reporting').children, 'ends-soon'), above: () => above };
  await open(endsSoon, paths.endsSoon(), paths.endsSoon());
  await expect.element(page.getByRole('listitem').getByRole('link', { name: 'Release pipeline' })).toBeVisible();
  await expect.element(back).not.toBeInTheDocument();
});

test('the way back is one line beside a long name, in a language that breaks anywhere too', async () => {
  const path = 'access/administrators/$id/role-service-user-edit';
  const { title, above } = specOf(accessRoutes, path);
  await renderPart(<Named name={'Lieferkette '.repeat(20)} />, {
    as: { scope: 'system', permissions: PERMISSIONS, accounts: ['Signet'] },
    at: `${paths.home()}/${path.replace('$id', '7')}`,
    pages: [`${paths.home()}/${path}`],
    width: 390,
    locale: 'ja_JP',
    data: { title, crumb: true, ...(above && { above }) },
  });
  const way = page.getByRole('link', { name: '戻る' });
  await expect.element(way).toBeVisible();
  expect(way.element().getBoundingClientRect().height).toBeLessThan(24);
});

function OfRecord({ name, owner }: { name?: string; owner?: string }) {
  useCrumbName(name);
  useCrumbOwner(owner);
  return (
    <>
      <Crumbs />
      <h1>{usePageTitle()}</h1>
    </>
  );
}

test('who signs in next in the same tab is not told what a record is called that they may not see', async () => {
  const address = paths.account('7');
  const data = { title: 'accounts.one', crumb: true } as const;
  const place = { at: address, pages: [address], data };
  await renderPart(<OfRecord name="Nordmark Landesbank" owner="Calder" />, place);
  await expect.element(page.getByRole('heading', { name: 'Nordmark Landesbank' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Calder' })).toBeVisible();
  keepTokens({ accessToken: 'a', refreshToken: 'r', expiresAt: new Date(Date.now() + 60_000) });
  endSession('expired');
  document.body.replaceChildren();
  await renderPart(<OfRecord />, place);
  await expect.element(page.getByRole('heading', { name: 'Account' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Calder' })).not.toBeInTheDocument();
});
