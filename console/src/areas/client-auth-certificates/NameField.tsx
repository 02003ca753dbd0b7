/** What a certificate is called, by which its person tells it from others. */
import { TextInput } from '@mantine/core';
import { LIMITS } from '@signet/contract/limits';
import { useText } from '../../i18n/text.ts';
import { OptionalLabel } from '../../shell/form/OptionalLabel.tsx';

export function NameField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useText();
  return (
    <TextInput
      label={<OptionalLabel>{t('clientAuth.name')}</OptionalLabel>}
      description={t('clientAuth.nameHelp')}
      value={value}
      maxLength={LIMITS.certificateNameMax}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
