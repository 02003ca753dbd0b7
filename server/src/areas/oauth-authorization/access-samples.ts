import type { areas } from '@signet/contract';
import { AUTHORIZATION_COOKIE } from '@signet/contract/areas/oauth-authorization-names';
import { storeArtifact } from '../../oauth/artifact-store.ts';
import { newSecret } from '../../secrets.ts';
import { insertOauthClient } from '../../testing/oauth-client.ts';
import { NO_INPUT, nordmark, type SampleOf, type SamplesOf } from '../../testing/sample.ts';
import type { TestApp } from '../../testing/app.ts';
import { storeConsent } from './consent-store.ts';

const REDIRECT = 'https://app.nordmark-lb.example/callback';

const client = (app: TestApp) =>
  insertOauthClient(app, nordmark(app), {
    name: 'Reports',
    grant_types: ['authorization_code', 'refresh_token'],
    redirect_uris: [REDIRECT],
    scopes: ['openid', 'view_account'],
  });

/** A request of a client of Nordmark that waits for its person. */
const waiting: SampleOf = async (app) => {
  const { clientId } = await client(app);
  const [id, cid] = [newSecret(16), newSecret(16)];
  const ends = new Date(app.clock.now().getTime() + 600_000);
  const iat = Math.floor(app.clock.now().getTime() / 1000);
  const payload = {
    kind: 'Interaction',
    cid,
    iat,
    exp: iat + 600,
    returnTo: `http://localhost:8080/oauth/auth/${id}`,
    params: { client_id: clientId, redirect_uri: REDIRECT, scope: 'openid view_account' },
  };
  await storeArtifact(app.db, { kind: 'Interaction', id, payload }, ends, app.clock.now());
  return { params: { id }, headers: { cookie: `${AUTHORIZATION_COOKIE}=${cid}` } };
};

export const oauthAuthorizationSamples: SamplesOf<typeof areas.oauthAuthorization> = {
  request: waiting,
  allow: waiting,
  deny: waiting,
  consents: NO_INPUT,
  revoke: async (app) => {
    const { id } = await client(app);
    for (const userId of app.userIds.values())
      await storeConsent(app.db, userId, id, ['openid', 'view_account'], app.clock.now());
    return { params: { id } };
  },
};
