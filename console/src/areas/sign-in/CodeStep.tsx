/** What is given after the password: the code of an authenticator app, a security key, or a recovery code instead. */
import { Button, TextInput } from '@mantine/core';
import { startAuthentication } from '@simplewebauthn/browser';
import { useState } from 'react';
import { callPublic } from '../../api/call.ts';
import { useText } from '../../i18n/text.ts';
import { PublicForm } from '../../shell/public/PublicForm.tsx';
import { PublicActions, PublicFields, PublicPage } from '../../shell/public/PublicPage.tsx';
import { showProblem } from '../../api/show-problem.ts';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { useGo } from '../../shell/routing/go.ts';
import { paths } from '../../paths.ts';
import { forgetAwaited, type Answered, type AwaitedSignIn } from './second-factor-step.ts';
import { useGivenUp } from './given-up.ts';

const ATTEMPT = 'second-factor-key';

type Props = { awaited: AwaitedSignIn; onAnswer: (answered: Answered) => void; onOver: () => void };

type Way = 'app' | 'key' | 'recovery';

export function CodeStep(props: Props) {
  const { app, key } = props.awaited;
  const [way, setWay] = useState<Way>(app ? 'app' : key ? 'key' : 'recovery');
  // Each way has a form of its own: what was typed and refused belongs to one of them.
  return <StepBy key={way} {...props} way={way} setWay={setWay} />;
}

function StepBy({ awaited, onAnswer, onOver, way, setWay }: Props & { way: Way; setWay: (way: Way) => void }) {
  const t = useText();
  const byApp = way === 'app';
  const go = useGo();
  const givenUp = useGivenUp(onOver);
  const label = byApp ? 'secondFactor.code' : 'secondFactor.recoveryCode';
  const shell = useFormShell({
    fields: { code: { label, secret: true } },
    initial: { code: '' },
    check: ({ code }) => ({ code: code.trim() === '' ? { status: 'REQUIRED' } : null }),
    submit: async ({ code }) => {
      try {
        const body = { sign_in: awaited.signIn, code };
        onAnswer(await callPublic('POST /account/ui-api/v1/auth/second-factor/code', { body }));
      } catch (thrown) {
        await givenUp(thrown);
      }
    },
  });
  async function byKey() {
    try {
      const body = { sign_in: awaited.signIn };
      const { data } = await callPublic('POST /account/ui-api/v1/auth/second-factor/key/options', { body });
      // Whoever closes the browser's question has said so; it needs no words.
      const answer = await startAuthentication({ optionsJSON: data }).catch(() => null);
      if (answer === null) return;
      onAnswer(await callPublic('POST /account/ui-api/v1/auth/second-factor/key', { body: { ...body, answer } }));
    } catch (thrown) {
      await givenUp(thrown).catch((left: unknown) => showProblem(left, undefined, ATTEMPT));
    }
  }
  const other = (
    <Button
      size="md"
      variant="subtle"
      onClick={() => {
        forgetAwaited();
        go(paths.login());
      }}
    >
      {t('errors.accountExpired.other')}
    </Button>
  );
  // Whoever has a key alone is asked for it; the recovery code is for those who have lost it.
  if (way === 'key')
    return (
      <PublicPage title={t('secondFactor.title')} intro={t('secondFactor.keyIntro')}>
        <PublicActions>
          <Button size="md" variant="filled" onClick={() => void byKey()}>
            {t('secondFactor.useKey')}
          </Button>
          <Button size="md" onClick={() => setWay('recovery')}>
            {t('secondFactor.useRecoveryCode')}
          </Button>
          {other}
        </PublicActions>
      </PublicPage>
    );
  return (
    <PublicPage
      title={t('secondFactor.title')}
      intro={t(byApp ? 'secondFactor.codeIntro' : 'secondFactor.recoveryCodeIntro')}
    >
      <PublicForm
        shell={shell}
        submit={t('login.signIn')}
        beside={
          <>
            {awaited.key && (
              <Button size="md" onClick={() => void byKey()}>
                {t('secondFactor.useKey')}
              </Button>
            )}
            {awaited.app && (
              <Button size="md" onClick={() => setWay(byApp ? 'recovery' : 'app')}>
                {t(byApp ? 'secondFactor.useRecoveryCode' : 'secondFactor.useApp')}
              </Button>
            )}
            {other}
          </>
        }
      >
        <PublicFields>
          <TextInput
            {...shell.field('code')}
            size="md"
            inputMode={byApp ? 'numeric' : 'text'}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={64}
          />
        </PublicFields>
      </PublicForm>
    </PublicPage>
  );
}
