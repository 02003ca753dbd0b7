import type { areas } from '@signet/contract';
import { AUTHORIZATION_COOKIE } from '@signet/contract/areas/oauth-authorization-names';
import type { HandlersOf } from '../../http/handler.ts';
import { numberSetting } from '../../platform-settings/setting-store.ts';
import { listConsents, revokeConsent } from './consent-store.ts';
import {
  allow,
  deny,
  describeRequest,
  findRequest,
  isAllowedBy,
  isDenied,
  requireOwnClient,
  requireWanted,
  type Waiting,
} from './request-store.ts';

/** By which a browser shows that the request is its own. */
const cookieIn = ({ cookie = '' }: { cookie?: string | undefined }): string | undefined =>
  new RegExp(`(?:^|; *)${AUTHORIZATION_COOKIE}=([^;]*)`).exec(cookie)?.[1];

const aboutClient = ({ client, scopes }: Waiting) => ({
  resource_id: client.id,
  resource_name: client.name,
  account_id: client.account_id,
  after: { scopes },
});

export const oauthAuthorizationRoutes: HandlersOf<typeof areas.oauthAuthorization> = {
  async request({ viewer, db, params, headers, now }) {
    const asked = { id: params.id, cookie: cookieIn(headers), isAgain: isAllowedBy(viewer) };
    const waiting = await findRequest(db, asked, now);
    requireOwnClient(viewer, waiting);
    requireWanted(viewer, waiting);
    return describeRequest(viewer, db, waiting);
  },

  async allow({ viewer, db, params, headers, now, runtime, audit }) {
    const asked = { id: params.id, cookie: cookieIn(headers), isAgain: isAllowedBy(viewer), lock: true };
    const waiting = await findRequest(db, asked, now);
    const minutes = await numberSetting({ db, config: runtime.config }, 'reauthentication_minutes');
    const { return_url, consent } = await allow(viewer, db, waiting, { now, minutes });
    const about = aboutClient(waiting);
    audit(consent === 'given' ? 'nothing' : about);
    if (consent === 'new' || consent === 'wider')
      audit({
        ...about,
        as: { action: consent === 'new' ? 'CREATE' : 'UPDATE', resource: 'OAUTH_CONSENT', result: 'success' },
      });
    return { return_url };
  },

  async deny({ viewer, db, params, headers, now }) {
    const asked = { id: params.id, cookie: cookieIn(headers), isAgain: isDenied, lock: true };
    return { return_url: await deny(viewer, db, await findRequest(db, asked, now), now) };
  },

  consents: ({ viewer, db }) => listConsents(viewer, db),

  async revoke({ viewer, db, params, audit }) {
    const { id, name, scopes, account_id } = await revokeConsent(viewer, db, params.id);
    audit({ resource_id: id, resource_name: name, account_id, before: { scopes } });
  },
};
