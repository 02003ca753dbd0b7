/** The people whom the access matrix asks as: those of the demo cast, and some who hold only part. */
import { PERMISSIONS, permissionsInScope, SCOPES, type Permission, type Scope } from '@signet/contract/viewer';
import { seedPeople, type SeedPerson } from '../../seed/people.ts';
import { newId } from '../ids.ts';
import { storeArtifact } from '../oauth/artifact-store.ts';
import { ACCESS_TOKEN_PREFIX } from '../sign-in/oauth/access-token-text.ts';
import { insertSession } from '../sign-in/sessions/session-store.ts';
import { newText } from '../sign-in/tokens/token-text.ts';
import { make } from '../x509/testing/any-certificate.ts';
import { pem } from '../x509/testing/openssl.ts';
import { insertToken } from './api-token.ts';
import type { TestApp } from './app.ts';
import { forwarding } from './certificate-sign-in.ts';
import { insertOauthClient, insertPortal } from './oauth-client.ts';
import { basic, post } from './oauth-flow.ts';

/**
 * Somebody and the headers by which they are known, null of nobody; `title` heads the column. `foreign`: of the other
 * partner's side, or nobody. `hidden`: an account of which they are told nothing, whatever their person belongs to.
 */
export type Column = {
  title: string;
  headers: Record<string, string> | null;
  foreign: boolean;
  hidden?: { id: string; name: string };
};
/** Somebody whose permissions are set anew for each question. */
export type Probe = {
  userId: string;
  sessionId: string;
  token: string;
  grant: (names: readonly Permission[]) => Promise<void>;
};

/** Where the people of a scope belong: each sees Cleo's account. */
const HOME: Record<Scope, string> = {
  system: 'signet-platform',
  partner: 'umbra-trust',
  account: 'nordmark-lb',
  end_user: 'nordmark-lb',
};
/** An end user administers nothing, whatever the role: there are no parts to hold. */
const WITH_PARTS = ['system', 'partner', 'account'] as const;

const person = (userName: string, scope: Scope, roles: string[] = []): SeedPerson => ({
  first: 'Matrix',
  last: userName,
  userName,
  scope,
  accounts: [HOME[scope]],
  roles,
});

/** What a caller sends that has a token, of a session or of the API. */
export const bearing = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

async function openSession(app: TestApp, userId: string): Promise<{ sessionId: string; token: string }> {
  const now = app.clock.now();
  const origin = { ip: '127.0.0.1', userAgent: 'access matrix', correlationId: newId() };
  const sessionId = await insertSession(app.db, userId, origin, now, new Date(now.getTime() + 3_600_000));
  return {
    sessionId,
    token: app.runtime.accessTokens.issue({ userId, sessionId, termsAccepted: true }, now, 300).token,
  };
}

/** A service user that administers Nordmark and is known by a certificate, alone or with a token: what it sends. */
export async function certified(app: TestApp, { token = false } = {}): Promise<Record<string, string>> {
  const robot = { ...person('certified', 'account', ['account_manager/Account administrator']), serviceUser: true };
  const id = (await seed(app, [robot])).get(robot.userName) ?? '';
  const api_credential = token ? 'certificate_and_token' : 'certificate';
  await app.db.updateTable('app_user').set({ api_credential }).where('id', '=', id).execute();
  const now = app.clock.now().getTime();
  const { der } = make({ from: new Date(now - 60_000), to: new Date(now + 3_600_000) });
  const path = `/account/ui-api/v1/service-user/${id}/client-auth-certificate`;
  const { status, body } = await app.call('ada', 'POST', path, { certificate: pem('CERTIFICATE', der) });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return { ...forwarding(der), ...(token && { 'x-api-key': (await insertToken(app, id)).text }) };
}

/** An OAuth client of Nordmark that acts by itself with all that its account may hold: what its requests carry. */
async function clientItself(app: TestApp): Promise<Record<string, string>> {
  const scopes = permissionsInScope(PERMISSIONS, 'account');
  const client = await insertOauthClient(app, app.accountIds.get('nordmark-lb') ?? '', { name: 'Matrix', scopes });
  const { body } = await post(app, '/oauth/token', { grant_type: 'client_credentials' }, basic(client));
  return bearing(body.access_token);
}

/**
 * An OAuth client of Nordmark that acts for an administrator of Orsini who belongs to Nordmark too, and has agreed to
 * all that they may do: what its requests carry.
 */
async function clientForPerson(app: TestApp): Promise<Record<string, string>> {
  const roles = ['account_manager/Account administrator'];
  const both = { ...person('elsewhere', 'account', roles), accounts: ['orsini-custody', 'nordmark-lb'] };
  const accountId = (await seed(app, [both])).get(both.userName);
  const scopes = ['openid', ...permissionsInScope(PERMISSIONS, 'account')];
  const nordmark = app.accountIds.get('nordmark-lb') ?? '';
  const { clientId } = await insertPortal(app, nordmark, { name: 'Matrix portal', scopes });
  const now = app.clock.now();
  const ends = new Date(now.getTime() + 3_600_000);
  const [grantId, token] = [newId(), newText(ACCESS_TOKEN_PREFIX)];
  const payload = { accountId, clientId, scope: scopes.join(' ') };
  await storeArtifact(app.db, { kind: 'Grant', id: grantId, payload }, ends, now);
  await storeArtifact(app.db, { kind: 'AccessToken', id: token, payload: { ...payload, grantId } }, ends, now);
  return bearing(token);
}

const seed = (app: TestApp, people: SeedPerson[]) =>
  seedPeople(app.db, people, app.accountIds, 'no password', app.clock.now());

/**
 * The columns in their order: the cast, an auditor of each scope, somebody without any permission, a service user with
 * an API token and one with a certificate, an OAuth client of Nordmark with every permission, one that acts for
 * somebody of another account, nobody.
 */
export async function accessColumns(app: TestApp): Promise<Column[]> {
  const parts = [
    ...WITH_PARTS.map((scope) => person(`auditor-${scope}`, scope, ['account_manager/Auditor'])),
    ...WITH_PARTS.map((scope) => person(`none-${scope}`, scope)),
  ];
  const ids = new Map([...app.userIds, ...(await seed(app, parts))]);
  const column = async (title: string, userName: string, foreign = false): Promise<Column> => ({
    title,
    headers: bearing((await openSession(app, ids.get(userName) ?? '')).token),
    foreign,
  });
  return [
    await column('system', 'ada'),
    await column('partner', 'ben'),
    await column('foreign partner', 'bea', true),
    await column('account', 'cleo'),
    await column('foreign account', 'carl', true),
    await column('end user', 'emil'),
    ...(await Promise.all(parts.map(({ userName, scope }) => column(`${userName.split('-')[0]}/${scope}`, userName)))),
    {
      title: 'service user/token',
      headers: bearing((await insertToken(app, ids.get('dora') ?? '')).text),
      foreign: false,
    },
    { title: 'service user/certificate', headers: await certified(app), foreign: false },
    { title: 'OAuth client', headers: await clientItself(app), foreign: false },
    {
      title: 'OAuth client/person',
      headers: await clientForPerson(app),
      foreign: false,
      hidden: { id: app.accountIds.get('orsini-custody') ?? '', name: 'Orsini' },
    },
    { title: 'nobody', headers: null, foreign: true },
  ];
}

/** One probe of each scope, without any permission so far. */
export async function accessProbes(app: TestApp): Promise<Record<Scope, Probe>> {
  const ids = await seed(
    app,
    SCOPES.map((scope) => person(`probe-${scope}`, scope)),
  );
  const probe = async (scope: Scope): Promise<Probe> => {
    const userId = ids.get(`probe-${scope}`) ?? '';
    const role = { id: newId(), app_code: 'account_manager' as const, name: `Probe of ${scope}`, permissions: [] };
    await app.db
      .insertInto('role')
      .values({ ...role, created_at: app.clock.now() })
      .execute();
    await app.db.insertInto('user_role').values({ user_id: userId, role_id: role.id }).execute();
    return {
      userId,
      ...(await openSession(app, userId)),
      grant: async (names) =>
        void (await app.db
          .updateTable('role')
          .set({ permissions: [...names] })
          .where('id', '=', role.id)
          .execute()),
    };
  };
  return {
    system: await probe('system'),
    partner: await probe('partner'),
    account: await probe('account'),
    end_user: await probe('end_user'),
  };
}
