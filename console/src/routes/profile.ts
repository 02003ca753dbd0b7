/** What is the own: profile, password, sessions, API tokens, client certificates. */
import type { RouteSpec } from '../shell/routing/route-spec.ts';

export const profileRoutes: readonly RouteSpec[] = [
  {
    path: 'authorize/$requestId',
    title: 'oauthAuthorization.pageTitle',
    page: () => import('../areas/oauth-authorization/AuthorizePage.tsx'),
  },
  {
    path: 'profile',
    title: 'profile.title',
    page: () => import('../areas/profile/ProfilePage.tsx'),
    children: [
      { path: 'edit', title: 'profile.edit', does: true, page: () => import('../areas/profile/ProfileEditPage.tsx') },
      {
        path: 'password',
        title: 'profile.changePassword',
        does: true,
        page: () => import('../areas/profile/PasswordPage.tsx'),
      },
      { path: 'sessions', title: 'sessions.title', page: () => import('../areas/profile/SessionsPage.tsx') },
      {
        path: 'security',
        title: 'security.title',
        page: () => import('../areas/second-factors/SecurityPage.tsx'),
      },
      { path: 'access', title: 'accessCheck.ownTitle', page: () => import('../areas/access-check/OwnAccessPage.tsx') },
      { path: 'keys', title: 'keys.title', page: () => import('../areas/assistant/OwnKeysPage.tsx') },
      {
        path: 'applications',
        title: 'oauthAuthorization.consents',
        page: () => import('../areas/oauth-authorization/ConsentsPage.tsx'),
      },
      { path: 'api-tokens', title: 'tokens.title', page: () => import('../areas/api-tokens/OwnTokensPage.tsx') },
      {
        path: 'client-certificates',
        title: 'clientAuth.title',
        page: () => import('../areas/client-auth-certificates/OwnCertificatesPage.tsx'),
      },
    ],
  },
];
