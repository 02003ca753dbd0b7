/**
 * The side navigation: every entry there will ever be, in order; one shows when its route exists and the person may
 * open it.
 */
import type { Icon } from '@tabler/icons-react';
import {
  IconArrowsLeftRight,
  IconBuildingBank,
  IconBuildingSkyscraper,
  IconLockAccess,
  IconReportAnalytics,
  IconSettings,
} from '@tabler/icons-react';
import type { TextKey } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { whatLacks, type Need } from '../../session/permissions.ts';

export type NavEntry = Need & {
  text: TextKey;
  to: string;
  icon?: Icon;
  /** Pressed after G. */
  key?: string;
  children?: readonly NavEntry[];
  /** Where the entry leads when none of its children may be opened (S-226). */
  otherwise?: 'own-profile';
};

const SETTINGS = ['manage_system_settings', 'view_license', 'manage_license'] as const;

export const NAVIGATION: readonly NavEntry[] = [
  {
    text: 'nav.accounts',
    to: paths.accounts(),
    icon: IconBuildingBank,
    any: ['view_account', 'manage_account'],
    key: 'a',
  },
  {
    text: 'nav.organizations',
    to: paths.organizations(),
    icon: IconBuildingSkyscraper,
    any: ['view_organization', 'manage_organization'],
    key: 'o',
  },
  {
    text: 'nav.access',
    to: paths.access(),
    icon: IconLockAccess,
    otherwise: 'own-profile',
    children: [
      {
        text: 'nav.administrators',
        to: paths.administrators(),
        any: ['view_user', 'manage_account_user', 'manage_system_user', 'manage_partner_user'],
        key: 'u',
      },
      {
        text: 'nav.serviceUsers',
        to: paths.serviceUsers(),
        any: ['view_user', 'manage_account_user', 'manage_system_user', 'manage_partner_user'],
      },
      {
        text: 'nav.userRoles',
        to: paths.userRoles(),
        any: ['view_user_role', 'manage_user_role'],
        feature: 'AM_enable_user_roles',
      },
    ],
  },
  {
    text: 'nav.reporting',
    to: paths.reporting(),
    icon: IconReportAnalytics,
    children: [{ text: 'nav.logging', to: paths.logging(), needs: ['view_audit_log'], key: 'l' }],
  },
  {
    text: 'nav.settings',
    to: paths.settings(),
    icon: IconSettings,
    any: SETTINGS,
    scopes: ['system', 'partner'],
    key: 's',
  },
  {
    text: 'nav.migration',
    to: paths.migrationTool(),
    icon: IconArrowsLeftRight,
    needs: ['manage_account'],
    feature: 'AM_enable_account_migration',
  },
];

export type Viewing = Parameters<typeof whatLacks>[1] & {
  /** True when a page exists at an address. */
  exists(to: string): boolean;
  /** The external identity provider's profile page, for people whose identity it owns. */
  oneloginUrl: string | null;
};

/** The entries a person sees. Access falls back to the own profile, elsewhere for external identities (S-226). */
export function visibleEntries(viewing: Viewing, entries: readonly NavEntry[] = NAVIGATION): NavEntry[] {
  return entries.flatMap((entry): NavEntry[] => {
    if (!entry.children) return viewing.exists(entry.to) && !whatLacks(entry, viewing) ? [entry] : [];
    const children = visibleEntries(viewing, entry.children);
    if (children.length > 0) return [{ ...entry, children }];
    const allowed = entry.children.some((child) => !whatLacks(child, viewing));
    if (entry.otherwise !== 'own-profile' || allowed) return [];
    const to = viewing.oneloginUrl ?? paths.profile();
    const { children: _, otherwise: __, ...alone } = entry;
    return viewing.oneloginUrl || viewing.exists(to) ? [{ ...alone, to }] : [];
  });
}

/** The entry whose address the page lies under; the longest wins. */
export function currentEntry(entries: readonly NavEntry[], pathname: string): NavEntry | null {
  const flat = entries.flatMap((entry) => entry.children ?? [entry]);
  const under = flat.filter((entry) => pathname === entry.to || pathname.startsWith(`${entry.to}/`));
  return under.toSorted((a, b) => b.to.length - a.to.length)[0] ?? null;
}
