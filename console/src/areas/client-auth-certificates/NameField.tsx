/** What a certificate is called, by which its person tells it from others. */
import { TextInput } from '@mantine/core';
import { LIMITS } from '@signet/contract/limits';
import { useText } from '../../i18n/text.ts';

export function NameField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useText();
  return (
    <TextInput
      label={t('clientAuth.name')}
      description={t('clientAuth.nameHelp')}
      value={value}
      maxLength={LIMITS.certificateNameMax}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
