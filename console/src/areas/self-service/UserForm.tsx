import { NativeSelect, TextInput } from '@mantine/core';
import { whyNotName, whyNotPassword, whyNotRepeatedPassword, whyNotUserName } from '@signet/contract/rules';
import { useRef } from 'react';
import { callPublic } from '../../api/call.ts';
import { useLocale, useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { beginCallback } from '../../session/begun-sign-in.ts';
import { useCountries } from '../../session/countries.ts';
import { NewPasswordFields } from '../../shell/form/NewPasswordFields.tsx';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { useTaken } from '../../shell/form/use-taken.ts';
import { notify } from '../../shell/notices/notifications.ts';
import { PublicForm } from '../../shell/public/PublicForm.tsx';
import { PublicFields, PublicPage } from '../../shell/public/PublicPage.tsx';
import { useGo } from '../../shell/routing/go.ts';
import { TwoFields } from '../../ui/FormGroup.tsx';
import { orRefused, type OwnRequest, type Step } from './own-request.ts';
import { useSelfServiceSteps } from './steps.ts';

const EMPTY = { first_name: '', last_name: '', user_name: '', password: '', repeatedPassword: '', nationality: '' };

type Props = Pick<Step, 'onRefused'> & {
  request: OwnRequest;
  /** The user is there: the request is over. */
  onDone: () => void;
};

/** The form of the new user; the person is signed in with it (S-367). */
export function UserForm({ request, onRefused, onDone }: Props) {
  const t = useText();
  const go = useGo();
  const locale = useLocale();
  const countries = useCountries();
  const taken = useRef<string | null>(null);
  const shell = useFormShell({
    fields: {
      first_name: { label: 'person.firstName' },
      last_name: { label: 'person.lastName' },
      email: { label: 'person.email' },
      user_name: { label: 'person.userName' },
      password: { label: 'password.new', secret: true },
      repeatedPassword: { label: 'password.repeat', secret: true },
      nationality: { label: 'selfService.nationality', optional: true },
    },
    initial: { ...EMPTY, email: request.email },
    check: (values) => ({
      first_name: whyNotName(values.first_name),
      last_name: whyNotName(values.last_name),
      user_name:
        whyNotUserName(values.user_name) ?? (values.user_name === taken.current ? { status: 'USERNAME_EXISTS' } : null),
      password: whyNotPassword(values.password),
      repeatedPassword: whyNotRepeatedPassword(values.repeatedPassword, values.password),
    }),
    submit: ({ nationality, ...values }) =>
      orRefused(async () => {
        const { data } = await callPublic('POST /account/ui-api/v1/self-service-user', {
          query: { state: request.state },
          body: { ...values, locale, ...(nationality === '' ? {} : { nationality }) },
        });
        onDone();
        const { user_name, self_service_request_id } = data;
        go(await signIn({ user_name, password: values.password, self_service_request_id }));
      }, onRefused),
  });
  const typed = shell.values.user_name;
  useTaken(
    whyNotUserName(typed) ? null : typed,
    async (user_name, signal) => {
      const { data } = await callPublic('GET /account/ui-api/v1/self-service-user/{id}/username-exists', {
        params: { id: request.id },
        query: { state: request.state, user_name },
        signal,
      });
      return data;
    },
    (name) => {
      taken.current = name;
      shell.recheck('user_name');
    },
  );
  return (
    <PublicPage
      title={t('selfService.userTitle')}
      intro={t('selfService.userIntro', { email: request.email, account: request.account_name })}
      steps={useSelfServiceSteps()}
      step={3}
    >
      <PublicForm shell={shell} submit={t('selfService.create')}>
        <PublicFields>
          <TwoFields>
            <TextInput {...shell.field('first_name')} size="md" autoComplete="given-name" />
            <TextInput {...shell.field('last_name')} size="md" autoComplete="family-name" />
          </TwoFields>
          <TextInput {...shell.field('email')} size="md" type="email" readOnly />
          <TextInput
            {...shell.field('user_name')}
            size="md"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
          <NewPasswordFields field={shell.field} size="md" />
          <NativeSelect
            {...shell.field('nationality')}
            size="md"
            data={[
              { value: '', label: t('selfService.nationalityNone') },
              ...countries.map(({ code, name }) => ({ value: code, label: name })),
            ]}
          />
        </PublicFields>
      </PublicForm>
    </PublicPage>
  );
}

/** Where the new user is signed in; the sign-in page, where that does not go by itself. */
async function signIn(credentials: {
  user_name: string;
  password: string;
  self_service_request_id: string;
}): Promise<string> {
  try {
    const { data } = await callPublic('POST /imauth/api/v1/auto-login', {
      body: { ...credentials, user_authenticated_in_idp: false },
    });
    return beginCallback(data.return_url);
  } catch {
    notify({ type: 'success', message: 'selfService.created', translateMessage: true });
    return paths.login();
  }
}
