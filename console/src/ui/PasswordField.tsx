import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useText } from '../i18n/text.ts';

/** A field for a secret: what is in it can be shown, by mouse and by keyboard. */
export function PasswordField(props: PasswordInputProps) {
  const t = useText();
  return (
    <PasswordInput
      {...props}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
    />
  );
}
