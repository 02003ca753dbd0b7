/** The one place that decides where a failure appears: under its field, else as an error notice. */
import { isPayloadDate } from '@signet/contract/dates';
import { paramsInWords } from '@signet/contract/problem-words';
import { isTextKey, t, type TextKey } from '../i18n/text.ts';
import { formatDate } from '../session/profile.ts';
import { notify } from '../shell/notices/notifications.ts';
import { asFailure, endOf, type Failure, type FailureFields } from './failure.ts';

/** Text key of a problem status; null where the console has none. Over-long input has a key of its own (S-400). */
export function exceptionKey(status: string): TextKey | null {
  if (status === 'MAX_LENGTH') return 'notifications.errors.maxLengthError';
  const key = `notifications.exceptions.${status}`;
  return isTextKey(key) ? key : null;
}

/**
 * The words for a failure: the translation of its status, or of its message used as a status, else the server's
 * message, else the generic text (S-398, S-399).
 */
export function problemText(failure: {
  status: string;
  message: string;
  params?: Failure['params'] | undefined;
}): string {
  const key = exceptionKey(failure.status) ?? exceptionKey(failure.message);
  if (key) return t(key, failure.params && inWords(failure.params));
  return failure.message || t('notifications.errors.genericError');
}

/** Among the values of a text, days are shown as the person reads days (S-414), and codes by their names. */
function inWords(params: Failure['params']): Failure['params'] {
  const named = paramsInWords(params, (key) => (isTextKey(key) ? t(key) : null));
  return Object.fromEntries(
    Object.entries(named).map(([name, value]) => [
      name,
      typeof value === 'string' && isPayloadDate(value) ? formatDate(value) : value,
    ]),
  );
}

/** A call that was taken back on purpose is no failure to show. */
function isAbort(thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name === 'AbortError';
}

/**
 * Shows a failure. Fields that the form knows are handed to `showField`; whatever is left becomes a notice, which goes
 * when `attempt` is made again.
 * A 401 shows nothing here: the session has ended and the sign-in page says so.
 */
export function showProblem(
  thrown: unknown,
  form?: { fields: readonly string[]; showField(field: string, problem: FailureFields[string]): void },
  attempt: string | null = null,
): void {
  if (isAbort(thrown)) return;
  const failure = asFailure(thrown);
  if (['UNAUTHORIZED', 'NOT_SIGNED_IN'].includes(failure.status)) return;
  // So have its accounts or the license: a page says so.
  if (['account-ended', 'license-ended'].includes(endOf(failure) ?? '')) return;
  const named = Object.entries(failure.fields);
  const known = form ? named.filter(([field]) => form.fields.includes(field)) : [];
  for (const [field, problem] of known) form?.showField(field, problem);
  if (known.length > 0 && known.length === named.length) return;
  // An act without a form has no fields that a person could look for: what the failure says as a whole is enough.
  const isSaid = form === undefined && named.some(([, { status }]) => status === failure.status);
  const stray = (isSaid ? [] : named)
    .filter((entry) => !known.includes(entry))
    .map(([field, problem]) => `${field}: ${problemText(problem)}`);
  notify({
    type: 'error',
    title: t('notifications.title.error'),
    message: stray.length > 0 ? stray.join(' ') : problemText(failure),
    correlationId: failure.correlationId,
    attempt,
  });
}
