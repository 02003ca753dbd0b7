/** The words for whatever stopped the way to a certificate: the platform's, the device's or the assistant's. */
import { t } from '../../i18n/text.ts';
import { assistantProblemText } from '../../shell/assistant/problem-text.ts';
import { NoOldKey, NotOnDevice, OldKeyInTheWay } from './on-device.ts';

export function causeText(cause: unknown): string {
  if (cause instanceof NoOldKey) return t('enrollment.noOldKey');
  if (cause instanceof OldKeyInTheWay) return t('enrollment.oldInTheWay');
  return cause instanceof NotOnDevice ? t('enrollment.notOnDevice') : assistantProblemText(cause);
}
