/** What stands in the form of an administrator, and what is sent of it. */
import type { Features } from '@signet/contract/access';
import { ADMINISTRATOR } from '@signet/contract/areas/administrator-record';
import type { Administrator } from '@signet/contract/areas/administrators';
import { manageableScopes } from '@signet/contract/areas/person-rules';
import type { Locale } from '@signet/contract/locales';
import type { Reason } from '@signet/contract/problem';
import { createBody, emptyForm, formValues, type FormValues } from '@signet/contract/record-form';
import type { RuleViewer, Scope } from '@signet/contract/viewer';
import { reasonsOf } from '../../shell/form/check.ts';
import { laterSchema } from '../../shell/form/later-schema.ts';
import type { PositionValues } from '../../shell/person/PositionFields.tsx';

const administratorCreate = laterSchema(
  async () => (await import('@signet/contract/areas/administrators')).administratorCreate,
);

export type AdministratorValues = FormValues<typeof ADMINISTRATOR> & PositionValues<Scope>;

/** The scopes that somebody may give (S-314); partner scope only where there are partners, or the person has it. */
export const offeredScopes = (self: RuleViewer & { features?: Features }, held?: Scope): readonly Scope[] =>
  manageableScopes(self).filter(
    (scope) => scope !== 'partner' || scope === held || self.features?.AM_enable_partner_scope === true,
  );

/** A form with nothing in it but account scope, where it may be given, and the account that it is for. */
export const emptyAdministrator = (
  scopes: readonly Scope[],
  accountIds: string[],
  locale: Locale,
): AdministratorValues => ({
  ...emptyForm(ADMINISTRATOR),
  locale,
  access_scope: scopes.includes('account') ? 'account' : (scopes[0] ?? 'account'),
  account_ids: accountIds,
  role_ids: [],
});

/** What of an administrator stands in the form; the primary account is the first. */
export const valuesOf = (one: Administrator): AdministratorValues => ({
  ...formValues(ADMINISTRATOR, one),
  access_scope: one.access_scope,
  account_ids: [
    ...(one.primary_account_id === null ? [] : [one.primary_account_id]),
    ...one.accounts.map(({ id }) => id).filter((id) => id !== one.primary_account_id),
  ],
  role_ids: one.roles.map(({ id }) => id),
});

/** Name, address and language: what is also sent where scope, accounts and roles stay. */
export const personBody = (values: AdministratorValues) => createBody(ADMINISTRATOR, values);

/** Scope and accounts: people of system scope belong to the platform's account alone. */
export function placeBody({ access_scope, account_ids }: Pick<AdministratorValues, 'access_scope' | 'account_ids'>) {
  const [primary, ...others] = access_scope === 'system' ? [] : account_ids;
  return {
    access_scope,
    ...(primary === undefined ? {} : { primary_account_id: primary }),
    account_ids: others,
  };
}

/** What is wrong, by field. `choosesAccounts`: where none is chosen the server can't know which. */
export const checkAdministrator = (
  values: AdministratorValues,
  choosesAccounts: boolean,
  takenName: string | null,
): Record<string, Reason | null> => ({
  ...(values.user_name === takenName ? { user_name: { status: 'USERNAME_EXISTS' } } : {}),
  ...reasonsOf(administratorCreate, { ...personBody(values), ...placeBody(values), role_ids: values.role_ids }),
  ...(choosesAccounts && values.access_scope !== 'system' && values.account_ids.length === 0
    ? { account_ids: { status: 'REQUIRED_CHOICE' } }
    : {}),
});
