/** What a signing client is made of: the link by which an account signs documents through a client of the platform. */
import { LIMITS } from '../limits.ts';
import { columns, STAMPS } from '../record.ts';

/** Answered as the specification spells them: oauthClientId, oauthClientAccountId. */
export const SIGNING_CLIENT = columns({
  id: { type: 'id' },
  account_id: { type: 'id', audited: true, internal: true },
  oauth_client_id: { type: 'id', audited: true, internal: true, label: 'signingClients.provider' },
  /** By what the provider knows the account: the service id. */
  oauth_client_account_id: {
    type: 'text',
    format: 'filledLine',
    max: LIMITS.nameMax,
    input: 'required',
    internal: true,
    label: 'signingClients.serviceId',
  },
  enabled: {
    type: 'boolean',
    from: 'default',
    input: 'optional',
    internal: true,
    label: 'oauthClients.status',
    valueTexts: ['oauthClients.disabled', 'oauthClients.enabled'],
  },
  ...STAMPS,
});
