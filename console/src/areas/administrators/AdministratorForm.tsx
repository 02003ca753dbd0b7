/** The fields of an administrator, for creating and editing; what the roles allow, or change, stands beside them. */
import { NativeSelect, TextInput } from '@mantine/core';
import { ACCESS } from '@signet/contract/access';
import { ADMINISTRATOR } from '@signet/contract/areas/administrator-record';
import type { Administrator } from '@signet/contract/areas/administrators';
import { isLocale, localeName, LOCALES } from '@signet/contract/locales';
import { formFields } from '@signet/contract/record-form';
import { whyNotUserName } from '@signet/contract/rules';
import { SCOPES } from '@signet/contract/viewer';
import { useRef } from 'react';
import { call } from '../../api/call.ts';
import { useText, type TextOf } from '../../i18n/text.ts';
import { useAllows, useSelf } from '../../session/permissions.ts';
import { FormPage } from '../../shell/form/FormPage.tsx';
import { useFormFoot, type FormSource } from '../../shell/form/form-source.ts';
import { inWords } from '../../shell/form/in-words.ts';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { useTaken } from '../../shell/form/use-taken.ts';
import { useNamesInConflict } from '../../shell/person/account-names.ts';
import { useAssignableRoles } from '../../shell/person/assignable-roles.ts';
import { useMustChooseAccounts } from '../../shell/person/must-choose-accounts.ts';
import { PositionFields } from '../../shell/person/PositionFields.tsx';
import { RolesGroup } from '../../shell/person/RolesGroup.tsx';
import { later } from '../../shell/routing/later.tsx';
import { FormGroup, TwoFields } from '../../ui/FormGroup.tsx';
import { checkAdministrator, offeredScopes, type AdministratorValues } from './administrator-form.ts';
import { PositionEffects } from './PositionEffects.tsx';

/** Whoever is edited has what they gain and lose beside them. */
const RightsAside = later(() => import('../../shell/person/RightsAside.tsx'));

type Props = {
  title: string;
  lead?: string;
  form: FormSource<AdministratorValues>;
  /** Who is edited, as read last; without it somebody new is made. */
  current?: () => Administrator;
  /** Whether the roles alone are asked for (S-049). */
  rolesOnly?: boolean;
};

export function AdministratorForm({ title, lead, form, current, rolesOnly = false }: Props) {
  const t = useText();
  const self = useSelf();
  const mustChoose = useMustChooseAccounts();
  const givesRoles = useAllows(ACCESS.administrators.giveRoles);
  const administrator = current?.();
  // Nobody changes the own scope, accounts and roles.
  const governs = !administrator?.why_not.govern;
  const takenName = useRef<string | null>(null);
  const shell = useFormShell<AdministratorValues>({
    fields: {
      ...formFields(ADMINISTRATOR),
      access_scope: { label: 'person.scope' },
      account_ids: { label: 'people.accounts' },
      role_ids: { label: 'people.roles' },
    },
    check: (values) => checkAdministrator(values, mustChoose && governs, takenName.current),
    serverFields: { primary_account_id: 'account_ids' },
    ...form,
  });
  const { values } = shell;
  const typed = values.user_name;
  useTaken(
    typed === administrator?.user_name || whyNotUserName(typed) ? null : typed,
    (name, signal) =>
      call('GET /account/ui-api/v1/user/{name}/find', {
        params: { name },
        query: administrator ? { userId: administrator.id } : {},
        signal,
      }),
    (name) => {
      takenName.current = name;
      shell.recheck('user_name');
    },
  );
  const assignable = useAssignableRoles(values.access_scope, values.account_ids);
  const accountNames = useNamesInConflict(administrator?.accounts ?? [], shell.conflict);
  const displayValue = useDisplayValue(accountNames, [...(administrator?.roles ?? []), ...(assignable.roles ?? [])]);
  const held = administrator?.roles ?? [];
  return (
    <FormPage
      title={title}
      lead={lead}
      shell={shell}
      {...useFormFoot(form, shell)}
      displayValue={displayValue}
      aside={
        governs &&
        (administrator ? (
          <PositionEffects administrator={administrator} values={values} rolesOnly={rolesOnly} />
        ) : (
          givesRoles && <RightsAside roles={assignable.roles} chosen={values.role_ids} />
        ))
      }
    >
      {rolesOnly ? (
        <RolesGroup field={shell.field('role_ids')} assignable={assignable} held={held} />
      ) : (
        <>
          <FormGroup title={t('administrators.person')}>
            <TwoFields>
              <TextInput {...shell.field('first_name')} autoComplete="off" />
              <TextInput {...shell.field('last_name')} autoComplete="off" />
            </TwoFields>
            <TextInput {...shell.field('user_name')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
            <TextInput
              {...shell.field('email', invitedElsewhere(administrator, values, t))}
              type="email"
              autoComplete="off"
              spellCheck={false}
            />
            <TextInput {...shell.field('phone')} type="tel" autoComplete="off" />
            <NativeSelect
              {...shell.field('locale')}
              data={LOCALES.map((value) => ({ value, label: localeName(value) }))}
            />
          </FormGroup>
          {governs && (
            <PositionFields
              values={values}
              field={shell.field}
              scopes={offeredScopes(self, administrator?.access_scope)}
              assignable={givesRoles ? assignable : null}
              accounts={administrator?.accounts ?? []}
              held={held}
            />
          )}
        </>
      )}
    </FormPage>
  );
}

/** What follows where saving gives somebody another address who has not answered the invitation. */
const invitedElsewhere = (
  one: Administrator | undefined,
  { email }: AdministratorValues,
  t: TextOf,
): string | undefined =>
  one?.status === 'invited' && email.toLowerCase() !== one.email.toLowerCase()
    ? t('administrators.invitedElsewhere', { email: one.email })
    : undefined;

/** What somebody else saved meanwhile, in words. */
function useDisplayValue(
  accountNames: ReadonlyMap<string, string>,
  roles: readonly { id: string; name: string }[],
): (field: string, value: unknown) => string {
  const t = useText();
  const names = new Map([...accountNames, ...roles.map(({ id, name }) => [id, name] as const)]);
  return (field, value) => {
    if (Array.isArray(value)) return value.map((id) => names.get(id) ?? String(id)).join(', ');
    const text = String(value);
    if (field === 'access_scope') return inWords(SCOPES, value, (scope) => t(`scope.${scope}`));
    return field === 'locale' && isLocale(text) ? localeName(text) : text;
  };
}
