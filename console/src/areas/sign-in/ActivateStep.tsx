/** The second step of an invitation for people who sign documents: they activate that, in their own name (S-258). */
import { Button } from '@mantine/core';
import { useText } from '../../i18n/text.ts';
import { usePageName } from '../../shell/navigation/crumbs.ts';
import { PublicForm } from '../../shell/public/PublicForm.tsx';
import { PublicPage } from '../../shell/public/PublicPage.tsx';
import type { FormShell } from '../../shell/form/form-shell.ts';
import type { Activation } from './use-link.ts';

/** The steps of an invitation with one more, in their order. */
export function useActivationSteps(): string[] {
  const t = useText();
  return [t('selfService.step.user'), t('verify.activate')];
}

type Props<V extends Record<string, unknown>> = {
  activation: Activation;
  /** Sends what was chosen in the step before as well. */
  shell: FormShell<V>;
  onBack: () => void;
};

export function ActivateStep<V extends Record<string, unknown>>({ activation, shell, onBack }: Props<V>) {
  const t = useText();
  const { name, account_name: account } = activation;
  usePageName(t('verify.activate.title'));
  return (
    <PublicPage
      title={t('verify.activate.title')}
      intro={
        account === null ? t('verify.activate.introAlone', { name }) : t('verify.activate.intro', { name, account })
      }
      steps={useActivationSteps()}
      step={2}
    >
      <PublicForm
        shell={shell}
        submit={t('verify.activate')}
        beside={
          <Button size="md" onClick={onBack}>
            {t('common.back')}
          </Button>
        }
      >
        <p>{t('verify.activate.meaning', { name })}</p>
      </PublicForm>
    </PublicPage>
  );
}
