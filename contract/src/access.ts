/**
 * Who may do what, said once: endpoints, routes, navigation, buttons, search and rules all name an entry of ACCESS.
 * No schemas here, so that the console can load it with its first page.
 */
import type { FeatureFlag } from './feature-flags.ts';
import { APP_CODES, type AppCode, type Permission, type Scope, type Via } from './viewer.ts';

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

/** A refusal that no permission, scope, feature or way to call would change. */
export const NO_LACK: Lack = { permissions: [], anyOf: [], scopes: [], feature: null, via: [] };

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
/** Whether an access is for people at the console alone. */
export const takesSession = ({ via }: Access): boolean => via !== undefined && via.every((way) => way === 'session');
/**
 * Whoever calls as who they are. An OAuth client that acts for a person is not that person: who they are it asks at
 * `/oauth/me`, which tells what they agreed to, and where else they belong is none of its business.
 */
const AS_ONESELF = { via: ['session', 'token', 'certificate', 'oauth_client'] } as const satisfies Access;
/** What the page of the terms needs: who is asked to accept them, and that they are. */
export const TERMS = {
  read: { ...AS_ONESELF, beforeTerms: true },
  accept: { via: ['session'], beforeTerms: true },
} as const satisfies Record<string, Access>;

/** Who holds it may give permissions to others: whom to ask for one that is missing. */
export const GIVES_PERMISSIONS: Permission = 'manage_permission';

/** The permission that managing the people of a scope takes (S-314); end users are the account's. */
export const MANAGES_PEOPLE_OF: Record<Scope, Permission> = {
  system: 'manage_system_user',
  partner: 'manage_partner_user',
  account: 'manage_account_user',
  end_user: 'manage_account_user',
};
const MANAGE_SOME_PEOPLE = ['manage_account_user', 'manage_system_user', 'manage_partner_user'] as const;
const ADMINISTRATORS = ['view_user', ...MANAGE_SOME_PEOPLE] as const;
/** The permission over an application's licenses (S-223). */
const licensePermission = (act: 'view' | 'manage', app: AppCode): Permission => `${act}_${app}_license`;
/** What somebody needs who views or manages the license of one application. */
export const licenseAccess = {
  view: (app: AppCode) => ({ any: [licensePermission('view', app), licensePermission('manage', app)] }),
  manage: (app: AppCode) => ({ all: [licensePermission('manage', app)] }),
} as const satisfies Record<string, (app: AppCode) => Access>;
const VIEW_SOME_LICENSE = APP_CODES.flatMap((app) => licenseAccess.view(app).any);
const MANAGE_SOME_LICENSE = APP_CODES.flatMap((app) => licenseAccess.manage(app).all);

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
    /** By which ways its people sign in. A partner decides it for its customers: see whyNotEditSignIn. */
    editSignIn: { all: ['manage_account'], scopes: ['system', 'partner', 'account'] },
    /**
     * Where people of a mail domain are led: whoever could choose would be sent other people's sign-ins. See
     * whyNotEditEmailDomains.
     */
    editEmailDomains: { all: ['manage_account'], scopes: ['system'] },
    delete: { all: ['manage_account'], scopes: ['system'] },
    reassign: { all: ['manage_account'], scopes: ['system'] },
    link: { all: ['manage_account'], scopes: ['system'] },
    unlink: { all: ['manage_account'] },
  },
  organizations: {
    view: { any: ['view_organization', 'manage_organization'] },
    manage: { all: ['manage_organization'] },
  },
  /** What was issued to people, devices and servers; authorities have pages of their own. */
  certificates: {
    view: { any: ['view_certificate', 'revoke_certificate'] },
    revoke: { all: ['revoke_certificate'] },
    /** For a seat, by a template: who looks after seats looks after what they have. */
    issue: { all: ['manage_seat', 'view_certificate', 'view_template'] },
  },
  certificateProfiles: {
    view: { any: ['view_profile', 'manage_profile'] },
    manage: { all: ['manage_profile'] },
  },
  certificateTemplates: {
    view: { any: ['view_template', 'manage_template'] },
    /** A template names a profile. */
    manage: { all: ['manage_template', 'view_profile'] },
  },
  seats: {
    view: { any: ['view_seat', 'manage_seat'] },
    manage: { all: ['manage_seat'] },
  },
  enrollments: {
    view: { any: ['view_enrollment', 'manage_enrollment'] },
    manage: { all: ['manage_enrollment'] },
    /** An invitation names a seat and a template; whom of the people, is asked with person-rules.ts. */
    invite: { all: ['manage_enrollment', 'view_seat', 'view_template'] },
  },
  bulk: {
    /** The own plans and runs: for whoever may do some bulk act; a test compares it with the acts. */
    view: {
      any: [
        'manage_account',
        'manage_organization',
        'manage_system_settings',
        'revoke_certificate',
        'manage_enrollment',
        ...MANAGE_SOME_PEOPLE,
      ],
    },
    /** The runs of others too, of the acts that one may do oneself. */
    viewOthers: { all: ['view_audit_log'], scopes: ['system'] },
  },
  administrators: {
    view: { any: ADMINISTRATORS },
    /** Which people is asked with person-rules.ts. */
    manage: { any: MANAGE_SOME_PEOPLE },
    giveRoles: { any: MANAGE_SOME_PEOPLE, feature: 'AM_enable_user_roles' },
    /** The own record, at the console, or that of people whom one manages. */
    edit: {},
  },
  /** Links by which people make a user of an account for themselves: for whoever makes users of accounts. */
  selfService: {
    manage: { all: ['manage_account_user'] },
    /** The page that makes one names its account. */
    create: { all: ['manage_account_user'], any: ['view_account', 'manage_account'] },
  },
  roles: {
    view: { any: ['view_user_role', 'manage_user_role'], feature: 'AM_enable_user_roles' },
    manage: { all: ['manage_user_role'], feature: 'AM_enable_user_roles' },
  },
  /** Who one is, with accounts and applications. */
  profile: { view: AS_ONESELF },
  /** Of oneself and those whom one sees; whose one may change: whyNotManageCredentials. No token makes another. */
  apiTokens: { view: SIGNED_IN, manage: IN_SESSION },
  /** Of the same people, by the same rule: whoever has one signs in as its person. */
  clientAuthCertificates: { view: SIGNED_IN, manage: IN_SESSION },
  serviceUsers: {
    view: { any: ADMINISTRATORS },
    /** Which of them is asked with person-rules.ts. */
    manage: { any: MANAGE_SOME_PEOPLE },
  },
  /** What the forms of people and service users ask for. */
  people: { manage: { any: MANAGE_SOME_PEOPLE } },
  /** Which ones is asked of sight; what the platform's own take, of certificate-authority-rules.ts. */
  certificateAuthorities: {
    view: { any: ['view_ca', 'manage_ca'] },
    manage: { all: ['manage_ca'] },
    /** Their keys are the platform's to keep; the page that makes one chooses its account. */
    create: { all: ['manage_ca'], any: ['view_account', 'manage_account'], scopes: ['system'] },
  },
  oauthClients: {
    view: { any: ['view_account', 'manage_account'] },
    /** Those of the platform itself. */
    viewOfPlatform: { any: ['view_account', 'manage_account'], scopes: ['system'] },
    /** Making one, its values and its secret: as no token makes another (apiTokens), no program makes itself one. */
    manage: { all: ['manage_account'], via: ['session'] },
    /** The pages of the platform's own stand among its settings. */
    manageOfPlatform: { all: ['manage_account'], via: ['session'], scopes: ['system'] },
    /** Enabling, disabling, deleting. */
    switch: { all: ['manage_account'] },
    /** The menu of a card asks for the permission to give permissions too: its acts decide what programs may do. */
    menu: { all: ['manage_account', 'manage_permission'] },
  },
  /** By which clients of the platform accounts sign documents. */
  signingClients: {
    view: { any: ['view_account', 'manage_account'] },
    manage: { all: ['manage_account'] },
  },
  auditLog: { view: { all: ['view_audit_log'] } },
  /** Where events are sent, of all accounts: who may not read them all may not have them sent anywhere either. */
  auditForwarding: { manage: { all: ['manage_system_settings', 'view_audit_log'], scopes: ['system'] } },
  /** What ends soon of the accounts one may see; as all of Reporting it needs the audit log's permission (S-231). */
  endsSoon: {
    view: { all: ['view_audit_log'], any: ['view_account', 'manage_account'] },
    /** What is put off stays on the list, but nobody is told of it. */
    snooze: { all: ['view_audit_log', 'manage_account'] },
    /** An address with one's own rights: no program makes one. */
    subscribe: { all: ['view_audit_log'], any: ['view_account', 'manage_account'], via: ['session'] },
  },
  /** Everybody who administers something (S-092). */
  clientTools: { use: { scopes: ['system', 'partner', 'account'] } },
  /** The page of the settings and what it shows of the license. */
  settings: {
    view: { any: SETTINGS, scopes: ['system', 'partner'] },
    /** By which ways people of the platform's own account sign in. */
    viewSignIn: { any: ['view_account', 'manage_account'], scopes: ['system'] },
    editSignIn: { all: ['manage_account', 'manage_system_settings'], scopes: ['system'] },
    /** What holds for the whole platform: its sign-in page, addresses, mail server, sessions. */
    editPlatform: { all: ['manage_system_settings'], scopes: ['system'] },
    /** Whether people may use the trust assistant, and on which systems. */
    editTrustAssistant: { all: ['manage_system_settings'], scopes: ['system'] },
  },
  license: {
    view: { any: SETTINGS, scopes: ['system', 'partner'] },
    replace: { all: ['manage_license'], scopes: ['system'] },
  },
  /** Features of an account's applications, not the platform's flags. */
  features: {
    view: { any: ['view_account', 'manage_account'] },
    /** A partner switches those of its customers, not its own: see whyNotSwitchFeatures. */
    switch: { all: ['manage_account'], scopes: ['system', 'partner'] },
  },
  /** Of accounts, and what the platform has of it; which application's is asked with licenseAccess. */
  licenses: {
    view: { any: VIEW_SOME_LICENSE },
    viewOfPlatform: { any: VIEW_SOME_LICENSE, scopes: ['system'] },
    edit: { all: ['manage_account'], any: MANAGE_SOME_LICENSE, scopes: ['system', 'partner'] },
  },
  packages: {
    view: { any: ['view_account', 'manage_account'], feature: 'AM_enable_packaging' },
    /** A partner enables them for its customers, not for itself: see whyNotEnablePackages. */
    enable: { all: ['manage_account'], scopes: ['system', 'partner'], feature: 'AM_enable_packaging' },
  },
  featureFlags: { manage: { all: ['manage_system_settings'], scopes: ['system'] } },
  /** What stands still behind the requests, for those who can look after it. */
  platformHealth: { view: { all: ['manage_system_settings'], scopes: ['system'] } },
  outgoingMail: { manage: { all: ['manage_system_settings'], scopes: ['system'] } },
  migration: {
    use: { all: ['manage_account'], feature: 'AM_enable_account_migration' },
    /** The file of an account has the hashes of passwords, and its secrets: whoever looks after the platform alone. */
    send: { all: ['manage_account'], scopes: ['system'], feature: 'AM_enable_account_migration' },
    /** What comes are accounts, people and roles, ready made. */
    receive: { all: ['manage_account'], scopes: ['system'], feature: 'AM_enable_account_migration' },
  },
} as const satisfies Record<string, Record<string, Access>>;
