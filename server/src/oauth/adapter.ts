/** Where oidc-provider keeps things: its own in `oauth_artifact`, clients in the platform's table. */
import { scopeOfAccount } from '@signet/contract/areas/oauth-client-rules';
import { errors, type Adapter, type AdapterPayload, type AllClientMetadata } from 'oidc-provider';
import type { Runtime } from '../runtime.ts';
import {
  consumeArtifact,
  dropArtifact,
  dropOfGrant,
  findArtifact,
  storeArtifact,
  storeOnce,
} from './artifact-store.ts';
import { authorOf, findLiveClient, scopesOf, type LiveClient } from './client-store.ts';
import { currentWork } from './work.ts';

/** What the console's sessions make needless: nobody is signed in to the authorization server itself. */
const UNKEPT = new Set(['Session']);

const none = async (): Promise<undefined> => undefined;

/** How an answer goes back to a client: in the address. */
export const RESPONSE_MODES = ['query'] as const;

/** A name of ours in the metadata of a client whose keys are elsewhere: the minute in which they are asked about. */
export const KEYS_MINUTE = 'signet_keys_minute';

/**
 * A client as oidc-provider knows it. In place of the secret stand the hashes of those that are good now. It remembers
 * clients by what is said of them here, and with a client the keys of its address, for as long as one of them fits: so
 * that a key that is gone from there is not good for ever, the client is another one each minute.
 */
export function metadataOf(client: LiveClient, now: Date): AllClientMetadata {
  const { authentication, grant_types, jwks, jwks_uri } = client;
  return {
    client_id: client.client_id,
    client_name: client.name,
    application_type: 'web',
    redirect_uris: client.redirect_uris,
    grant_types,
    response_types: grant_types.includes('authorization_code') ? ['code'] : [],
    response_modes: [...RESPONSE_MODES],
    // Without any, oidc-provider would let it ask for all: this one gives nothing.
    scope: scopesOf(client).join(' ') || 'offline_access',
    ...(authentication === 'client_secret'
      ? { token_endpoint_auth_method: 'client_secret_basic', client_secret: client.secret_hashes.join(' ') || 'none' }
      : { token_endpoint_auth_method: authentication }),
    ...(jwks === null ? {} : { jwks: JSON.parse(jwks) }),
    ...(jwks_uri === null ? {} : { jwks_uri, [KEYS_MINUTE]: Math.floor(now.getTime() / 60_000) }),
  };
}

const clientAdapter = ({ clock }: Runtime): Adapter => ({
  async find(clientId) {
    const now = clock.now();
    const client = await findLiveClient(currentWork().read(), clientId, now);
    return client && metadataOf(client, now);
  },
  upsert: none,
  findByUserCode: none,
  findByUid: none,
  consume: none,
  destroy: none,
  revokeByGrantId: none,
});

/** What a token of a client that acts by itself stands for: the row that is its author. */
async function authorFor({ clock }: Runtime, { clientId = '' }: AdapterPayload): Promise<string | null> {
  const now = clock.now();
  const client = await findLiveClient(currentWork().read(), clientId, now);
  if (!client) throw new errors.InvalidClient('client not found');
  const scope = scopeOfAccount({ system_account: client.system_account, type: client.account_type });
  return authorOf(await currentWork().write(), client, scope, now);
}

function artifactAdapter(runtime: Runtime, kind: string): Adapter {
  const { clock } = runtime;
  const endOf = (seconds: number): Date => new Date(clock.now().getTime() + seconds * 1000);
  return {
    async upsert(id, payload, seconds = 0) {
      const work = currentWork();
      const artifact = { kind, id, payload };
      if (kind === 'ReplayDetection') {
        if (await storeOnce(await work.write(), artifact, endOf(seconds), clock.now())) return;
        throw new errors.InvalidClientAuth('client assertion tokens must only be used once');
      }
      const author = kind === 'ClientCredentials' ? { userId: await authorFor(runtime, payload) } : {};
      await storeArtifact(await work.write(), { ...artifact, ...author }, endOf(seconds), clock.now());
    },
    find: (id) => findArtifact(currentWork().read(), kind, id, clock.now()),
    async consume(id) {
      const work = currentWork();
      if (await consumeArtifact(await work.write(), kind, id, clock.now())) return;
      work.outcome = 'replayed';
      throw new errors.InvalidGrant(`${kind} was used at the same moment`);
    },
    destroy: async (id) => dropArtifact(await currentWork().write(), kind, id),
    revokeByGrantId: async (grantId) => dropOfGrant(await currentWork().write(), kind, grantId),
    findByUserCode: none,
    findByUid: none,
  };
}

const unkept: Adapter = {
  upsert: none,
  find: none,
  findByUserCode: none,
  findByUid: none,
  consume: none,
  destroy: none,
  revokeByGrantId: none,
};

/** The keeper of one kind of thing. */
export function adapterOf(runtime: Runtime, kind: string): Adapter {
  if (kind === 'Client') return clientAdapter(runtime);
  return UNKEPT.has(kind) ? unkept : artifactAdapter(runtime, kind);
}
