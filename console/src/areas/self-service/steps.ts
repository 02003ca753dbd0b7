import { useText } from '../../i18n/text.ts';

/** The steps of making a user, in their order. */
export function useSelfServiceSteps(): string[] {
  const t = useText();
  return [t('selfService.step.email'), t('selfService.step.passcode'), t('selfService.step.user')];
}
