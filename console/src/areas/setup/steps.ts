/** The steps of the first setup, in order (S-152). */
import { useQueryClient } from '@tanstack/react-query';
import { asFailure } from '../../api/failure.ts';
import { paths } from '../../paths.ts';
import { licenseStatusQuery } from '../../session/license-gate.ts';
import { useGo } from '../../shell/routing/go.ts';
import { notify } from '../../shell/notices/notifications.ts';
import { useText } from '../../i18n/text.ts';

export function useSetupSteps(): string[] {
  const t = useText();
  return [t('setup.step.license'), t('setup.step.administrator'), t('setup.step.signIn')];
}

/**
 * Takes a step, learns how the platform stands, and goes on to `next`; to the sign-in where somebody else has finished
 * the setup meanwhile (S-153).
 */
export function useSetupStep(): (act: () => Promise<unknown>, next: string) => Promise<void> {
  const go = useGo();
  const cache = useQueryClient();
  return async (act, next) => {
    const late = await act().then(
      () => false,
      (thrown: unknown) => {
        if (asFailure(thrown).status !== 'SETUP_DONE') throw thrown;
        return true;
      },
    );
    await cache.fetchQuery({ ...licenseStatusQuery, staleTime: 0 });
    if (late) notify({ type: 'info', message: 'notifications.exceptions.SETUP_DONE', translateMessage: true });
    go(late ? paths.login() : next);
  };
}
