/** Handlers of set-up links. */
import type { signInSetup } from '@signet/contract/areas/sign-in-setup';
import { fieldProblem } from '@signet/contract/problem';
import type { HandlersOf } from '../../http/handler.ts';
import { fetchMetadata } from '../../sign-in/saml/fetch-metadata.ts';
import { ask } from './oidc-routes.ts';
import { listSetupLinks, makeSetupLink, revokeSetupLink } from './setup-link-store.ts';
import { openSetupLink, requireSetupLink, setUpOidc, setUpSaml } from './setup-link-use-store.ts';

export const setupLinkRoutes: HandlersOf<typeof signInSetup> = {
  async setupLinks({ viewer, db, params, now }) {
    const items = await listSetupLinks(viewer, db, params.id, now);
    return { items, total: items.length };
  },

  async makeSetupLink({ viewer, db, params, body, now, runtime, audit }) {
    const making = { accountId: params.id, purpose: body.purpose, now, runtime };
    const { event, ...made } = await makeSetupLink(viewer, db, making);
    audit(event);
    return made;
  },

  async revokeSetupLink({ viewer, db, params, now, audit }) {
    audit(await revokeSetupLink(viewer, db, { accountId: params.id, linkId: params.linkId, now }));
  },

  openSetupLink: (call) => openSetupLink(call),

  async setUpSaml(call) {
    const { body, runtime } = call;
    // Before anybody is asked: no address is read for whom the link opens nothing.
    await requireSetupLink(call, ['saml', 'saml_certificates']);
    const metadata_url = 'metadata_url' in body ? body.metadata_url : null;
    const field = metadata_url === null ? 'metadata' : 'metadata_url';
    const given =
      'metadata' in body ? body : await fetchMetadata(body.metadata_url, runtime.config.OWN_NETWORK_PROVIDERS);
    if ('fault' in given) throw fieldProblem(field, { status: given.fault });
    const { attributes } = body;
    return (tx) => setUpSaml({ ...call, db: tx }, { metadata: given.metadata, metadata_url, attributes }, field);
  },

  async setUpOidc(call) {
    await requireSetupLink(call, ['oidc']);
    const { id, secret, ...values } = call.body;
    const metadata = await ask(values.issuer, call.runtime);
    return (tx) => setUpOidc({ ...call, body: { id, secret }, db: tx }, values, { metadata });
  },
};
