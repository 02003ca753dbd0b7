/** Scope, accounts and roles of a person or service user, in its form. */
import { Radio } from '@mantine/core';
import { ACCESS } from '@signet/contract/access';
import type { HeldRole } from '@signet/contract/areas/people';
import type { Scope } from '@signet/contract/viewer';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import { useAllows, useScope } from '../../session/permissions.ts';
import { useProfile } from '../../session/profile.ts';
import { ExplainedRadios } from '../../ui/ExplainedRadios.tsx';
import { FormGroup } from '../../ui/FormGroup.tsx';
import { AccountsPicker } from '../account/AccountsPicker.tsx';
import { OwnAccountsPicker } from '../account/OwnAccountsPicker.tsx';
import type { FieldProps } from '../form/form-shell.ts';
import { Allowed } from '../permission/Allowed.tsx';
import type { AssignableRoles } from './assignable-roles.ts';
import { FixedAccounts } from './FixedAccounts.tsx';
import { RolesGroup } from './RolesGroup.tsx';

/** What stands in the form; the first of the accounts is the primary one. */
export type PositionValues<S extends Scope> = { access_scope: S; account_ids: string[]; role_ids: string[] };

type Props<S extends Scope> = {
  values: PositionValues<S>;
  field: (name: keyof PositionValues<S>, help?: ReactNode) => FieldProps;
  /** Those that the person may choose from; one alone is not asked about. */
  scopes: readonly S[];
  /** What is known already of the accounts that are chosen. */
  accounts?: readonly { id: string; name: string }[];
  /** From useAssignableRoles; null where roles are not chosen here. */
  assignable: AssignableRoles | null;
  held?: readonly HeldRole[];
};

export function PositionFields<S extends Scope>({
  values,
  field,
  scopes,
  accounts = [],
  assignable,
  held = [],
}: Props<S>) {
  const t = useText();
  const own = useProfile().accounts;
  // Whoever sees many accounts looks for them; people of account scope have their own.
  const isTenant = useScope() === 'account';
  const seesAccounts = useAllows(ACCESS.accounts.view);
  const choosesAccounts = values.access_scope !== 'system' && (!isTenant || own.length > 1);
  const { id: scopeId, onChange: onScope, error, label } = field('access_scope');
  const onAccounts = (next: unknown) => {
    const ids = Array.isArray(next) ? next : [];
    field('account_ids').onChange(ids);
    // A role that an account made for itself goes with it.
    const isLeft = (id: string) => {
      const account = assignable?.roles?.find((role) => role.id === id)?.account_id ?? null;
      return account !== null && !ids.includes(account);
    };
    field('role_ids').onChange(values.role_ids.filter((id) => !isLeft(id)));
  };
  const accountsField = { ...field('account_ids', t('people.accountsHelp')), onChange: onAccounts };
  return (
    <>
      {(scopes.length > 1 || choosesAccounts) && (
        <FormGroup title={t('people.access')}>
          {scopes.length > 1 && (
            <Radio.Group id={scopeId} label={label} error={error} value={values.access_scope} onChange={onScope}>
              <ExplainedRadios
                choices={scopes.map((scope) => ({
                  value: scope,
                  label: t(`scope.${scope}`),
                  explanation: t(`people.scope.${scope}`),
                }))}
              />
            </Radio.Group>
          )}
          {choosesAccounts && isTenant && <OwnAccountsPicker field={accountsField} accounts={own} />}
          {choosesAccounts && !isTenant && (
            <Allowed access={ACCESS.accounts.view}>
              <AccountsPicker field={accountsField} partners={values.access_scope === 'partner'} known={accounts} />
            </Allowed>
          )}
          {choosesAccounts && !isTenant && !seesAccounts && (
            <FixedAccounts field={field('account_ids')} chosen={values.account_ids} known={accounts} />
          )}
        </FormGroup>
      )}
      {assignable && <RolesGroup field={field('role_ids')} assignable={assignable} held={held} />}
    </>
  );
}
