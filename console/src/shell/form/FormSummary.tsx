/** The summary of a form's errors, after a submit that found some. */
import { useText } from '../../i18n/text.ts';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import type { FormShell } from './form-shell.ts';

export function FormSummary<V extends Record<string, unknown>>({ shell }: { shell: FormShell<V> }) {
  const t = useText();
  if (shell.attempt === 0 || shell.summary.length === 0) return null;
  return (
    <ErrorSummary
      title={t('form.checkFields', { count: shell.summary.length })}
      entries={shell.summary}
      attempt={shell.attempt}
    />
  );
}
