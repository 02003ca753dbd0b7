/** What the assistant refused, in the words of the person's language. */
import { Failure } from '../../api/failure.ts';
import { problemText } from '../../api/show-problem.ts';
import { NotConnected } from '../../assistant/connector.ts';
import { DoorRefused } from '../../assistant/door.ts';
import { AssistantProblem, SessionLost } from '../../assistant/session.ts';
import { TimedOut } from '../../assistant/times.ts';
import { isTextKey, t } from '../../i18n/text.ts';

/** The sentence for a status of the assistant; one that a newer assistant has is named by its code. */
export function statusText(status: string): string {
  const key = `assistant.problem.${status}`;
  return isTextKey(key) ? t(key) : t('assistant.problem.OTHER', { status });
}

/** The sentence for what `assistant.ask` threw, or the platform where it is asked as well. */
export function assistantProblemText(thrown: unknown): string {
  if (thrown instanceof Failure) return problemText(thrown);
  if (thrown instanceof AssistantProblem || thrown instanceof DoorRefused || thrown instanceof SessionLost)
    return statusText(thrown.status);
  if (thrown instanceof TimedOut) return t('assistant.problem.NO_ANSWER');
  if (thrown instanceof NotConnected) return t(`assistant.${thrown.trouble?.kind ?? 'not_running'}.title`);
  // All that a browser says where nobody answers.
  if (thrown instanceof TypeError) return t('assistant.not_running.title');
  return t('assistant.problem.ANSWER_LOST');
}

/** The code of what the assistant refused; null where it was not the one to refuse. */
export const statusOf = (thrown: unknown): string | null => (thrown instanceof AssistantProblem ? thrown.status : null);

/** Which parts of what was sent the assistant refused. */
export const fieldsOf = (thrown: unknown): readonly string[] =>
  thrown instanceof AssistantProblem ? Object.keys(thrown.fields) : [];

/** What is about a PIN, and stands under its field rather than over the page (S-409, S-410). */
const OF_PIN = new Set([
  'CKR_PIN_INCORRECT',
  'CKR_ARGUMENTS_BAD',
  'CKR_PIN_LEN_RANGE',
  'CKR_PIN_LOCKED',
  'RESET_PIN_LOCKED',
  'CKR_USER_PIN_NOT_INITIALIZED',
  'PIN_DELAYED',
]);

/** Which PIN was refused: the new one where the assistant names it, else the present one; null for all else. */
export function refusedPin(thrown: unknown): 'pin' | 'new_pin' | null {
  if (!(thrown instanceof AssistantProblem)) return null;
  if ('new_pin' in thrown.fields) return 'new_pin';
  return OF_PIN.has(thrown.status) ? 'pin' : null;
}
