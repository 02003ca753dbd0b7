/**
 * Who may do what, said once: endpoints, routes, navigation, buttons, search and rules all name an entry of ACCESS.
 * No schemas here, so that the console can load it with its first page.
 */
import type { FeatureFlag } from './feature-flags.ts';
import type { Permission, Scope, Via } from './viewer.ts';

/**
 * What a signed-in caller needs: all of `all`, at least one of `any`, one of `scopes`, the feature on, and to come by
 * one of `via`, each where given. `{}` is any signed-in caller. Nothing but what names `beforeTerms` is answered to a
 * person who has not accepted the terms yet.
 */
export type Access = {
  readonly all?: readonly Permission[];
  readonly any?: readonly Permission[];
  readonly scopes?: readonly Scope[];
  readonly feature?: FeatureFlag;
  readonly via?: readonly Via[];
  readonly beforeTerms?: true;
};

/** Feature flags as they hold for somebody; one that is not known is off. */
export type Features = Readonly<Partial<Record<FeatureFlag, boolean>>>;

/** Whom an access is asked of. `features` and `via` may be left out where no access asked for names them. */
export type Holder = {
  readonly scope: Scope;
  readonly permissions: ReadonlySet<Permission>;
  readonly features?: Features;
  readonly via?: { readonly by: Via };
};

/**
 * What is missing: `permissions` all of them, `anyOf` one of them; the scopes it is for, where the holder's is none of
 * them; the feature that is off; the ways to call, where the holder's is none of them.
 */
export type Lack = {
  permissions: Permission[];
  anyOf: Permission[];
  scopes: Scope[];
  feature: FeatureFlag | null;
  via: Via[];
};

/** What the holder lacks; null when the access is granted. Features and via that are left out are lacking. */
export function whatLacks(access: Access, holder: Holder): Lack | null {
  const { permissions: heldPermissions, scope, features, via } = holder;
  const lack: Lack = {
    permissions: (access.all ?? []).filter((name) => !heldPermissions.has(name)),
    anyOf: access.any && !access.any.some((name) => heldPermissions.has(name)) ? [...access.any] : [],
    scopes: access.scopes && !access.scopes.includes(scope) ? [...access.scopes] : [],
    feature: access.feature !== undefined && features?.[access.feature] !== true ? access.feature : null,
    via: access.via && !(via && access.via.includes(via.by)) ? [...access.via] : [],
  };
  const { permissions, anyOf, scopes } = lack;
  const nothing = permissions.length + anyOf.length + scopes.length + lack.via.length === 0 && lack.feature === null;
  return nothing ? null : lack;
}

/**
 * True when a page that is refused for a missing permission is one for people who see accounts: `view_account` is among
 * its permissions, whichever of them is missing (S-090).
 */
export const isRefusedToThoseWithoutAccounts = (access: Access, { permissions, anyOf }: Lack): boolean =>
  permissions.length + anyOf.length > 0 && [...(access.all ?? []), ...(access.any ?? [])].includes('view_account');

/** True when the access is granted to the holder. */
export const allows = (access: Access, holder: Holder): boolean => whatLacks(access, holder) === null;

/** An access as a text, for the API's document and the access matrix; empty for any signed-in caller. */
export function accessText({ all, any, scopes, feature, via }: Access): string {
  const parts = [
    scopes && `scope ${scopes.join(' or ')}`,
    all && `permission ${all.join(' and ')}`,
    any && `permission ${any.join(' or ')}`,
    feature !== undefined && `feature ${feature}`,
    via && `a ${via.join(' or ')}`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** Any signed-in caller. */
export const SIGNED_IN: Access = {};
/** Somebody at the console: what is the person's own is not for a program that acts in the person's name. */
export const IN_SESSION = { via: ['session'] } as const satisfies Access;
/** What the page of the terms needs: who is asked to accept them, and that they are. */
export const TERMS = {
  read: { beforeTerms: true },
  accept: { via: ['session'], beforeTerms: true },
} as const satisfies Record<string, Access>;

/** Who holds it may give permissions to others: whom to ask for one that is missing. */
export const GIVES_PERMISSIONS: Permission = 'manage_permission';

const ADMINISTRATORS = ['view_user', 'manage_account_user', 'manage_system_user', 'manage_partner_user'] as const;
const SETTINGS = ['manage_system_settings', 'view_license', 'manage_license'] as const;
const CREATE_ACCOUNT = ['manage_account', 'manage_organization', 'manage_permission'] as const;

/** By area and act. Who sees which rows is another question: the server's predicates of sight answer it. */
export const ACCESS = {
  accounts: {
    view: { any: ['view_account', 'manage_account'] },
    /** How many end soon: system scope looks after all of them. */
    viewExpiring: { any: ['view_account', 'manage_account'], scopes: ['system'] },
    /** Lists show type and partner to those who see the accounts of more than themselves. */
    viewPartners: { scopes: ['system', 'partner'], feature: 'AM_enable_partner_scope' },
    /** Lists show where an account is managed elsewhere. */
    viewFederation: { feature: 'AM_show_federated_info_columns' },
    create: { all: CREATE_ACCOUNT, scopes: ['system', 'partner'] },
    createPartner: { all: CREATE_ACCOUNT, scopes: ['system'], feature: 'AM_enable_partner_scope' },
    /** A partner edits its customers, not itself: see whyNotEditAccount. */
    edit: { all: ['manage_account'], scopes: ['system', 'partner'] },
    delete: { all: ['manage_account'], scopes: ['system'] },
    reassign: { all: ['manage_account'], scopes: ['system'] },
    link: { all: ['manage_account'], scopes: ['system'] },
    unlink: { all: ['manage_account'] },
  },
  organizations: {
    view: { any: ['view_organization', 'manage_organization'] },
    manage: { all: ['manage_organization'] },
  },
  administrators: { view: { any: ADMINISTRATORS } },
  serviceUsers: { view: { any: ADMINISTRATORS } },
  roles: { view: { any: ['view_user_role', 'manage_user_role'], feature: 'AM_enable_user_roles' } },
  auditLog: { view: { all: ['view_audit_log'] } },
  /** What ends soon of the accounts one may see; as all of Reporting it needs the audit log's permission (S-231). */
  endsSoon: { view: { all: ['view_audit_log'], any: ['view_account', 'manage_account'] } },
  /** Everybody who administers something (S-092). */
  clientTools: { use: { scopes: ['system', 'partner', 'account'] } },
  /** The page of the settings and what it shows of the license. */
  settings: { view: { any: SETTINGS, scopes: ['system', 'partner'] } },
  license: {
    view: { any: SETTINGS, scopes: ['system', 'partner'] },
    replace: { all: ['manage_license'], scopes: ['system'] },
  },
  featureFlags: { manage: { all: ['manage_system_settings'], scopes: ['system'] } },
  /** What stands still behind the requests, for those who can look after it. */
  platformHealth: { view: { all: ['manage_system_settings'], scopes: ['system'] } },
  outgoingMail: { manage: { all: ['manage_system_settings'], scopes: ['system'] } },
  migration: { use: { all: ['manage_account'], feature: 'AM_enable_account_migration' } },
} as const satisfies Record<string, Record<string, Access>>;
