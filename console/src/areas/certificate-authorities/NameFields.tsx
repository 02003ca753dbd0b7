/** What is asked of every authority that is made: how people and programs call it, and what its key is. */
import { NativeSelect, TextInput } from '@mantine/core';
import { KEY_TYPES } from '@signet/contract/key-types';
import { useText, type TextKey } from '../../i18n/text.ts';
import type { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { FormGroup } from '../../ui/FormGroup.tsx';

export type AuthorityNames = { name: string; common_name: string; key_type: string };

export const NAMES: Record<keyof AuthorityNames, { label: TextKey }> = {
  name: { label: 'authorities.name' },
  common_name: { label: 'authorities.common_name' },
  key_type: { label: 'authorities.key_type' },
};

export function NameFields({ field }: { field: ReturnType<typeof useFormShell<AuthorityNames>>['field'] }) {
  const t = useText();
  return (
    <FormGroup title={t('authorities.one')}>
      <TextInput {...field('name', t('authorities.nameHelp'))} autoComplete="off" />
      <TextInput {...field('common_name', t('authorities.common_nameHelp'))} autoComplete="off" />
      <NativeSelect
        {...field('key_type', t('authorities.key_typeHelp'))}
        data={KEY_TYPES.map((value) => ({ value, label: t(`authorities.key.${value}`) }))}
      />
    </FormGroup>
  );
}
