/**
 * The side navigation: every entry there will ever be, in order; one shows when its route exists and the person may
 * open it.
 */
import { ACCESS, allows, SIGNED_IN, type Access, type Holder } from '@signet/contract/access';
import type { Icon } from '@tabler/icons-react';
import {
  IconArrowsLeftRight,
  IconBuildingBank,
  IconBuildingSkyscraper,
  IconCertificate,
  IconFileCertificate,
  IconDownload,
  IconId,
  IconLockAccess,
  IconMailForward,
  IconReportAnalytics,
  IconSettings,
  IconShieldCheck,
  IconTemplate,
} from '@tabler/icons-react';
import type { TextKey } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';

export type NavEntry = {
  /** Who sees it; of a group, its children say. */
  access?: Access;
  text: TextKey;
  to: string;
  icon?: Icon;
  /** Pressed after G. */
  key?: string;
  children?: readonly NavEntry[];
  /** Where the entry leads when none of its children can be opened (S-226): nobody may, or there is no page yet. */
  otherwise?: 'own-profile';
};

export const NAVIGATION: readonly NavEntry[] = [
  {
    text: 'nav.accounts',
    to: paths.accounts(),
    icon: IconBuildingBank,
    access: ACCESS.accounts.view,
    key: 'a',
  },
  {
    text: 'nav.organizations',
    to: paths.organizations(),
    icon: IconBuildingSkyscraper,
    access: ACCESS.organizations.view,
    key: 'o',
  },
  {
    text: 'nav.certificateAuthorities',
    to: paths.certificateAuthorities(),
    icon: IconCertificate,
    access: ACCESS.certificateAuthorities.view,
  },
  {
    text: 'nav.certificates',
    to: paths.certificates(),
    icon: IconFileCertificate,
    access: ACCESS.certificates.view,
  },
  {
    text: 'nav.seats',
    to: paths.seats(),
    icon: IconId,
    access: ACCESS.seats.view,
  },
  {
    text: 'nav.enrollments',
    to: paths.enrollments(),
    icon: IconMailForward,
    access: ACCESS.enrollments.view,
  },
  {
    text: 'nav.certificateTemplates',
    to: paths.certificateTemplates(),
    icon: IconTemplate,
    access: ACCESS.certificateTemplates.view,
  },
  {
    text: 'nav.certificateProfiles',
    to: paths.certificateProfiles(),
    icon: IconShieldCheck,
    access: ACCESS.certificateProfiles.view,
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
        access: ACCESS.administrators.view,
        key: 'u',
      },
      {
        text: 'nav.serviceUsers',
        to: paths.serviceUsers(),
        access: ACCESS.serviceUsers.view,
      },
      {
        text: 'nav.userRoles',
        to: paths.userRoles(),
        access: ACCESS.roles.view,
      },
    ],
  },
  {
    text: 'nav.reporting',
    to: paths.reporting(),
    icon: IconReportAnalytics,
    children: [
      { text: 'nav.logging', to: paths.logging(), access: ACCESS.auditLog.view, key: 'l' },
      { text: 'nav.endsSoon', to: paths.endsSoon(), access: ACCESS.endsSoon.view },
    ],
  },
  {
    text: 'nav.clientTools',
    to: paths.clientTools(),
    icon: IconDownload,
    access: ACCESS.clientTools.use,
  },
  {
    text: 'nav.settings',
    to: paths.settings(),
    icon: IconSettings,
    access: ACCESS.settings.view,
    key: 's',
  },
  {
    text: 'nav.migration',
    to: paths.migrationTool(),
    icon: IconArrowsLeftRight,
    access: ACCESS.migration.use,
  },
];

export type Viewing = Holder & {
  /** True when a page exists at an address. */
  exists(to: string): boolean;
  /** The external identity provider's profile page, for people whose identity it owns. */
  oneloginUrl: string | null;
};

/** The entries a person sees. Access falls back to the own profile, elsewhere for external identities (S-226). */
export function visibleEntries(viewing: Viewing, entries: readonly NavEntry[] = NAVIGATION): NavEntry[] {
  const may = ({ access = SIGNED_IN }: NavEntry): boolean => allows(access, viewing);
  return entries.flatMap((entry): NavEntry[] => {
    if (!entry.children) return viewing.exists(entry.to) && may(entry) ? [entry] : [];
    const children = visibleEntries(viewing, entry.children);
    if (children.length > 0) return [{ ...entry, children }];
    if (entry.otherwise !== 'own-profile') return [];
    const to = viewing.oneloginUrl ?? paths.profile();
    const { children: _, otherwise: __, ...alone } = entry;
    return viewing.oneloginUrl || viewing.exists(to) ? [{ ...alone, to }] : [];
  });
}

/**
 * The entry that a page belongs to: the last one in its trail of crumbs (`trail`, addresses), else the one whose
 * address the page lies under; the longest wins.
 */
export function currentEntry(
  entries: readonly NavEntry[],
  pathname: string,
  trail: readonly string[] = [],
): NavEntry | null {
  const flat = entries.flatMap((entry) => entry.children ?? [entry]);
  const above = trail.map((to) => flat.find((entry) => entry.to === to)).findLast((entry) => entry !== undefined);
  if (above) return above;
  const under = flat.filter((entry) => pathname === entry.to || pathname.startsWith(`${entry.to}/`));
  return under.toSorted((a, b) => b.to.length - a.to.length)[0] ?? null;
}

/** Whether an address is that of an entry, which is always in reach: nobody has to be led back from it. */
export const isEntry = (to: string): boolean =>
  NAVIGATION.flatMap((entry) => entry.children ?? [entry]).some((entry) => entry.to === to);
