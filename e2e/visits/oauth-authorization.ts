import type { Page } from '@playwright/test';
import type { Platform, Visit } from './visit.ts';

const REDIRECT = 'https://reports.example/callback';
/** Where a program on the person's own device listens. */
const LOOPBACK = 'http://127.0.0.1:8400/callback';

/** An OAuth client of cleo's account by that name; answers the address that begins its request. */
async function requestOf({ call, url }: Platform, name: string, values: object, redirect = REDIRECT): Promise<string> {
  const { primary_account_id: accountId } = await call<{ primary_account_id: string }>(
    'cleo',
    'GET',
    '/account/api/v1/user/me',
  );
  const made = { accountId, name, grant_types: ['authorization_code'], redirect_uris: [redirect], ...values };
  const path = '/account/ui-api/v1/oauth/client';
  const { clientId } = await call<{ clientId: string }>('cleo', 'POST', path, made);
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirect,
    scope: 'openid profile view_account manage_organization',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  });
  return `${url}/oauth/auth?${query.toString()}`;
}

const RIGHTS = { scopes: ['openid', 'profile', 'view_account', 'manage_organization'] };
/** The page asks, once the browser has been led on to it. */
const asked = async (page: Page): Promise<void> => page.getByRole('button', { name: 'Don’t allow' }).waitFor();

export const visits: readonly Visit[] = [
  {
    route: '/account/authorize/$requestId',
    name: 'oauth-authorize',
    as: 'cleo',
    at: (platform) =>
      requestOf(platform, 'Quarterly reports', { ...RIGHTS, grant_types: ['authorization_code', 'refresh_token'] }),
    act: asked,
  },
  {
    route: '/account/authorize/$requestId',
    name: 'oauth-authorize-public',
    as: 'cleo',
    at: (platform) => requestOf(platform, 'Desk tool', { ...RIGHTS, authentication: 'none' }, LOOPBACK),
    act: asked,
  },
  {
    route: '/account/authorize/$requestId',
    name: 'oauth-authorize-ended',
    as: 'cleo',
    at: () => '/account/authorize/gone',
    refused: [/^GET 410 \/account\/ui-api\/v1\/oauth-authorization\//],
  },
  { route: '/account/profile/applications', name: 'profile-applications-none', as: 'ben' },
];
