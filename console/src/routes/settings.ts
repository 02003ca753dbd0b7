/** Client tools, and settings of the platform. */
import { ACCESS } from '@signet/contract/access';
import { recordPage } from '../shell/detail/record-section.ts';
import type { RouteSpec } from '../shell/routing/route-spec.ts';

export const settingsRoutes: readonly RouteSpec[] = [
  {
    path: 'client-tools',
    title: 'nav.clientTools',
    access: ACCESS.clientTools.use,
    page: () => import('../areas/client-tools/ClientToolsPage.tsx'),
  },
  {
    path: 'settings',
    title: 'nav.settings',
    access: ACCESS.settings.view,
    page: recordPage(
      () => import('../areas/settings/SettingsPage.tsx'),
      () => import('../sections/settings.ts'),
    ),
    children: [
      {
        path: 'editStandardSignIn',
        title: 'accounts.standardSignInEdit',
        access: ACCESS.settings.editSignIn,
        page: () => import('../areas/sign-in/StandardSignInPage.tsx'),
      },
      {
        path: 'updateClientAuthCertLogin',
        title: 'accounts.certificateSignInEdit',
        access: ACCESS.settings.editSignIn,
        page: () => import('../areas/sign-in/CertificateSignInPage.tsx'),
      },
      {
        path: 'createAccountSignIn',
        title: 'saml.edit',
        access: ACCESS.settings.editSignIn,
        page: () => import('../areas/sign-in/SamlSignInPage.tsx'),
      },
      {
        path: 'updateOpenidConnectIntegration',
        title: 'oidc.edit',
        access: ACCESS.settings.editSignIn,
        page: () => import('../areas/sign-in/OidcSignInPage.tsx'),
      },
      {
        path: 'editMfa',
        title: 'accounts.secondFactorEdit',
        access: ACCESS.settings.editSignIn,
        page: () => import('../areas/sign-in/SecondFactorPage.tsx'),
      },
      {
        path: 'add-oauth-integration',
        title: 'oauthClients.create',
        does: true,
        access: ACCESS.oauthClients.manageOfPlatform,
        page: () => import('../areas/oauth-clients/ClientCreatePage.tsx'),
      },
      {
        path: 'edit-oauth-integration/$configId',
        title: 'oauthClients.edit',
        access: ACCESS.oauthClients.manageOfPlatform,
        page: () => import('../areas/oauth-clients/ClientEditPage.tsx'),
      },
      {
        path: 'login-page',
        title: 'settings.group.login',
        access: ACCESS.settings.editPlatform,
        page: () => import('../areas/settings/LoginSettingsPage.tsx'),
      },
      {
        path: 'addresses',
        title: 'settings.group.addresses',
        access: ACCESS.settings.editPlatform,
        page: () => import('../areas/settings/AddressSettingsPage.tsx'),
      },
      {
        path: 'mail-server',
        title: 'settings.group.mail',
        access: ACCESS.settings.editPlatform,
        page: () => import('../areas/settings/MailSettingsPage.tsx'),
      },
      {
        path: 'sessions',
        title: 'settings.group.sessions',
        access: ACCESS.settings.editPlatform,
        page: () => import('../areas/settings/SessionSettingsPage.tsx'),
      },
      {
        path: 'assistant-versions',
        title: 'settings.group.assistant',
        access: ACCESS.settings.editPlatform,
        page: () => import('../areas/settings/AssistantVersionPage.tsx'),
      },
      {
        path: 'feature-flags',
        title: 'flags.title',
        access: ACCESS.featureFlags.manage,
        page: () => import('../areas/settings/FeatureFlagsPage.tsx'),
      },
      {
        path: 'update-license',
        title: 'license.update',
        does: true,
        access: ACCESS.license.replace,
        page: () => import('../areas/settings/UpdateLicensePage.tsx'),
      },
      {
        path: 'audit-forwarding',
        title: 'auditForwarding.title',
        access: ACCESS.auditForwarding.manage,
        page: () => import('../areas/audit-forwarding/ReceiversPage.tsx'),
        children: [
          {
            path: 'create',
            title: 'auditForwarding.create',
            does: true,
            access: ACCESS.auditForwarding.manage,
            page: () => import('../areas/audit-forwarding/ReceiverCreatePage.tsx'),
          },
          {
            path: '$id',
            title: 'auditForwarding.one',
            access: ACCESS.auditForwarding.manage,
            page: () => import('../areas/audit-forwarding/ReceiverPage.tsx'),
            children: [
              {
                path: 'edit',
                title: 'auditForwarding.edit',
                access: ACCESS.auditForwarding.manage,
                page: () => import('../areas/audit-forwarding/ReceiverEditPage.tsx'),
              },
            ],
          },
        ],
      },
      {
        path: 'outgoing-mail',
        title: 'outgoingMail.title',
        access: ACCESS.outgoingMail.manage,
        page: () => import('../areas/mail/OutgoingMailPage.tsx'),
        children: [
          {
            path: 'bulk/$plan',
            title: 'bulk.page',
            access: ACCESS.outgoingMail.manage,
            page: () => import('../areas/bulk/BulkPage.tsx'),
          },
          {
            path: '$id',
            title: 'outgoingMail.item',
            access: ACCESS.outgoingMail.manage,
            page: () => import('../areas/mail/MailPage.tsx'),
          },
        ],
      },
    ],
  },
];
