/**
 * The whole map of the console. Addresses are below /account; `page` is the default export of its file.
 * `access` says who may open it; without one, whoever is signed in. Parents don't hand theirs down.
 */
import { ACCESS } from '@signet/contract/access';
import { paths } from './paths.ts';
import { recordPage } from './shell/detail/record-section.ts';
import type { RouteSpec } from './shell/routing/route-spec.ts';

export const routes: readonly RouteSpec[] = [
  { path: '', title: 'home.title', page: () => import('./areas/welcome/HomePage.tsx') },
  // The server sends / and /account here, unless it is told of another landing address (S-008).
  { path: 'start', title: 'home.title', page: () => import('./areas/welcome/HomePage.tsx') },

  // Public
  { path: 'login', title: 'login.title', layout: 'split', page: () => import('./areas/sign-in/LoginPage.tsx') },
  {
    path: 'callback/oauth',
    title: 'callback.title',
    layout: 'public',
    page: () => import('./areas/sign-in/CallbackPage.tsx'),
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
    page: () => import('./areas/sign-in/ForgotPasswordPage.tsx'),
  },
  {
    path: 'reset-password/$userId/$code',
    title: 'reset.title',
    layout: 'public',
    page: () => import('./areas/sign-in/ResetPasswordPage.tsx'),
  },
  {
    path: 'verify/$userId/$verificationCode',
    title: 'verify.title',
    layout: 'public',
    page: () => import('./areas/sign-in/VerifyPage.tsx'),
  },
  {
    path: 'agreement/$userId',
    title: 'agreement.title',
    layout: 'public',
    page: () => import('./areas/sign-in/AgreementPage.tsx'),
  },

  { path: 'welcome', title: 'welcome.title', layout: 'either', page: () => import('./areas/welcome/WelcomePage.tsx') },

  // Signed in
  { path: 'redirect', title: 'redirect.title', page: () => import('./areas/sign-in/RedirectPage.tsx') },
  {
    path: 'accounts',
    title: 'accounts.title',
    access: ACCESS.accounts.view,
    page: () => import('./areas/accounts/AccountsPage.tsx'),
    children: [
      {
        path: 'create',
        title: 'accounts.create',
        does: true,
        access: ACCESS.accounts.create,
        page: () => import('./areas/accounts/AccountTypePage.tsx'),
      },
      {
        path: 'create-account',
        title: 'accounts.create',
        does: true,
        access: ACCESS.accounts.create,
        page: () => import('./areas/accounts/AccountCreatePage.tsx'),
      },
      {
        path: 'create-partner-account',
        title: 'accounts.createPartner',
        does: true,
        access: ACCESS.accounts.createPartner,
        page: () => import('./areas/accounts/PartnerAccountCreatePage.tsx'),
      },
      {
        path: 'bulk/$plan',
        title: 'bulk.page',
        access: ACCESS.accounts.view,
        page: () => import('./areas/bulk/BulkPage.tsx'),
      },
      {
        path: '$id',
        title: 'accounts.one',
        access: ACCESS.accounts.view,
        page: recordPage(
          () => import('./areas/accounts/AccountPage.tsx'),
          () => import('./sections/account.ts'),
        ),
        children: [
          {
            path: 'edit',
            title: 'accounts.edit',
            access: ACCESS.accounts.edit,
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
    access: ACCESS.accounts.view,
    page: () => import('./areas/accounts/AccountsPage.tsx'),
    children: [
      {
        path: '$id',
        title: 'accounts.one',
        access: ACCESS.accounts.view,
        page: recordPage(
          () => import('./areas/accounts/AccountPage.tsx'),
          () => import('./sections/account.ts'),
        ),
        children: [
          {
            path: 'edit',
            title: 'accounts.edit',
            access: ACCESS.accounts.edit,
            page: () => import('./areas/accounts/AccountEditPage.tsx'),
          },
        ],
      },
    ],
  },
  {
    path: 'ca/organizations',
    title: 'organizations.title',
    access: ACCESS.organizations.view,
    page: () => import('./areas/organizations/OrganizationsPage.tsx'),
    children: [
      {
        path: 'create',
        title: 'organizations.create',
        does: true,
        access: ACCESS.organizations.manage,
        page: () => import('./areas/organizations/OrganizationCreatePage.tsx'),
      },
      {
        path: 'bulk/$plan',
        title: 'bulk.page',
        access: ACCESS.organizations.view,
        page: () => import('./areas/bulk/BulkPage.tsx'),
      },
      {
        path: '$id',
        title: 'organizations.one',
        access: ACCESS.organizations.view,
        page: recordPage(
          () => import('./areas/organizations/OrganizationPage.tsx'),
          () => import('./sections/organization.ts'),
        ),
        children: [
          {
            path: 'edit',
            title: 'organizations.edit',
            access: ACCESS.organizations.manage,
            page: () => import('./areas/organizations/OrganizationEditPage.tsx'),
          },
          {
            path: 'create-contact',
            title: 'contacts.create',
            access: ACCESS.organizations.manage,
            page: () => import('./areas/organizations/ContactCreatePage.tsx'),
          },
          {
            path: '$contactId',
            title: 'contacts.one',
            access: ACCESS.organizations.manage,
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
      { path: 'edit', title: 'profile.edit', does: true, page: () => import('./areas/profile/ProfileEditPage.tsx') },
      {
        path: 'password',
        title: 'profile.changePassword',
        does: true,
        page: () => import('./areas/profile/PasswordPage.tsx'),
      },
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
    access: ACCESS.settings.view,
    page: () => import('./areas/settings/SettingsPage.tsx'),
    children: [
      {
        path: 'feature-flags',
        title: 'flags.title',
        access: ACCESS.featureFlags.manage,
        page: () => import('./areas/settings/FeatureFlagsPage.tsx'),
      },
      {
        path: 'update-license',
        title: 'license.update',
        does: true,
        access: ACCESS.license.replace,
        page: () => import('./areas/settings/UpdateLicensePage.tsx'),
      },
      {
        path: 'outgoing-mail',
        title: 'outgoingMail.title',
        access: ACCESS.outgoingMail.manage,
        page: () => import('./areas/mail/OutgoingMailPage.tsx'),
        children: [
          {
            path: 'bulk/$plan',
            title: 'bulk.page',
            access: ACCESS.outgoingMail.manage,
            page: () => import('./areas/bulk/BulkPage.tsx'),
          },
          {
            path: '$id',
            title: 'outgoingMail.item',
            access: ACCESS.outgoingMail.manage,
            page: () => import('./areas/mail/MailPage.tsx'),
          },
        ],
      },
    ],
  },
];
