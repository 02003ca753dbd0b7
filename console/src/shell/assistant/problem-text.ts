/** What the assistant refused, in the words of the person's language. */
import { TimedOut } from '../../assistant/times.ts';
import { AssistantProblem } from '../../assistant/session.ts';
import { isTextKey, t } from '../../i18n/text.ts';

/** The sentence for a status of the assistant; one that a newer assistant has is named by its code. */
export function statusText(status: string): string {
  const key = `assistant.problem.${status}`;
  return isTextKey(key) ? t(key) : t('assistant.problem.OTHER', { status });
}

/** The sentence for what `assistant.ask` threw. */
export function assistantProblemText(thrown: unknown): string {
  if (thrown instanceof AssistantProblem) return statusText(thrown.status);
  if (thrown instanceof TimedOut) return t('assistant.problem.NO_ANSWER');
  return t('assistant.not_running.title');
}

/** What stands under the field of a PIN rather than over the page (S-409, S-410). */
const OF_PIN = new Set([
  'CKR_PIN_INCORRECT',
  'CKR_ARGUMENTS_BAD',
  'CKR_PIN_LOCKED',
  'CKR_USER_PIN_NOT_INITIALIZED',
  'PIN_DELAYED',
]);

/** Whether it is about the new PIN, and not that by which the person is known. */
export const isOfNewPin = (thrown: unknown): boolean =>
  thrown instanceof AssistantProblem && 'new_pin' in thrown.fields;

/** The sentence where it is about the PIN that was typed; else null. */
export const pinProblemText = (thrown: unknown): string | null =>
  thrown instanceof AssistantProblem && OF_PIN.has(thrown.status) ? statusText(thrown.status) : null;
