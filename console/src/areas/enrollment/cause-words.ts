/** The words for whatever stopped the way to a certificate: the platform's, the device's or the assistant's. */
import { Failure } from '../../api/failure.ts';
import { problemText } from '../../api/show-problem.ts';
import { t } from '../../i18n/text.ts';
import { assistantProblemText } from '../../shell/assistant/problem-text.ts';
import { NotOnDevice } from './on-device.ts';

export function causeText(cause: unknown): string {
  if (cause instanceof Failure) return problemText(cause);
  return cause instanceof NotOnDevice ? t('enrollment.notOnDevice') : assistantProblemText(cause);
}
