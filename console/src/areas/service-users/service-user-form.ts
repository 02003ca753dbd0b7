/** What stands in the form of a service user, and what is sent of it. */
import { manageableScopes } from '@signet/contract/areas/person-rules';
import { SERVICE_USER, SERVICE_USER_SCOPES, type API_CREDENTIALS } from '@signet/contract/areas/service-user-record';
import type { ServiceUser } from '@signet/contract/areas/service-users';
import type { Locale } from '@signet/contract/locales';
import type { Reason } from '@signet/contract/problem';
import { createBody, emptyForm, formValues, type FormValues } from '@signet/contract/record-form';
import type { RuleViewer } from '@signet/contract/viewer';
import { reasonsOf } from '../../shell/form/check.ts';
import { laterSchema } from '../../shell/form/later-schema.ts';
import type { PositionValues } from '../../shell/person/PositionFields.tsx';

const serviceUserCreate = laterSchema(
  async () => (await import('@signet/contract/areas/service-users')).serviceUserCreate,
);

export type ServiceUserScope = (typeof SERVICE_USER_SCOPES)[number];
export type ServiceUserValues = Omit<FormValues<typeof SERVICE_USER>, 'api_credential'> &
  PositionValues<ServiceUserScope> & { api_credential: ApiCredential };
export type ApiCredential = (typeof API_CREDENTIALS)[number];

/** The scopes of which somebody may make service users. */
export function offeredScopes(self: RuleViewer): readonly ServiceUserScope[] {
  const manageable = manageableScopes(self);
  return SERVICE_USER_SCOPES.filter((scope) => manageable.includes(scope));
}

/** A form with nothing in it but the least scope there is, and the account that it is for. */
export const emptyServiceUser = (
  scopes: readonly ServiceUserScope[],
  accountIds: string[],
  locale: Locale,
): ServiceUserValues => ({
  ...emptyForm(SERVICE_USER),
  locale,
  api_credential: 'token',
  access_scope: scopes.at(-1) ?? 'account',
  account_ids: accountIds,
  role_ids: [],
});

/** What of a service user stands in its form. */
export const valuesOf = (one: ServiceUser): ServiceUserValues => ({
  ...formValues(SERVICE_USER, one),
  api_credential: one.api_credential,
  access_scope: one.access_scope,
  account_ids: [
    ...(one.primary_account_id === null ? [] : [one.primary_account_id]),
    ...one.accounts.map(({ id }) => id).filter((id) => id !== one.primary_account_id),
  ],
  role_ids: one.roles.map(({ id }) => id),
});

/** The first account is the primary one; whoever sees the whole platform belongs to its account alone. */
export function toBody({ access_scope, account_ids, role_ids, ...values }: ServiceUserValues) {
  const [primary, ...others] = access_scope === 'system' ? [] : account_ids;
  return {
    ...createBody(SERVICE_USER, values),
    api_credential: values.api_credential,
    access_scope,
    ...(primary === undefined ? {} : { primary_account_id: primary }),
    account_ids: others,
    role_ids,
  };
}

/** What is wrong, by field. `choosesAccounts`: where none is chosen the server can't know which. */
export const checkServiceUser =
  (choosesAccounts: boolean) =>
  (values: ServiceUserValues): Record<string, Reason | null> => ({
    ...reasonsOf(serviceUserCreate, toBody(values)),
    account_ids:
      choosesAccounts && values.access_scope !== 'system' && values.account_ids.length === 0
        ? { status: 'REQUIRED_CHOICE' }
        : null,
  });
