/** A page whose record has not been read: busy, not found or failed. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { Failure } from '../../api/failure.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { Busy } from '../../ui/Busy.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { NotFoundBody } from './NotFound.tsx';

export function UnreadPage({ query: { error, refetch } }: { query: UseQueryResult<unknown, Failure> }) {
  const t = useText();
  if (!error) return <Busy />;
  // A parameter of the address that is no id at all is answered with 400.
  if (error.httpStatus === 404 || error.httpStatus === 400) return <NotFoundBody />;
  return (
    <Failed
      level={1}
      title={t('page.failed')}
      message={problemText(error)}
      correlationId={error.correlationId}
      onRetry={() => void refetch()}
    />
  );
}
