/** Every act that lasts asks again who sits there: those of later areas too, or somebody decides otherwise here. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ACCESS } from './access.ts';
import type { AuditResourceType } from './audit.ts';
import type { Endpoint } from './endpoint.ts';
import { areas } from './index.ts';

/**
 * What lets somebody in, gives rights, or sends what is here elsewhere: each change of these lasts beyond the session
 * that made it.
 */
const LASTING = new Set<AuditResourceType>([
  'APIKEY',
  'AUDIT_RECEIVER',
  'BULK_RUN',
  'CERTIFICATE',
  'CERTIFICATE_AUTHORITY',
  'CLIENT_AUTH_CERT',
  'EMAIL_DOMAIN',
  'PLATFORM_SETTING',
  'ROLE',
  'SAML2_CONFIG',
  'SECOND_FACTOR',
  'SERVICE_USER',
  'SSO_OIDC',
]);

/** Of those, of people, and of all that makes something, what asks nobody again, and why. */
const ASKS_NOBODY: Record<string, string> = {
  'POST /account/ui-api/v1/organization': 'lets nobody in',
  'POST /account/ui-api/v1/organization/{id}/contact': 'lets nobody in',
  'POST /account/ui-api/v1/profile': 'lets nobody in: what is issued by it asks',
  'POST /account/ui-api/v1/template': 'lets nobody in: what is issued by it asks',
  'POST /account/ui-api/v1/seat': 'lets nobody in: its certificates ask',
  'POST /account/ui-api/v1/migration/arrival': 'keeps a file to look at: bringing what is in it asks',
  'POST /account/ui-api/v1/account/{id}/oauth/{clientId}/config': 'names a client that is there, and makes no secret',
  'PUT /account/ui-api/v1/audit-receiver/{id}/test': 'sends no event',
  'PUT /account/ui-api/v1/audit-receiver/{id}/send-again': 'sends what the receiver was to get',
  'DELETE /account/ui-api/v1/audit-receiver/{id}': 'sends less',
  'POST /account/ui-api/v1/account/{id}/sign-in-trial/saml': 'saves nothing and signs nobody in',
  'POST /account/ui-api/v1/account/{id}/sign-in-trial/oidc': 'saves nothing and signs nobody in',
  'DELETE /account/ui-api/v1/account/{id}/sign-in-setup-link/{linkId}': 'takes a way in away, and is wanted at once',
  'PUT /account/ui-api/v1/bulk/{id}/stop': 'does less, and is wanted at once',
  'PUT /account/ui-api/v1/trust-assistant': 'lets nobody in: each use of a key asks its person',
  'PUT /account/ui-api/v1/second-factor/{id}': 'gives an own key another name',
  'PUT /account/ui-api/v1/service-user/{id}/enable': 'gives no right that it did not have',
  'DELETE /account/ui-api/v1/service-user/{id}': 'takes rights away',
};

const changing = Object.values(areas)
  .flatMap((area) => Object.values<Endpoint>(area))
  .flatMap((endpoint) => {
    const { method, path, access, audit } = endpoint;
    if (method === 'GET' || access === 'public' || !audit || 'none' in audit) return [];
    return [{ name: `${method} ${path}`, access, resource: audit.resource, action: audit.action, endpoint }];
  });
const lasting = changing.filter(
  ({ name, access, resource, action }) =>
    action === 'CREATE' ||
    LASTING.has(resource) ||
    access === ACCESS.accounts.editSignIn ||
    // Lets the people of another partner in.
    access === ACCESS.accounts.reassign ||
    // Roles are given where a user is made or edited.
    (/^(?:POST|PUT) \S+\/user(?:\/\{id\})?$/.test(name) && resource === 'USER' && action !== 'LOGIN'),
);

test('the kinds that are meant are there', () => {
  expect(lasting.length).toBeGreaterThan(40);
  expect(lasting.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'PUT /account/ui-api/v1/user/{id}',
      'POST /account/ui-api/v1/user/bulk',
      'POST /account/ui-api/v1/ends-soon/calendar',
      'PUT /account/ui-api/v1/federation/config/{id}',
      'PUT /account/ui-api/v1/account/{id}/enable-mfa',
    ]),
  );
});

test.each(lasting)('$name asks again', ({ name, endpoint }) => {
  expect(endpoint.reauthenticate !== undefined, ASKS_NOBODY[name]).toBe(ASKS_NOBODY[name] === undefined);
});

test('what asks only for a field has it in its body', () => {
  const partly = changing.flatMap(({ endpoint: { reauthenticate, body } }) =>
    typeof reauthenticate === 'object' ? [{ field: reauthenticate.where, body }] : [],
  );
  expect(partly).not.toEqual([]);
  for (const { field, body } of partly) expect(body instanceof z.ZodObject && Object.keys(body.shape)).toContain(field);
});

test('what asks nobody is there', () => {
  const names = lasting.map(({ name }) => name);
  expect(Object.keys(ASKS_NOBODY).filter((name) => !names.includes(name))).toEqual([]);
});
