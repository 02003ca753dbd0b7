/** The fields of a service user, for creating and editing it. */
import { NativeSelect, TextInput } from '@mantine/core';
import { API_CREDENTIALS, SERVICE_USER } from '@signet/contract/areas/service-user-record';
import type { ServiceUser } from '@signet/contract/areas/service-users';
import { isLocale, localeName, LOCALES } from '@signet/contract/locales';
import { formFields } from '@signet/contract/record-form';
import { SCOPES } from '@signet/contract/viewer';
import { useText } from '../../i18n/text.ts';
import { useSelf } from '../../session/permissions.ts';
import { FormPage } from '../../shell/form/FormPage.tsx';
import { useFormFoot, type FormSource } from '../../shell/form/form-source.ts';
import { inWords } from '../../shell/form/in-words.ts';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { useNamesInConflict } from '../../shell/person/account-names.ts';
import { useAssignableRoles } from '../../shell/person/assignable-roles.ts';
import { useMustChooseAccounts } from '../../shell/person/must-choose-accounts.ts';
import { PositionFields } from '../../shell/person/PositionFields.tsx';
import RightsAside from '../../shell/person/RightsAside.tsx';
import { FormGroup } from '../../ui/FormGroup.tsx';
import { checkServiceUser, offeredScopes, type ServiceUserValues } from './service-user-form.ts';

type Props = {
  title: string;
  form: FormSource<ServiceUserValues>;
  /** What is edited, as read last; without it a new one is made. */
  current?: () => ServiceUser;
};

export function ServiceUserForm({ title, form, current }: Props) {
  const t = useText();
  const self = useSelf();
  const mustChoose = useMustChooseAccounts();
  const shell = useFormShell<ServiceUserValues>({
    fields: {
      ...formFields(SERVICE_USER),
      access_scope: { label: 'person.scope' },
      account_ids: { label: 'people.accounts' },
      role_ids: { label: 'people.roles' },
    },
    check: checkServiceUser(mustChoose),
    serverFields: { primary_account_id: 'account_ids' },
    ...form,
  });
  const { values } = shell;
  const serviceUser = current?.();
  const held = serviceUser?.roles ?? [];
  const assignable = useAssignableRoles(values.access_scope, values.account_ids);
  const accountNames = useNamesInConflict(serviceUser?.accounts ?? [], shell.conflict);
  const roleNames = new Map([...held, ...(assignable.roles ?? [])].map(({ id, name }) => [id, name]));
  const namesOf = (value: unknown, names: ReadonlyMap<string, string>): string =>
    Array.isArray(value) ? value.map((id) => names.get(id) ?? String(id)).join(', ') : '';
  const displayValue = (field: string, value: unknown): string => {
    if (field === 'account_ids') return namesOf(value, accountNames);
    if (field === 'role_ids') return namesOf(value, roleNames);
    const text = String(value);
    if (field === 'access_scope') return inWords(SCOPES, value, (scope) => t(`scope.${scope}`));
    if (field === 'api_credential')
      return inWords(API_CREDENTIALS, value, (credential) => t(`serviceUsers.credential.${credential}`));
    return field === 'locale' && isLocale(text) ? localeName(text) : text;
  };
  return (
    <FormPage
      title={title}
      lead={t('serviceUsers.lead')}
      shell={shell}
      {...useFormFoot(form, shell)}
      displayValue={displayValue}
      aside={<RightsAside roles={assignable.roles} held={held} chosen={values.role_ids} />}
    >
      <FormGroup title={t('serviceUsers.one')}>
        <TextInput {...shell.field('name')} autoComplete="off" />
        <TextInput {...shell.field('description', t('serviceUsers.descriptionHelp'))} autoComplete="off" />
        <TextInput
          {...shell.field('email', t('serviceUsers.emailHelp'))}
          type="email"
          autoComplete="off"
          spellCheck={false}
        />
        <NativeSelect
          {...shell.field('api_credential', t('serviceUsers.credentialHelp'))}
          data={API_CREDENTIALS.map((value) => ({ value, label: t(`serviceUsers.credential.${value}`) }))}
        />
        <NativeSelect {...shell.field('locale')} data={LOCALES.map((value) => ({ value, label: localeName(value) }))} />
      </FormGroup>
      <PositionFields
        values={values}
        field={shell.field}
        scopes={offeredScopes(self)}
        assignable={assignable}
        accounts={serviceUser?.accounts ?? []}
        held={held}
      />
    </FormPage>
  );
}
