import { PERMISSIONS, type Permission, type Scope } from '@signet/contract/viewer';
import { expect, test } from 'vitest';
import { currentEntry, NAVIGATION, visibleEntries, type NavEntry } from './navigation.ts';

const FEATURES = { AM_enable_user_roles: true, AM_enable_account_migration: true };

function entriesFor(
  permissions: readonly Permission[],
  more: {
    scope?: Scope;
    features?: Record<string, boolean>;
    exists?: (to: string) => boolean;
    oneloginUrl?: string | null;
  } = {},
) {
  return visibleEntries({
    permissions: new Set(permissions),
    via: { by: 'session' },
    scope: more.scope ?? 'system',
    features: more.features ?? FEATURES,
    exists: more.exists ?? (() => true),
    oneloginUrl: more.oneloginUrl ?? null,
  });
}
const names = (entries: readonly NavEntry[]): string[] =>
  entries.flatMap((entry) => [entry.text, ...(entry.children ?? []).map((child) => `  ${child.text}`)]);

test('[S-092] somebody with every permission sees every entry in order', () => {
  expect(names(entriesFor(PERMISSIONS))).toEqual([
    'nav.accounts',
    'nav.organizations',
    'nav.certificateAuthorities',
    'nav.certificates',
    'nav.seats',
    'nav.enrollments',
    'nav.certificateTemplates',
    'nav.certificateProfiles',
    'nav.access',
    '  nav.administrators',
    '  nav.serviceUsers',
    '  nav.userRoles',
    'nav.reporting',
    '  nav.logging',
    '  nav.endsSoon',
    'nav.clientTools',
    'nav.settings',
    'nav.migration',
  ]);
});

test.each([
  ['[S-228] accounts', 'nav.accounts', ['view_account']],
  ['[S-228] accounts', 'nav.accounts', ['manage_account']],
  ['[S-229] organizations', 'nav.organizations', ['view_organization']],
  ['[S-229] organizations', 'nav.organizations', ['manage_organization']],
  ['[S-427] certificates', 'nav.certificates', ['view_certificate']],
  ['[S-427] certificates', 'nav.certificates', ['revoke_certificate']],
  ['[S-427] certificate profiles', 'nav.certificateProfiles', ['view_profile']],
  ['[S-427] certificate profiles', 'nav.certificateProfiles', ['manage_profile']],
  ['[S-427] templates', 'nav.certificateTemplates', ['view_template']],
  ['administrators', '  nav.administrators', ['view_user']],
  ['administrators', '  nav.administrators', ['manage_account_user']],
  ['administrators', '  nav.administrators', ['manage_system_user']],
  ['administrators', '  nav.administrators', ['manage_partner_user']],
  ['user roles', '  nav.userRoles', ['view_user_role']],
  ['user roles', '  nav.userRoles', ['manage_user_role']],
  ['logging', '  nav.logging', ['view_audit_log']],
  ['[S-224] platform settings', 'nav.settings', ['manage_system_settings']],
  ['[S-224] platform settings', 'nav.settings', ['view_license']],
  ['[S-224] platform settings', 'nav.settings', ['manage_license']],
  ['migration tool', 'nav.migration', ['manage_account']],
] as const)('%s shows with one of its permissions and never without', (_, entry, permissions) => {
  expect(names(entriesFor([...permissions]))).toContain(entry);
  expect(names(entriesFor([]))).not.toContain(entry);
});

test.each<[Scope, boolean]>([
  ['system', true],
  ['partner', true],
  ['account', true],
  ['end_user', false],
])('[S-091 S-092] client tools for %s scope, whatever the permissions: %s', (scope, shown) => {
  expect(names(entriesFor([], { scope })).includes('nav.clientTools')).toBe(shown);
});

test('[S-092] what ends soon is a part of Reporting, which nobody sees without the audit log', () => {
  expect(names(entriesFor(['view_account']))).not.toContain('nav.reporting');
  expect(names(entriesFor(['view_audit_log']))).not.toContain('  nav.endsSoon');
  expect(names(entriesFor(['view_audit_log', 'view_account']))).toContain('  nav.endsSoon');
});

test('[S-224] platform settings are not for account scope', () => {
  expect(names(entriesFor(['manage_system_settings', 'view_license'], { scope: 'account' }))).not.toContain(
    'nav.settings',
  );
  expect(names(entriesFor(['view_license'], { scope: 'partner' }))).toContain('nav.settings');
});

test('entries behind a feature go with it', () => {
  const off = names(entriesFor(PERMISSIONS, { features: {} }));
  expect(off).not.toContain('  nav.userRoles');
  expect(off).not.toContain('nav.migration');
});

test('[S-226] without rights Access leads to the own profile, for external identities to their provider', () => {
  expect(entriesFor([]).find((entry) => entry.text === 'nav.access')?.to).toBe('/account/profile');
  expect(
    entriesFor([], { oneloginUrl: 'https://id.example/me' }).find((entry) => entry.text === 'nav.access')?.to,
  ).toBe('https://id.example/me');
});

test.each([
  ['view_user', 'nav.administrators'],
  ['manage_account_user', 'nav.administrators'],
  ['manage_system_user', 'nav.administrators'],
  ['manage_partner_user', 'nav.administrators'],
  ['view_user_role', 'nav.userRoles'],
] as const)('[S-225] %s alone opens Access, with what it is for', (permission, child) => {
  const access = entriesFor([permission]).find((entry) => entry.text === 'nav.access');
  expect(access?.children?.map(({ text }) => text)).toContain(child);
  // Until there is a page for it, the entry is there all the same.
  const early = entriesFor([permission], { exists: (to) => to === '/account/profile' });
  expect(early).toMatchObject([{ text: 'nav.access', to: '/account/profile' }]);
});

test('entries whose page does not exist are left out', () => {
  expect(names(entriesFor(PERMISSIONS, { exists: (to) => to === '/account/accounts' }))).toEqual(['nav.accounts']);
});

test('the current entry is the deepest one that the page lies under', () => {
  expect(currentEntry(NAVIGATION, '/account/access/administrators/1/edit')?.text).toBe('nav.administrators');
  expect(currentEntry(NAVIGATION, '/account/accounts')?.text).toBe('nav.accounts');
  expect(currentEntry(NAVIGATION, '/account/accountsX')).toBeNull();
});

test('a page whose trail leads through another list than its address belongs to that list', () => {
  const address = '/account/access/administrators/7/role-service-user-edit';
  const list = '/account/access/service-user';
  expect(currentEntry(NAVIGATION, address, [list, `${list}/7`, address])?.text).toBe('nav.serviceUsers');
  expect(currentEntry(NAVIGATION, '/account/profile', ['/account/profile'])).toBeNull();
});
