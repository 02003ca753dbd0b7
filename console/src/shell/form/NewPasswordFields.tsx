/** A new password, or a passphrase, typed twice, each to be shown as it is typed. */
import { LIMITS } from '@signet/contract/limits';
import { useText } from '../../i18n/text.ts';
import type { FieldProps } from './form-shell.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';

type Names = 'password' | 'repeatedPassword';

/** `field` of the form's shell; `help` in place of how long a password is; `size` `md` on a page before sign-in. */
export function NewPasswordFields({
  field,
  help,
  size = 'sm',
}: {
  field: (name: Names, help?: string) => FieldProps;
  help?: string;
  size?: 'sm' | 'md';
}) {
  const t = useText();
  const all = {
    size,
    autoComplete: 'new-password',
  };
  return (
    <>
      <PasswordField {...field('password', help ?? t('password.help', { min: LIMITS.passwordMin }))} {...all} />
      <PasswordField {...field('repeatedPassword')} {...all} />
    </>
  );
}
