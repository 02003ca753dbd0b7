/** The form of a role, to create, clone and edit it (S-065 to S-067): the permissions in groups, and what they do. */
import { NativeSelect, TextInput } from '@mantine/core';
import type { Role } from '@signet/contract/areas/roles';
import { ZERO_UUID } from '@signet/contract/limits';
import { whyNotName } from '@signet/contract/rules';
import { APP_CODES, type Permission } from '@signet/contract/viewer';
import { useRef } from 'react';
import { call } from '../../api/call.ts';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { useScope } from '../../session/permissions.ts';
import { OwnerField, useMayBeForAll } from '../../shell/account/OwnerField.tsx';
import { FormPage } from '../../shell/form/FormPage.tsx';
import { useFormFoot, type FormSource } from '../../shell/form/form-source.ts';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { useTaken } from '../../shell/form/use-taken.ts';
import { paths } from '../../paths.ts';
import { PermissionFields } from '../../shell/permission/PermissionFields.tsx';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { Unread } from '../../shell/routing/Unread.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { FormGroup } from '../../ui/FormGroup.tsx';
import { RoleEffects } from './RoleEffects.tsx';
import { applicationOf, checkRole, FIELDS, permissionsOf, permissionsText, type RoleValues } from './role-form.ts';
import { useRoleWords } from './role-words.ts';
import css from './roles.module.css';

type Props = {
  title: string;
  form: FormSource<RoleValues>;
  /** The role that is edited: application and account stay, and what a change does stands beside the form. */
  role?: Role;
  /** The role that is cloned. */
  source?: Role;
};

export function RoleForm({ title, form, role, source }: Props) {
  const t = useText();
  const words = useRoleWords();
  const isSystem = useScope() === 'system';
  const mayBeForAll = useMayBeForAll();
  const taken = useRef<string | null>(null);
  const shell = useFormShell<RoleValues>({
    fields: { ...FIELDS, account_id: { ...FIELDS.account_id, optional: role === undefined && mayBeForAll } },
    check: (values) => checkRole(values, taken.current === nameKey(values)),
    ...form,
    submit: (values): Promise<void> =>
      form.submit({ ...values, permissions: permissionsText(kept(values.permissions)) }),
  });
  const { values } = shell;
  const application_id = applicationOf(values.app_code);
  const account_id = values.account_id || ZERO_UUID;
  const groups = useApi('GET /account/ui-api/v1/permissiongroup', { query: { application_id, account_id } });
  /** What was chosen and can be given there; what a role has already stays. */
  const kept = (text: string): Permission[] => {
    const givable = groups.data?.items.flatMap(({ permissions }) =>
      permissions.filter(({ why_not }) => why_not === null).map(({ name }) => name),
    );
    return permissionsOf(text).filter((one) => role?.permissions.includes(one) || !givable || givable.includes(one));
  };
  const isOwn = role !== undefined && values.name.trim().toLowerCase() === role.name.toLowerCase();
  useTaken(
    isOwn || whyNotName(values.name) ? null : nameKey(values),
    async (_, signal) => {
      const query = { application_id, account_id, name: values.name, ...(role ? { role_id: role.id } : {}) };
      const { unique } = await call('GET /account/ui-api/v1/role/unique', { query, signal });
      return { exists: !unique };
    },
    (key) => {
      taken.current = key;
      shell.recheck('name');
    },
  );
  const less = source && groups.data ? source.permissions.length - kept(permissionsText(source.permissions)).length : 0;
  return (
    <FormPage
      title={title}
      shell={shell}
      {...useFormFoot(form, shell)}
      aside={
        role && (
          <>
            <RoleEffects role={role} permissions={kept(values.permissions)} />
            <p className={css.compareLink}>
              <PageLink to={paths.roleCompare({ left: role.id })}>{t('roles.compareWith')}</PageLink>
            </p>
          </>
        )
      }
      banner={
        source && less > 0 && <Banner tone="info">{t('roles.cloneLess', { count: less, name: source.name })}</Banner>
      }
      displayValue={(field, value) =>
        field === 'permissions' ? permissionsOf(String(value)).map(words.permission).join(', ') : String(value)
      }
    >
      <FormGroup title={t('roles.one')}>
        {role ? (
          <>
            <TextInput {...shell.field('app_code')} value={t(`product.${role.app_code}`)} readOnly />
            <TextInput {...shell.field('account_id')} value={words.account(role)} readOnly />
          </>
        ) : (
          <>
            <NativeSelect
              {...shell.field('app_code', t('roles.applicationHelp'))}
              data={APP_CODES.map((value) => ({ value, label: t(`product.${value}`) }))}
            />
            <OwnerField
              field={shell.field('account_id', t(isSystem ? 'roles.accountOrPlatformHelp' : 'roles.accountHelp'))}
              forAll={t('roles.platform')}
              named={source?.account_name}
            />
          </>
        )}
        <TextInput {...shell.field('name')} />
        <TextInput {...shell.field('description')} />
      </FormGroup>
      <FormGroup>
        <PermissionFields
          field={shell.field('permissions')}
          heading
          groups={groups.data?.items ?? []}
          chosen={permissionsOf(values.permissions)}
          before={role?.permissions ?? null}
          onChange={(next) => shell.form.setFieldValue('permissions', permissionsText(next))}
        >
          {!groups.data && (groups.error ? <Unread error={groups.error} retry={groups.refetch} /> : <Busy />)}
        </PermissionFields>
      </FormGroup>
    </FormPage>
  );
}

/** A name is taken in an application and an account, whatever the case. */
const nameKey = ({ app_code, account_id, name }: RoleValues): string =>
  `${app_code} ${account_id} ${name.trim().toLowerCase()}`;
