import { ACCESS, allows, SIGNED_IN } from '@signet/contract/access';
import { PERMISSIONS, type Permission, type Scope } from '@signet/contract/viewer';
import { expect, test } from 'vitest';
import { ENGLISH } from '@signet/contract/texts';
import { routes } from './routes.tsx';
import { NAVIGATION } from './shell/navigation/navigation.ts';
import type { RouteSpec } from './shell/routing/route-spec.ts';

/** One line per address: address, layout, crumb, who may open it. */
function lines(specs: readonly RouteSpec[], parent = '/account', layout = 'secured', trail: string[] = []): string[] {
  return specs.flatMap((spec) => {
    const address = spec.path === '' ? parent : `${parent}/${spec.path}`;
    const within = spec.layout ?? layout;
    const above = spec.above?.({ id: '$id' }).map(({ title }) => title) ?? [];
    const crumbs = [...trail, ...[...above, spec.title].map((title) => ENGLISH[title])];
    const access = spec.access ?? SIGNED_IN;
    const needs = [
      ...(access.all ? [`all ${access.all.join(' ')}`] : []),
      ...(access.any ? [`any ${access.any.join(' ')}`] : []),
      ...(access.scopes ? [`scopes ${access.scopes.join(' ')}`] : []),
      ...(access.feature ? [`feature ${access.feature}`] : []),
    ];
    const what = spec.redirect ? `-> ${spec.redirect()}` : spec.page ? crumbs.join(' > ') : `(${crumbs.join(' > ')})`;
    return [
      [address, within, what, needs.join('; ') || '-'].join(' | '),
      ...lines(spec.children ?? [], address, within, crumbs),
    ];
  });
}

test('[S-006] [S-009] the map of the console: every address with its crumbs and who may open it', async () => {
  await expect(`${lines(routes).join('\n')}\n`).toMatchFileSnapshot('routes.golden.txt');
});

test('[S-069] the accounts and all that is below them ask who one is', () => {
  const accounts = lines(routes).filter((line) => /^\/account\/accounts[/ ]/.test(line));
  expect(accounts.length).toBeGreaterThan(10);
  expect(accounts.filter((line) => line.split(' | ')[1] !== 'secured')).toEqual([]);
});

test('[S-051 S-052] the palette leads whoever gives roles to many administrators with roles', () => {
  const many = (specs: readonly RouteSpec[]): string[] =>
    specs.flatMap(({ path, title, does, children = [] }) => [
      ...(title === 'administrators.many.title' && does ? [path] : []),
      ...many(children),
    ]);
  // It has a page by the first of its addresses that is open to the person.
  expect(many(routes)).toEqual(['role-bulk-user-create', 'bulk-user-create']);
});

/** Addresses that the specification names and gives no screen. Client tools, among them, have one (S-091). */
const NOWHERE = [
  'business-units',
  'profiles',
  'enrollments',
  'certificates',
  'web-enrollment',
  'integration-guides',
  'ca/root',
  'ca/intermediate',
  'api-tokens',
  'client-auth',
];

test('[S-091] addresses that lead nowhere are not in the map, and nothing at the side points to them', () => {
  const map = lines(routes).map((line) => line.slice(0, line.indexOf(' ')));
  const side = NAVIGATION.flatMap((entry) => [entry, ...(entry.children ?? [])]).map(({ to }) => to);
  for (const path of NOWHERE.map((name) => `/account/${name}`))
    expect([...map, ...side].filter((address) => address === path || address.startsWith(`${path}/`))).toEqual([]);
});

test('[S-086] the settings have the page of signing in with a certificate, as an account has', async () => {
  const map = new Map(pages(routes));
  const [settings, account] = ['settings', 'accounts/$id'].map(
    (of) => map.get(`/account/${of}/updateClientAuthCertLogin`)?.page,
  );
  const page = await settings?.();
  expect(page).toBeDefined();
  expect(page).toBe(await account?.());
});

/** Every page of the map by its address. */
function pages(specs: readonly RouteSpec[], parent = '/account'): [string, RouteSpec][] {
  return specs.flatMap((spec): [string, RouteSpec][] => {
    const address = `${parent}/${spec.path}`;
    return [[address, spec], ...pages(spec.children ?? [], address)];
  });
}

test('[S-013] [S-094] whoever says itself which pages stand above it names them as the map does', () => {
  const map = new Map(pages(routes));
  const named = [...map.values()].flatMap(({ above }) => above?.({ id: '$id' }) ?? []);
  expect(named.length).toBeGreaterThan(0);
  for (const { to, title, access } of named)
    expect(map.get(decodeURIComponent(to)), to).toMatchObject({ title, access });
});

test.each([
  ['[A-281]', 'edit', ['/account/accounts/$id/edit', '/account/ca/accounts/$id/edit'], ['manage_account']],
  [
    '[A-282]',
    'create',
    ['/account/accounts/create', '/account/accounts/create-account'],
    ['manage_account', 'manage_organization', 'manage_permission'],
  ],
] as const)('%s accounts, %s: every address asks for the same', (_, act, addresses, permissions) => {
  const map = new Map(pages(routes));
  for (const address of addresses) {
    const access = map.get(address)?.access ?? SIGNED_IN;
    expect(access, address).toBe(ACCESS.accounts[act]);
    const of = (scope: Scope, held: readonly Permission[]) => allows(access, { scope, permissions: new Set(held) });
    for (const scope of ['system', 'partner', 'account', 'end_user'] as const)
      expect(of(scope, permissions), scope).toBe(scope === 'system' || scope === 'partner');
    for (const missing of permissions)
      expect(
        of(
          'system',
          PERMISSIONS.filter((name) => name !== missing),
        ),
        missing,
      ).toBe(false);
  }
});
