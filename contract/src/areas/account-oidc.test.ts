import { expect, test } from 'vitest';
import { accountOidc, oidcSetup } from './account-oidc.ts';

const GOOD = {
  issuer: 'https://idp.nordmark.example',
  client_id: ' signet ',
  client_secret: 'quiet',
  scopes: 'openid email',
};
const refused = (given: object) =>
  oidcSetup.safeParse({ ...GOOD, ...given }).error?.issues.map(({ path, message }) => [path.join('.'), message]);

test('settings within their limits are taken, without blanks around them', () => {
  expect(oidcSetup.parse(GOOD)).toMatchObject({ client_id: 'signet' });
  const most = {
    issuer: `https://idp.example/${'x'.repeat(2028)}`,
    client_id: 'x'.repeat(255),
    client_secret: 'x'.repeat(1024),
    scopes: `openid ${'x'.repeat(248)}`,
  };
  expect(refused(most)).toBeUndefined();
});

test.each([
  ['an issuer that is too long', { issuer: `https://idp.example/${'x'.repeat(2029)}` }, 'issuer', 'MAX_LENGTH'],
  ['scopes that are too long', { scopes: `openid ${'x'.repeat(249)}` }, 'scopes', 'MAX_LENGTH'],
  ['an id that is too long', { client_id: 'x'.repeat(256) }, 'client_id', 'MAX_LENGTH'],
  ['an id that no request can carry', { client_id: 'ключ' }, 'client_id', 'INVALID_OIDC_CLIENT'],
  ['an id of blanks', { client_id: '  ' }, 'client_id', 'REQUIRED'],
  ['a secret that is too long', { client_secret: 'x'.repeat(1025) }, 'client_secret', 'MAX_LENGTH'],
])('%s is refused', (_what, given, field, status) => {
  expect(refused(given)).toEqual([[field, status]]);
  const { success } = accountOidc.updateOidc.body.safeParse({ ...GOOD, enabled: true, ...given });
  expect(success).toBe(false);
});
