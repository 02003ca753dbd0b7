/** Somebody for component tests: what the server would answer about the person who is signed in. */
import type { FeatureFlag } from '@signet/contract/feature-flags';
import type { Permission, Scope } from '@signet/contract/viewer';
import type { QueryKey } from '@tanstack/react-query';
import { permissionQuery } from '../session/permissions.ts';
import { featuresQuery, migrationFlagQuery, profileQuery, type OwnProfile } from '../session/profile.ts';

export type Person = {
  scope: Scope;
  permissions: readonly Permission[];
  /** Names of the person's accounts; the first is the primary one. */
  accounts: readonly string[];
  /** YYYY-MM-DD where nothing is said. */
  dateFormat?: string;
  /** Whether accounts may be migrated. */
  migration?: boolean;
  /** Flags of the platform that are on. */
  features?: readonly FeatureFlag[];
  /** Whether the platform has a mail server. */
  mailServer?: boolean;
};

const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** The answers by the keys under which the console keeps them. */
export function answersFor({
  scope,
  permissions,
  accounts,
  dateFormat = 'YYYY-MM-DD',
  migration = false,
  features = [],
  mailServer = true,
}: Person): [QueryKey, unknown][] {
  const profile: OwnProfile = {
    id: idOf(1),
    first_name: 'Tove',
    last_name: 'Lind',
    user_name: 'tove.lind',
    email: 'tove@nowhere.example',
    phone: '',
    locale: 'en_US',
    date_format: dateFormat,
    access_scope: scope,
    primary_account_id: idOf(100),
    primary_account_dta_enabled: false,
    accounts: accounts.map((name, index) => ({
      id: idOf(100 + index),
      name,
      display_name: name,
      active: true,
      service_period: { from: '2026-01-01', to: null },
    })),
    applications: [],
    permissions: [...permissions],
    has_onelogin_id: false,
    onelogin_url: null,
    saml_username: null,
    oidc_username: null,
    aliases: {},
    agreement_accepted: true,
    has_password: true,
    default_app_url: null,
    mail_server: mailServer,
    version: 1,
    updated_at: '2026-01-01T00:00:00.000Z',
  };
  return [
    [profileQuery.queryKey, profile],
    [permissionQuery.queryKey, { permissions }],
    [featuresQuery.queryKey, Object.fromEntries(features.map((name) => [name, true]))],
    [migrationFlagQuery(profile.id).queryKey, { enabled: migration }],
  ];
}
