import type { areas } from '@signet/contract';
import type { accountOidc } from '@signet/contract/areas/account-oidc';
import { fieldProblem } from '@signet/contract/problem';
import type { ProviderMetadata } from '../../db/provider-metadata.ts';
import type { Call, HandlersOf } from '../../http/handler.ts';
import type { Runtime } from '../../runtime.ts';
import { discover } from '../../sign-in/oidc/discover.ts';
import { createOidc, deleteOidc, mustAsk, readOidc, updateOidc, type OidcChange } from './oidc-store.ts';

/** What the provider says of itself. Throws what is wrong with it, under `issuer`. */
export async function ask(issuer: string, { config }: Runtime): Promise<ProviderMetadata> {
  const found = await discover(issuer, config.OWN_NETWORK_PROVIDERS);
  if ('fault' in found) throw fieldProblem('issuer', found.fault);
  return found.metadata;
}

/** Tells the log of both: the provider, and the account whose history shows how its people sign in. */
function tell(audit: Call<typeof areas.accounts.updateOidc>['audit'], { event, account }: OidcChange): void {
  audit(event);
  if (account !== 'nothing') audit({ as: { action: 'UPDATE', resource: 'ACCOUNT', result: 'success' }, ...account });
}

export const oidcRoutes: HandlersOf<typeof accountOidc> = {
  readOidc: ({ viewer, db, params, now, runtime }) => readOidc(viewer, db, { accountId: params.id, now, runtime }),

  async createOidc({ viewer, db, params, body, now, runtime, audit }) {
    const place = { accountId: params.id, now, runtime };
    await readOidc(viewer, db, place);
    const metadata = await ask(body.issuer, runtime);
    return async (tx) => {
      tell(audit, await createOidc(viewer, tx, body, { metadata }, place));
      return readOidc(viewer, tx, place);
    };
  },

  async updateOidc({ viewer, db, params, query: { version }, body, now, runtime, audit }) {
    const place = { accountId: params.id, now, runtime };
    const asked = (await mustAsk(viewer, db, body, place)) ? { metadata: await ask(body.issuer, runtime) } : null;
    return async (tx) => {
      tell(audit, await updateOidc(viewer, tx, body, asked, { ...place, version }));
      return readOidc(viewer, tx, place);
    };
  },

  async removeOidc({ viewer, db, params, now, runtime, audit }) {
    tell(audit, await deleteOidc(viewer, db, { accountId: params.id, now, runtime }));
  },

  async checkOidc({ viewer, db, params, body, now, runtime }) {
    await readOidc(viewer, db, { accountId: params.id, now, runtime });
    const { issuer, authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint } = await ask(
      body.issuer,
      runtime,
    );
    return async () => ({
      issuer,
      authorization_endpoint,
      token_endpoint,
      jwks_uri,
      userinfo_endpoint: userinfo_endpoint ?? null,
    });
  },
};
