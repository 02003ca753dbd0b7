/** Accounts, under both of their addresses. */
import { ACCESS } from '@signet/contract/access';
import { paths } from '../paths.ts';
import { outlinedPage, recordPage } from '../shell/detail/record-section.ts';
import type { RouteSpec } from '../shell/routing/route-spec.ts';

/** Whoever may create a partner account chooses the type first. */
const TYPE_CHOICE = { to: paths.accountCreateChoice, access: ACCESS.accounts.createPartner };

export const accountsRoutes: readonly RouteSpec[] = [
  {
    path: 'accounts',
    title: 'accounts.title',
    access: ACCESS.accounts.view,
    page: () => import('../areas/accounts/AccountsPage.tsx'),
    children: [
      {
        path: 'create',
        title: 'accounts.create',
        does: true,
        access: ACCESS.accounts.create,
        page: () => import('../areas/accounts/AccountTypePage.tsx'),
      },
      {
        path: 'create-account',
        title: 'accounts.create',
        does: true,
        access: ACCESS.accounts.create,
        before: TYPE_CHOICE,
        page: () => import('../areas/accounts/AccountCreatePage.tsx'),
      },
      {
        path: 'create-partner-account',
        title: 'accounts.createPartner',
        does: true,
        access: ACCESS.accounts.createPartner,
        before: TYPE_CHOICE,
        page: () => import('../areas/accounts/PartnerAccountCreatePage.tsx'),
      },
      {
        path: 'bulk/$plan',
        title: 'bulk.page',
        access: ACCESS.accounts.view,
        page: () => import('../areas/bulk/BulkPage.tsx'),
      },
      {
        path: '$id',
        title: 'accounts.one',
        access: ACCESS.accounts.view,
        page: recordPage(
          () => import('../areas/accounts/AccountPage.tsx'),
          () => import('../sections/account.ts'),
        ),
        children: [
          {
            path: 'edit',
            title: 'accounts.edit',
            access: ACCESS.accounts.edit,
            page: () => import('../areas/accounts/AccountEditPage.tsx'),
          },
          {
            path: 'editStandardSignIn',
            title: 'accounts.standardSignInEdit',
            access: ACCESS.accounts.editSignIn,
            page: () => import('../areas/sign-in/StandardSignInPage.tsx'),
          },
          {
            path: 'updateClientAuthCertLogin',
            title: 'accounts.certificateSignInEdit',
            access: ACCESS.accounts.editSignIn,
            page: () => import('../areas/sign-in/CertificateSignInPage.tsx'),
          },
          {
            path: 'createAccountSignIn',
            title: 'saml.edit',
            access: ACCESS.accounts.editSignIn,
            page: () => import('../areas/sign-in/SamlSignInPage.tsx'),
          },
          {
            path: 'updateOpenidConnectIntegration',
            title: 'oidc.edit',
            access: ACCESS.accounts.editSignIn,
            page: () => import('../areas/sign-in/OidcSignInPage.tsx'),
          },
          {
            path: 'editMfa',
            title: 'accounts.secondFactorEdit',
            access: ACCESS.accounts.editSignIn,
            page: () => import('../areas/sign-in/SecondFactorPage.tsx'),
          },
          {
            path: 'add-oauth-integration',
            title: 'oauthClients.create',
            access: ACCESS.oauthClients.manage,
            page: () => import('../areas/oauth-clients/ClientCreatePage.tsx'),
          },
          {
            path: 'edit-oauth-integration/$configId',
            title: 'oauthClients.edit',
            access: ACCESS.oauthClients.manage,
            page: () => import('../areas/oauth-clients/ClientEditPage.tsx'),
          },
          {
            path: 'createAccountSigningClient',
            title: 'signingClients.create',
            access: ACCESS.signingClients.manage,
            page: () => import('../areas/signing-clients/SigningClientCreatePage.tsx'),
          },
          {
            path: 'editAccountSigningClient/$configId',
            title: 'signingClients.edit',
            access: ACCESS.signingClients.manage,
            page: () => import('../areas/signing-clients/SigningClientEditPage.tsx'),
          },
          {
            path: 'create-self-service-link',
            title: 'selfServiceLinks.create',
            access: ACCESS.selfService.create,
            page: () => import('../areas/self-service/LinkCreatePage.tsx'),
          },
          {
            path: 'licenses/$app',
            title: 'licenses.edit',
            access: ACCESS.licenses.edit,
            page: outlinedPage(
              () => import('../areas/licenses/LicenseEditPage.tsx'),
              () => import('../sections/account-outline.ts'),
            ),
          },
          {
            path: 'package/$application/$applicationId',
            title: 'packages.title',
            access: ACCESS.packages.view,
            page: () => import('../areas/packages/PackageComparisonPage.tsx'),
          },
        ],
      },
    ],
  },
  // Another address of the same pages; their place, at the side and in the crumbs, is the list above.
  { path: 'ca/accounts', title: 'accounts.title', access: ACCESS.accounts.view, redirect: paths.accounts },
  {
    path: 'ca/accounts/$id',
    title: 'accounts.one',
    access: ACCESS.accounts.view,
    above: () => [{ to: paths.accounts(), title: 'accounts.title', access: ACCESS.accounts.view }],
    page: recordPage(
      () => import('../areas/accounts/AccountPage.tsx'),
      () => import('../sections/account.ts'),
    ),
    children: [
      {
        path: 'edit',
        title: 'accounts.edit',
        access: ACCESS.accounts.edit,
        page: () => import('../areas/accounts/AccountEditPage.tsx'),
      },
    ],
  },
];
