/** A reason in the language of the moment. */
import { problemText } from '../../api/show-problem.ts';
import { useLocale } from '../../i18n/text.ts';
import { FieldError } from '../../ui/ErrorSummary.tsx';

type Words = { status: string; message?: string; params?: Record<string, string | number> | undefined };

/** Under a field: with its icon. */
export function ReasonText({ reason }: { reason: Words }) {
  return (
    <FieldError>
      <ReasonWords reason={reason} />
    </FieldError>
  );
}

export function ReasonWords({ reason }: { reason: Words }) {
  useLocale();
  return <>{problemText({ message: '', ...reason })}</>;
}
