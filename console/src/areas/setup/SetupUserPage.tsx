/** Second step of a fresh platform: the first administrator, in six fields (S-016). */
import { TextInput } from '@mantine/core';
import {
  whyNotEmail,
  whyNotName,
  whyNotPassword,
  whyNotRepeatedPassword,
  whyNotUserName,
} from '@signet/contract/rules';
import { callPublic } from '../../api/call.ts';
import { currentLocale, useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { forgetSetupCode } from '../../session/setup-code.ts';
import { notify } from '../../shell/notices/notifications.ts';
import { PublicFields, PublicPage } from '../../shell/public/PublicPage.tsx';
import { PublicForm } from '../../shell/public/PublicForm.tsx';
import { NewPasswordFields } from '../../shell/form/NewPasswordFields.tsx';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { TwoFields } from '../../ui/FormGroup.tsx';
import { SetupCodeField, useSetupCode } from './setup-code.tsx';
import { useSetupStep, useSetupSteps } from './steps.ts';

const EMPTY = { first_name: '', last_name: '', email: '', user_name: '', password: '', repeatedPassword: '' };

export default function SetupUserPage() {
  const t = useText();
  const step = useSetupStep();
  const code = useSetupCode();
  const shell = useFormShell({
    fields: {
      code: { label: 'setup.code' },
      first_name: { label: 'person.firstName' },
      last_name: { label: 'person.lastName' },
      email: { label: 'person.email' },
      user_name: { label: 'person.userName' },
      password: { label: 'password.new', secret: true },
      repeatedPassword: { label: 'password.repeat', secret: true },
    },
    initial: { code: code.initial, ...EMPTY },
    check: (values) => ({
      code: values.code.trim() === '' ? { status: 'REQUIRED' } : null,
      first_name: whyNotName(values.first_name),
      last_name: whyNotName(values.last_name),
      email: whyNotEmail(values.email),
      user_name: whyNotUserName(values.user_name),
      password: whyNotPassword(values.password),
      repeatedPassword: whyNotRepeatedPassword(values.repeatedPassword, values.password),
    }),
    serverFields: { 'x-setup-code': 'code' },
    submit: ({ code: setupCode, ...values }) =>
      step(async () => {
        const body = { ...values, locale: currentLocale() };
        await code.send(setupCode, (headers) => callPublic('POST /account/ui-api/v1/setup/user', { headers, body }));
        forgetSetupCode();
        notify({ type: 'success', message: 'setup.done', translateMessage: true });
      }, paths.login()),
  });
  return (
    <PublicPage title={t('setup.user.title')} intro={t('setup.user.intro')} steps={useSetupSteps()} step={2}>
      <PublicForm shell={shell} submit={t('setup.user.create')}>
        <PublicFields>
          <SetupCodeField code={code} field={shell.field('code')} />
          <TwoFields>
            <TextInput {...shell.field('first_name')} size="md" autoComplete="given-name" />
            <TextInput {...shell.field('last_name')} size="md" autoComplete="family-name" />
          </TwoFields>
          <TextInput {...shell.field('email')} size="md" type="email" autoComplete="email" spellCheck={false} />
          <TextInput
            {...shell.field('user_name')}
            size="md"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
          <NewPasswordFields field={shell.field} size="md" />
        </PublicFields>
      </PublicForm>
    </PublicPage>
  );
}
