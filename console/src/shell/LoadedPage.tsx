/** A page that needs a record before it can show anything of its own, such as a form: busy, failed and not found are said here. */
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import type { Failure } from '../api/failure.ts';
import { problemText } from '../api/show-problem.ts';
import { useText } from '../i18n/text.ts';
import { Busy } from '../ui/Busy.tsx';
import { Failed } from '../ui/Failed.tsx';
import { NotFoundBody } from './NotFound.tsx';

type Props<T> = {
  /** From useApiAnew. */
  query: UseQueryResult<T, Failure>;
  /** Called with the record as it was read first; a later reading does not replace what somebody is editing. */
  children: (record: T) => ReactNode;
};

export function LoadedPage<T>({ query, children }: Props<T>) {
  const t = useText();
  const { data, error, isFetchedAfterMount } = query;
  const [record, setRecord] = useState<T>();
  // What the cache still had may be old: a form begins with what holds now.
  useEffect(() => {
    if (record === undefined && data !== undefined && isFetchedAfterMount) setRecord(data);
  }, [record, data, isFetchedAfterMount]);
  // Somebody may delete the record while it is edited: then there is nothing left to save.
  if (error?.httpStatus === 404 || (error?.httpStatus === 400 && record === undefined)) return <NotFoundBody />;
  if (error && record === undefined) return <Failed level={1} title={t('page.failed')} message={problemText(error)} correlationId={error.correlationId} onRetry={() => void query.refetch()} />;
  if (record === undefined) return <Busy />;
  return children(record);
}
