/** What stands where a part of a page could not be read: why, and the way to try again. */
import type { Failure } from '../../api/failure.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText, type TextKey } from '../../i18n/text.ts';
import { Failed } from '../../ui/Failed.tsx';

type Props = { error: Failure; retry: () => unknown; title?: TextKey; level?: 1 | 2 };

/** `level` 1 where this is the whole page. */
export function Unread({ error, retry, title = 'list.failed', level = 2 }: Props) {
  const t = useText();
  return (
    <Failed
      level={level}
      title={t(title)}
      message={problemText(error)}
      correlationId={error.correlationId}
      onRetry={() => void retry()}
    />
  );
}
