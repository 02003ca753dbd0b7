/** Second step: the passcode of the mail. A wrong one is said under its field, and the step stays (S-362). */
import { Button, TextInput } from '@mantine/core';
import { whyNotPasscode } from '@signet/contract/areas/self-service-rules';
import { LIMITS } from '@signet/contract/limits';
import { callPublic } from '../../api/call.ts';
import { useText } from '../../i18n/text.ts';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { PublicForm } from '../../shell/public/PublicForm.tsx';
import { PublicFields, PublicPage } from '../../shell/public/PublicPage.tsx';
import { useAct } from '../../shell/record/use-act.ts';
import { notify } from '../../shell/notices/notifications.ts';
import { orRefused, type OwnRequest, type Step } from './own-request.ts';
import { useSelfServiceSteps } from './steps.ts';

type Props = Step & { request: OwnRequest; onOtherAddress: () => void };

export function PasscodeStep({ request, onRequest, onRefused, onOtherAddress }: Props) {
  const t = useText();
  const again = useAct();
  const asked = { params: { id: request.id }, query: { state: request.state } };
  const shell = useFormShell({
    fields: { passcode: { label: 'selfService.passcode', secret: true } },
    initial: { passcode: '' },
    check: ({ passcode }) => ({ passcode: whyNotPasscode(passcode) }),
    submit: (body) =>
      orRefused(async () => {
        const { data } = await callPublic('POST /account/ui-api/v1/self-service-user/{id}/validate-passcode', {
          ...asked,
          body,
        });
        onRequest({ ...request, status: data.status });
      }, onRefused),
  });
  const sendAgain = () =>
    orRefused(async () => {
      await callPublic('PUT /account/ui-api/v1/self-service-user/{id}/passcode', asked);
      shell.form.reset();
      notify({ type: 'success', message: 'selfService.sentAgain', translateMessage: true });
    }, onRefused);
  return (
    <PublicPage
      title={t('selfService.passcodeTitle')}
      intro={t('selfService.passcodeIntro', { email: request.email, minutes: LIMITS.passcodeMinutes })}
      steps={useSelfServiceSteps()}
      step={2}
    >
      <PublicForm
        shell={shell}
        submit={t('selfService.continue')}
        beside={
          <>
            <Button size="md" variant="subtle" loading={again.busy} onClick={() => void again.run(sendAgain)}>
              {t('selfService.sendAgain')}
            </Button>
            <Button size="md" variant="subtle" onClick={onOtherAddress}>
              {t('selfService.otherEmail')}
            </Button>
          </>
        }
      >
        <PublicFields>
          <TextInput
            {...shell.field('passcode')}
            size="md"
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
          />
        </PublicFields>
      </PublicForm>
    </PublicPage>
  );
}
