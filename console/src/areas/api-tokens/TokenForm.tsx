/** The fields of an API token, for making and editing it. */
import { Radio, Textarea, TextInput } from '@mantine/core';
import type { ApiTokenWithOwner } from '@signet/contract/areas/api-tokens';
import type { TextKey } from '@signet/contract/texts';
import { isPermission } from '@signet/contract/viewer';
import { useText } from '../../i18n/text.ts';
import { useDateFormat } from '../../session/profile.ts';
import { useToday } from '../../session/today.ts';
import { useDayRule } from '../../shell/day/day-texts.ts';
import { DayField } from '../../shell/day/DayField.tsx';
import { FormPage } from '../../shell/form/FormPage.tsx';
import { useFormFoot, type FormSource } from '../../shell/form/form-source.ts';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { groupsToChoose, PermissionFields } from '../../shell/permission/PermissionFields.tsx';
import { usePermissionName } from '../../shell/permission/permission-names.ts';
import { ExplainedRadios } from '../../ui/ExplainedRadios.tsx';
import { FormGroup } from '../../ui/FormGroup.tsx';
import { whyNotToken, type TokenValues } from './token-form.ts';

type Props = {
  title: TextKey;
  owner: ApiTokenWithOwner['owner'];
  form: FormSource<TokenValues>;
  /** The end that is stored, where there is one. */
  before?: string | null;
};

/** Descriptions begin where their labels do. */

export function TokenForm({ title, owner, form, before = null }: Props) {
  const t = useText();
  const today = useToday();
  const whyNotDay = useDayRule();
  const date = useDateFormat();
  const permissionName = usePermissionName();
  const { name } = owner;
  const shell = useFormShell<TokenValues>({
    fields: {
      name: { label: 'tokens.name' },
      end_date: { label: 'tokens.end_date', optional: true },
      allowed_addresses: { label: 'tokens.allowed_addresses', optional: true },
      rights: { label: 'tokens.rights' },
      permissions: { label: 'tokens.choosePermissions' },
    },
    check: (values) => whyNotToken(values, { today, before, whyNotDay }),
    ...form,
  });
  const displayValue = (field: string, value: unknown): string => {
    if (field === 'end_date') return value === '' ? t('tokens.noEnd') : date(String(value));
    if (field === 'rights') return value === 'all' ? t('tokens.all', { name }) : t('tokens.some');
    return Array.isArray(value) ? value.map((one) => permissionName(String(one))).join(', ') : String(value);
  };
  // What it has and its person has no more stays to be seen, and to be taken away.
  const groups = groupsToChoose([...owner.permissions, ...shell.values.permissions]);
  return (
    <FormPage
      title={t(title)}
      lead={t('tokens.lead', { name })}
      shell={shell}
      {...useFormFoot(form, shell)}
      displayValue={displayValue}
    >
      <FormGroup title={t('tokens.group')}>
        <TextInput {...shell.field('name', t('tokens.nameHelp'))} autoComplete="off" />
        <DayField first={today} {...shell.field('end_date', t('tokens.endHelp'))} />
        <Textarea
          {...shell.field('allowed_addresses', t('tokens.addressesHelp'))}
          autosize
          minRows={2}
          maxRows={10}
          autoComplete="off"
          spellCheck={false}
        />
      </FormGroup>
      <FormGroup title={t('tokens.permissions')}>
        <Radio.Group {...shell.field('rights')}>
          <ExplainedRadios
            choices={[
              { value: 'all', label: t('tokens.all', { name }), explanation: t('tokens.allHelp') },
              { value: 'some', label: t('tokens.some'), explanation: t('tokens.someHelp', { name }) },
            ]}
          />
        </Radio.Group>
        {shell.values.rights === 'some' && (
          <PermissionFields
            field={shell.field('permissions')}
            groups={groups}
            chosen={shell.values.permissions.filter(isPermission)}
            onChange={(next) => shell.form.setFieldValue('permissions', next)}
          />
        )}
      </FormGroup>
    </FormPage>
  );
}
