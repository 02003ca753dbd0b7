/** Setting an authenticator app up after the password: its first code signs in. */
import { TextInput } from '@mantine/core';
import { LIMITS } from '@signet/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { callPublic } from '../../api/call.ts';
import { useText } from '../../i18n/text.ts';
import { PublicForm } from '../../shell/public/PublicForm.tsx';
import { PublicFields, PublicPage } from '../../shell/public/PublicPage.tsx';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { AppSecret } from '../../shell/second-factor/AppSecret.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { asFailure } from '../../api/failure.ts';
import { problemText } from '../../api/show-problem.ts';
import { Busy } from '../../ui/Busy.tsx';
import type { Answered } from './second-factor-step.ts';
import { useGivenUp } from './given-up.ts';

type Props = { signIn: string; onAnswer: (answered: Answered) => void; onOver: () => void };

export function SetUpStep({ signIn, onAnswer, onOver }: Props) {
  const t = useText();
  const givenUp = useGivenUp(onOver);
  const secret = useQuery({
    queryKey: ['second factor', signIn],
    queryFn: async () =>
      (await callPublic('POST /account/ui-api/v1/auth/second-factor/set-up', { body: { sign_in: signIn } })).data,
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  });
  const shell = useFormShell({
    fields: { code: { label: 'secondFactor.code', secret: true }, name: { label: 'secondFactor.name' } },
    initial: { code: '', name: t('secondFactor.appName') },
    check: ({ code, name }) => ({
      code: code.trim() === '' ? { status: 'REQUIRED' } : null,
      name: name.trim() === '' ? { status: 'REQUIRED' } : null,
    }),
    submit: async ({ code, name }) => {
      try {
        const body = { sign_in: signIn, code, name };
        onAnswer(await callPublic('POST /account/ui-api/v1/auth/second-factor/set-up/confirm', { body }));
      } catch (thrown) {
        await givenUp(thrown);
      }
    },
  });
  return (
    <PublicPage title={t('secondFactor.setUp')} intro={t('secondFactor.setUpIntro')}>
      {secret.error && <Banner tone="bad">{problemText(asFailure(secret.error))}</Banner>}
      {secret.isPending && <Busy lines={4} />}
      {secret.data && (
        <>
          <AppSecret {...secret.data} />
          <PublicForm shell={shell} submit={t('secondFactor.confirm')}>
            <PublicFields>
              <TextInput
                {...shell.field('code')}
                size="md"
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={64}
              />
              <TextInput {...shell.field('name')} size="md" maxLength={LIMITS.factorNameMax} />
            </PublicFields>
          </PublicForm>
        </>
      )}
    </PublicPage>
  );
}
