/** What stands in the form of a signing client, what is sent of it, and what is wrong with it before it is sent. */
import type { SigningClient } from '@signet/contract/areas/signing-clients';
import { LIMITS } from '@signet/contract/limits';
import type { Reason } from '@signet/contract/problem';
import { whyNotFilledLine } from '@signet/contract/rules';

/** `provider` is chosen once, when it is made. */
export type SigningClientValues = { provider: string; serviceId: string };

export const valuesOf = ({ oauthClientId, oauthClientAccountId }: SigningClient): SigningClientValues => ({
  provider: oauthClientId,
  serviceId: oauthClientAccountId,
});

/** What is sent of one: its status too, which no field of the form has. */
export const bodyOf = ({ serviceId }: Pick<SigningClientValues, 'serviceId'>, enabled: boolean) => ({
  oauth_client_account_id: serviceId,
  enabled,
});

/** What the address of one is filled with. */
export const placeOf = (accountId: string, { id, oauthClientId }: Pick<SigningClient, 'id' | 'oauthClientId'>) => ({
  id: accountId,
  clientId: oauthClientId,
  configId: id,
});

/** What is wrong, under its field. */
export const whyNotSigningClient = ({ provider, serviceId }: SigningClientValues): Record<string, Reason | null> => ({
  provider: provider === '' ? { status: 'REQUIRED_CHOICE' } : null,
  serviceId: whyNotFilledLine(serviceId, LIMITS.nameMax),
});
