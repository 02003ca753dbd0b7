/** The steps of the first setup, in order (S-152). */
import { useText } from '../../i18n/text.ts';

export function useSetupSteps(): string[] {
  const t = useText();
  return [t('setup.step.license'), t('setup.step.administrator'), t('setup.step.signIn')];
}
