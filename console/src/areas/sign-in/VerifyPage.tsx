/**
 * Where an invitation leads: the person chooses user name and password, activates signing where that is a step of its
 * own, and is signed in (S-026, S-258).
 */
import { TextInput } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { whyNotPassword, whyNotRepeatedPassword, whyNotUserName } from '@signet/contract/rules';
import { useState } from 'react';
import { callPublic } from '../../api/call.ts';
import { Failure } from '../../api/failure.ts';
import { useText } from '../../i18n/text.ts';
import { beginCallback } from '../../session/begun-sign-in.ts';
import { useGo } from '../../shell/routing/go.ts';
import { PublicFields, PublicPage } from '../../shell/public/PublicPage.tsx';
import { PublicForm } from '../../shell/public/PublicForm.tsx';
import { NewPasswordFields } from '../../shell/form/NewPasswordFields.tsx';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { PageBusy } from '../../shell/routing/PageBusy.tsx';
import { NoPasswordHere } from './NoPasswordHere.tsx';
import { LinkUsedUp } from './LinkUsedUp.tsx';
import { ActivateStep, useActivationSteps } from './ActivateStep.tsx';
import { useLinkOf } from './use-link.ts';

export default function VerifyPage() {
  const t = useText();
  const go = useGo();
  const { userId = '', verificationCode = '' }: { userId?: string; verificationCode?: string } = useParams({
    strict: false,
  });
  const [usedUp, setUsedUp] = useState(false);
  const [activates, setActivates] = useState(false);
  const { state: link, activation, again } = useLinkOf('verify', userId, verificationCode);
  const steps = useActivationSteps();
  const shell = useFormShell({
    fields: {
      login: { label: 'person.userName' },
      password: { label: 'password.new', secret: true },
      repeatedPassword: { label: 'password.repeat', secret: true },
    },
    initial: { login: '', password: '', repeatedPassword: '' },
    check: (values) => ({
      login: whyNotUserName(values.login.trim()),
      password: whyNotPassword(values.password),
      repeatedPassword: whyNotRepeatedPassword(values.repeatedPassword, values.password),
    }),
    submit: async ({ login, password }) => {
      if (activation && !activates) return setActivates(true);
      try {
        const { data } = await callPublic('POST /account/ui-api/v1/user/{id}/verify', {
          params: { id: userId },
          body: {
            verification_code: verificationCode,
            login: login.trim(),
            password,
            ...(activation ? ({ activate: true } as const) : {}),
          },
        });
        go(beginCallback(data.return_url));
      } catch (thrown) {
        if (thrown instanceof Failure && (thrown.status === 'CODE_INVALID' || thrown.fields?.['id']))
          return setUsedUp(true);
        // Since the page opened there has come to be something to activate.
        if (thrown instanceof Failure && thrown.status === 'ACTIVATION_REQUIRED' && (await again()))
          return setActivates(true);
        // What is wrong is corrected where it was typed.
        if (thrown instanceof Failure && Object.keys(thrown.fields).length > 0) setActivates(false);
        throw thrown;
      }
    },
  });
  if (link === 'checking') return <PageBusy />;
  if (link === 'elsewhere') return <NoPasswordHere />;
  if (usedUp || link === 'used') return <LinkUsedUp />;
  if (activation && activates)
    return <ActivateStep activation={activation} shell={shell} onBack={() => setActivates(false)} />;
  return (
    <PublicPage
      title={t('verify.title')}
      intro={t(activation ? 'verify.introOfTwo' : 'verify.intro')}
      {...(activation ? { steps, step: 1 } : {})}
    >
      <PublicForm shell={shell} submit={t(activation ? 'login.next' : 'verify.save')}>
        <PublicFields>
          <TextInput
            {...shell.field('login')}
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
