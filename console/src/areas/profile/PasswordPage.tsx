/** The own password, to change. Every other session ends. */
import { whyNotChangePassword, whyNotPassword, whyNotRepeatedPassword } from '@signet/contract/rules';
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useProfile } from '../../session/profile.ts';
import { FormPage } from '../../shell/form/FormPage.tsx';
import { useGo, useGoOn } from '../../shell/routing/go.ts';
import { Refused } from '../../shell/record/Refused.tsx';
import { notify } from '../../shell/notices/notifications.ts';
import { NewPasswordFields } from '../../shell/form/NewPasswordFields.tsx';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { FormGroup } from '../../ui/FormGroup.tsx';

export default function PasswordPage() {
  const t = useText();
  const reason = whyNotChangePassword(useProfile());
  return reason ? <Refused name={t('profile.changePassword')} reason={reason} /> : <PasswordForm />;
}

function PasswordForm() {
  const t = useText();
  const go = useGo();
  const leadOn = useGoOn();
  const { id } = useProfile();
  const shell = useFormShell({
    fields: {
      current_password: { label: 'password.current', secret: true },
      password: { label: 'password.next', secret: true },
      repeatedPassword: { label: 'password.repeat', secret: true },
    },
    initial: { current_password: '', password: '', repeatedPassword: '' },
    check: (values) => ({
      current_password: values.current_password === '' ? { status: 'REQUIRED' } : null,
      password: whyNotPassword(values.password),
      repeatedPassword: whyNotRepeatedPassword(values.repeatedPassword, values.password),
    }),
    submit: async (body) => {
      const goOn = leadOn();
      await change('PUT /account/ui-api/v1/user/{id}/password', { params: { id }, body });
      notify({ type: 'success', message: 'password.changed', translateMessage: true });
      goOn(paths.profile());
    },
  });
  return (
    <FormPage
      title={t('profile.changePassword')}
      lead={t('password.changeLead')}
      shell={shell}
      submit={t('password.change')}
      whyNot={null}
      onCancel={() => go(paths.profile())}
    >
      <FormGroup title={t('password.new')}>
        <PasswordField {...shell.field('current_password')} autoComplete="current-password" />
        <NewPasswordFields field={shell.field} />
      </FormGroup>
    </FormPage>
  );
}
