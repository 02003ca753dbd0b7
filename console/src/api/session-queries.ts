/**
 * What the frame of every page reads of the session: who is signed in and what they may do, the features, the license.
 * It is always on screen, so a change makes it stale only where it concerns it: saving a record does not.
 */
import type { ReadName } from './call.ts';

const ACCOUNTS = '/account/ui-api/v1/account';
/** Beginnings of the addresses whose changing calls may alter any of it: people, their roles, flags, the license. */
const ALL_OF_IT = [
  '/account/ui-api/v1/user',
  '/account/ui-api/v1/role',
  '/account/ui-api/v1/feature-flag',
  '/account/ui-api/v1/license',
];

/** By query: the beginnings of the addresses whose changing calls make it stale. */
const SESSION_QUERIES: { readonly [N in ReadName]?: readonly string[] } = {
  // It has the names and service periods of the person's accounts, whether the own password signs in, which SAML may
  // end, and whether there is a mail server.
  'GET /account/api/v1/user/me': [
    ...ALL_OF_IT,
    ACCOUNTS,
    '/account/ui-api/v1/federation',
    '/account/ui-api/v1/platform-setting',
  ],
  'GET /account/api/v1/user/me/applications': ALL_OF_IT,
  'GET /account/ui-api/v1/permission': ALL_OF_IT,
  'GET /account/ui-api/v1/feature-flag/features': ALL_OF_IT,
  'GET /account/ui-api/v1/feature-flag/{name}': ALL_OF_IT,
  'GET /account/ui-api/v1/license/status': ALL_OF_IT,
};

const isSessionQuery = (name: string): name is keyof typeof SESSION_QUERIES => name in SESSION_QUERIES;

/** Whether changing calls at these addresses make a query stale; `name` is the first part of its key. */
export function makesStale(paths: readonly string[], name: unknown): boolean {
  const beginnings = typeof name === 'string' && isSessionQuery(name) ? SESSION_QUERIES[name] : undefined;
  return !beginnings || paths.some((path) => beginnings.some((beginning) => path.startsWith(beginning)));
}
