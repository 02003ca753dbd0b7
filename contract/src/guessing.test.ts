/**
 * What a guesser would try is counted, and what checks a password waits for its turn: of later areas too, or somebody
 * decides otherwise here.
 */
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { areas } from './index.ts';

const all = Object.values(areas)
  .flatMap((area) => Object.values<Endpoint>(area))
  .map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, ...endpoint }));

const OF_NOBODY = 'answers everybody the same, and nothing is guessed by it';
const OF_CERTIFICATES = 'is asked all day by whoever verifies, from few addresses, and says what is public';

/** What anybody may ask as often as they like, and why. */
const UNCOUNTED: Record<string, string> = {
  'GET /account/ui-api/v1/license/status': OF_NOBODY,
  'GET /account/ui-api/v1/login/customization': OF_NOBODY,
  'GET /account/ui-api/v1/trust-assistant': OF_NOBODY,
  'GET /account/ui-api/v1/translation': OF_NOBODY,
  'GET /account/ui-api/v1/nationalities': OF_NOBODY,
  'GET /account/api/v1/locales': OF_NOBODY,
  'GET /account/api/v1/clientAuthLoginUrl': OF_NOBODY,
  'GET /certificate-authority/crl/{id}.crl': OF_CERTIFICATES,
  'GET /certificate-authority/ca/{id}.cer': OF_CERTIFICATES,
  'POST /certificate-authority/ocsp/{id}': OF_CERTIFICATES,
  'GET /certificate-authority/ocsp/{id}/{request}': OF_CERTIFICATES,
};

test('whatever anybody may ask is counted by the minute', () => {
  const uncounted = all.filter(({ access, perMinute }) => access === 'public' && !perMinute);
  expect(uncounted.map(({ name }) => name).toSorted()).toEqual(Object.keys(UNCOUNTED).toSorted());
});

/** How often a minute names, passwords, codes and secrets may be tried from one address. */
const MOST: Record<string, number> = {
  'POST /account/ui-api/v1/setup/license': 30,
  'POST /account/ui-api/v1/setup/user': 30,
  'GET /imauth/api/v1/login/verify': 60,
  'POST /account/ui-api/v1/auth/login': 60,
  'POST /imauth/api/v1/auto-login': 60,
  'POST /imauth/api/v1/auto-login-for-idp-auth': 60,
  'GET /imauth/api/v1/login/certificate': 60,
  'GET /imauth/api/v1/callback/oauth': 60,
  'POST /imauth/api/v1/callback/check': 60,
  'POST /imauth/api/v1/refresh': 1200,
  'POST /imauth/api/v1/logout': 600,
  'POST /account/ui-api/v1/auth/certificate-pickup/check': 30,
  'POST /account/ui-api/v1/auth/certificate-pickup': 30,
  'POST /account/ui-api/v1/auth/forgot-password': 10,
  'POST /account/ui-api/v1/auth/reset-password': 30,
  'POST /account/ui-api/v1/auth/check-code': 30,
  'POST /account/ui-api/v1/auth/recover': 10,
  'POST /account/ui-api/v1/auth/unlock': 30,
  'POST /account/ui-api/v1/user/{id}/verify': 30,
  'POST /account/ui-api/v1/auth/second-factor/code': 60,
  'POST /account/ui-api/v1/auth/second-factor/set-up': 60,
  'POST /account/ui-api/v1/auth/second-factor/set-up/confirm': 60,
  'POST /account/ui-api/v1/auth/second-factor/key/options': 60,
  'POST /account/ui-api/v1/auth/second-factor/key': 60,
  'POST /account/ui-api/v1/auth/passkey/options': 60,
  'POST /account/ui-api/v1/auth/passkey': 60,
  'POST /account/ui-api/v1/session/proof': 60,
  'POST /account/ui-api/v1/session/proof/provider': 60,
  'PUT /account/ui-api/v1/user/{id}/password': 20,
  'POST /account/ui-api/v1/self-service-request': 10,
  'PUT /account/ui-api/v1/self-service-user/{id}': 10,
  'PUT /account/ui-api/v1/self-service-user/{id}/passcode': 10,
  'POST /account/ui-api/v1/self-service-user/{id}/validate-passcode': 30,
  'GET /account/ui-api/v1/self-service-user/{id}/username-exists': 60,
  'POST /account/ui-api/v1/self-service-user': 30,
  'POST /account/ui-api/v1/auth/sign-in-setup/open': 20,
  'POST /account/ui-api/v1/auth/sign-in-setup/saml': 10,
  'POST /account/ui-api/v1/auth/sign-in-setup/oidc': 10,
  'GET /account/ui-api/v2/enrollment/{id}/{code}': 60,
  'POST /account/ui-api/v2/enrollment/{id}/challenge': 30,
  'POST /account/ui-api/v2/enrollment/renewal': 10,
  'POST /account/ui-api/v1/enrollment/{id}/client-auth-certificate': 30,
  'PUT /account/ui-api/v2/enrollment/{id}/{code}': 30,
  'GET /account/ui-api/v1/ends-soon/calendar/{secret}.ics': 60,
};

test('what can be guessed is tried so often at most', () => {
  const found = all.flatMap(({ name, perMinute }) => (name in MOST ? [[name, perMinute]] : []));
  expect(Object.fromEntries(found)).toEqual(MOST);
});

/** Whether a body has what is hashed, or a key is made of: what people choose or type. */
const hasPassword = ({ body }: Endpoint): boolean =>
  body instanceof z.ZodObject && ['password', 'current_password', 'passphrase'].some((field) => field in body.shape);

test('what checks or makes a hash of a password, or opens a key by one, waits for its turn', () => {
  const waiting = all.flatMap(({ name, hashes, ...endpoint }) =>
    hashes || hasPassword({ ...endpoint }) ? [[name, hashes]] : [],
  );
  expect(Object.fromEntries(waiting)).toEqual({
    'POST /account/ui-api/v1/setup/user': true,
    'POST /account/ui-api/v1/auth/login': true,
    'POST /imauth/api/v1/auto-login': true,
    'POST /account/ui-api/v1/auth/reset-password': true,
    'POST /account/ui-api/v1/auth/recover': true,
    'POST /account/ui-api/v1/user/{id}/verify': true,
    'POST /account/ui-api/v1/session/proof': { where: 'password' },
    'POST /account/ui-api/v1/self-service-user': true,
    'PUT /account/ui-api/v1/user/{id}/password': true,
    'POST /account/ui-api/v1/user/{id}/client-auth-certificate': { where: 'passphrase' },
    'POST /account/ui-api/v1/service-user/{id}/client-auth-certificate': { where: 'passphrase' },
  });
});
