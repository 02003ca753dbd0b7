/** A reason in the language of the moment. */
import { problemText } from '../../api/show-problem.ts';
import { useLocale } from '../../i18n/text.ts';
import { FieldError } from '../../ui/ErrorSummary.tsx';

/** What may stand under a field: a reason of the rules, or what the server answered. */
export type FieldReason = { status: string; message?: string; params?: Record<string, string | number> | undefined };

/** Under a field: with its icon. */
export function ReasonText({ reason }: { reason: FieldReason }) {
  return (
    <FieldError>
      <ReasonMessage reason={reason} />
    </FieldError>
  );
}

export function ReasonMessage({ reason }: { reason: FieldReason }) {
  useLocale();
  return <>{problemText({ message: '', ...reason })}</>;
}
