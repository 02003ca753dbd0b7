/**
 * The whole map of the console. Addresses are below /account; `page` is the default export of its file.
 * `needs`: all of these permissions; `any`: at least one; `scopes`: one of these. Parents don't hand theirs down.
 */
import { paths } from './paths.ts';
import type { RouteSpec } from './shell/routing/route-spec.ts';

/** Who may create accounts. */
const CREATE_ACCOUNT: Pick<RouteSpec, 'needs' | 'scopes'> = {
  needs: ['manage_account', 'manage_organization', 'manage_permission'],
  scopes: ['system', 'partner'],
};

export const routes: readonly RouteSpec[] = [
  { path: '', title: 'home.title', page: () => import('./areas/welcome/HomePage.tsx') },
  // The server sends / and /account here, unless it is told of another landing address (S-008).
  { path: 'start', title: 'home.title', page: () => import('./areas/welcome/HomePage.tsx') },

  // Public
  { path: 'login', title: 'login.title', layout: 'split', page: () => import('./areas/session/LoginPage.tsx') },
  {
    path: 'callback/oauth',
    title: 'callback.title',
    layout: 'public',
    page: () => import('./areas/session/CallbackPage.tsx'),
  },
  {
    path: 'setup-license',
    title: 'setup.license.title',
    layout: 'public',
    page: () => import('./areas/setup/SetupLicensePage.tsx'),
  },
  {
    path: 'setup-user',
    title: 'setup.user.title',
    layout: 'public',
    page: () => import('./areas/setup/SetupUserPage.tsx'),
  },
  {
    path: 'samlVerificationError/{-$errorCode}',
    title: 'errors.saml.title',
    layout: 'public',
    page: () => import('./areas/errors/SamlErrorPage.tsx'),
  },
  {
    path: 'clientAuthLoginVerificationError/{-$errorCode}/{-$errorMessage}',
    title: 'errors.clientAuth.title',
    layout: 'public',
    page: () => import('./areas/errors/ClientAuthErrorPage.tsx'),
  },
  {
    path: 'updateLicenseError',
    title: 'errors.updateLicense.title',
    layout: 'public',
    page: () => import('./areas/errors/UpdateLicenseErrorPage.tsx'),
  },
  {
    path: 'accountExpiredError',
    title: 'errors.accountExpired.title',
    layout: 'public',
    page: () => import('./areas/errors/AccountExpiredErrorPage.tsx'),
  },
  {
    path: 'legal/$document',
    title: 'legal.title',
    layout: 'public',
    page: () => import('./areas/legal/LegalPage.tsx'),
  },
  {
    path: 'licenseExpired',
    title: 'errors.licenseExpired.title',
    layout: 'public',
    page: () => import('./areas/errors/LicenseExpiredPage.tsx'),
  },

  {
    path: 'forgot-password',
    title: 'forgot.title',
    layout: 'public',
    page: () => import('./areas/session/ForgotPasswordPage.tsx'),
  },
  {
    path: 'reset-password/$userId/$code',
    title: 'reset.title',
    layout: 'public',
    page: () => import('./areas/session/ResetPasswordPage.tsx'),
  },
  {
    path: 'verify/$userId/$verificationCode',
    title: 'verify.title',
    layout: 'public',
    page: () => import('./areas/session/VerifyPage.tsx'),
  },
  {
    path: 'agreement/$userId',
    title: 'agreement.title',
    layout: 'public',
    page: () => import('./areas/session/AgreementPage.tsx'),
  },

  { path: 'welcome', title: 'welcome.title', layout: 'either', page: () => import('./areas/welcome/WelcomePage.tsx') },

  // Signed in
  { path: 'redirect', title: 'redirect.title', page: () => import('./areas/session/RedirectPage.tsx') },
  {
    path: 'accounts',
    title: 'accounts.title',
    any: ['view_account', 'manage_account'],
    page: () => import('./areas/accounts/AccountsPage.tsx'),
    children: [
      {
        path: 'create',
        title: 'accounts.create',
        ...CREATE_ACCOUNT,
        page: () => import('./areas/accounts/AccountTypePage.tsx'),
      },
      {
        path: 'create-account',
        title: 'accounts.create',
        ...CREATE_ACCOUNT,
        page: () => import('./areas/accounts/AccountCreatePage.tsx'),
      },
      {
        path: 'create-partner-account',
        title: 'accounts.createPartner',
        ...CREATE_ACCOUNT,
        scopes: ['system'],
        feature: 'AM_enable_partner_scope',
        page: () => import('./areas/accounts/PartnerAccountCreatePage.tsx'),
      },
      {
        path: '$id',
        title: 'accounts.one',
        any: ['view_account', 'manage_account'],
        page: () => import('./areas/accounts/AccountPage.tsx'),
        children: [
          {
            path: 'edit',
            title: 'accounts.edit',
            needs: ['manage_account'],
            scopes: ['system', 'partner'],
            page: () => import('./areas/accounts/AccountEditPage.tsx'),
          },
        ],
      },
    ],
  },
  // Another address of the same page, with the same way back.
  {
    path: 'ca/accounts',
    title: 'accounts.title',
    any: ['view_account', 'manage_account'],
    page: () => import('./areas/accounts/AccountsPage.tsx'),
    children: [
      {
        path: '$id',
        title: 'accounts.one',
        any: ['view_account', 'manage_account'],
        page: () => import('./areas/accounts/AccountPage.tsx'),
        children: [
          {
            path: 'edit',
            title: 'accounts.edit',
            needs: ['manage_account'],
            scopes: ['system', 'partner'],
            page: () => import('./areas/accounts/AccountEditPage.tsx'),
          },
        ],
      },
    ],
  },
  {
    path: 'ca/organizations',
    title: 'organizations.title',
    any: ['view_organization', 'manage_organization'],
    page: () => import('./areas/organizations/OrganizationsPage.tsx'),
    children: [
      {
        path: 'create',
        title: 'organizations.create',
        needs: ['manage_organization'],
        page: () => import('./areas/organizations/OrganizationCreatePage.tsx'),
      },
      {
        path: '$id',
        title: 'organizations.one',
        any: ['view_organization', 'manage_organization'],
        page: () => import('./areas/organizations/OrganizationPage.tsx'),
        children: [
          {
            path: 'edit',
            title: 'organizations.edit',
            needs: ['manage_organization'],
            page: () => import('./areas/organizations/OrganizationEditPage.tsx'),
          },
          {
            path: 'create-contact',
            title: 'contacts.create',
            needs: ['manage_organization'],
            page: () => import('./areas/organizations/ContactCreatePage.tsx'),
          },
          {
            path: '$contactId',
            title: 'contacts.one',
            needs: ['manage_organization'],
            page: () => import('./areas/organizations/ContactEditPage.tsx'),
          },
        ],
      },
    ],
  },
  {
    path: 'profile',
    title: 'profile.title',
    page: () => import('./areas/profile/ProfilePage.tsx'),
    children: [
      { path: 'edit', title: 'profile.edit', page: () => import('./areas/profile/ProfileEditPage.tsx') },
      { path: 'password', title: 'profile.changePassword', page: () => import('./areas/profile/PasswordPage.tsx') },
      { path: 'sessions', title: 'sessions.title', page: () => import('./areas/profile/SessionsPage.tsx') },
    ],
  },
  { path: 'access', title: 'nav.access', redirect: paths.administrators },
  // The own details, until there is a list to come from.
  { path: 'access/administrators', title: 'nav.administrators', redirect: paths.redirect },
  {
    path: 'access/administrators/$id',
    title: 'nav.administrators',
    page: () => import('./areas/administrators/AdministratorPage.tsx'),
  },
  {
    path: 'settings',
    title: 'nav.settings',
    any: ['manage_system_settings', 'view_license', 'manage_license'],
    scopes: ['system', 'partner'],
    page: () => import('./areas/settings/SettingsPage.tsx'),
    children: [
      {
        path: 'feature-flags',
        title: 'flags.title',
        needs: ['manage_system_settings'],
        scopes: ['system'],
        page: () => import('./areas/settings/FeatureFlagsPage.tsx'),
      },
      {
        path: 'update-license',
        title: 'license.update',
        needs: ['manage_license'],
        scopes: ['system'],
        page: () => import('./areas/settings/UpdateLicensePage.tsx'),
      },
      {
        path: 'outgoing-mail',
        title: 'outgoingMail.title',
        needs: ['manage_system_settings'],
        scopes: ['system'],
        page: () => import('./areas/mail/OutgoingMailPage.tsx'),
        children: [
          {
            path: '$id',
            title: 'outgoingMail.item',
            needs: ['manage_system_settings'],
            scopes: ['system'],
            page: () => import('./areas/mail/MailPage.tsx'),
          },
        ],
      },
    ],
  },
];
