/**
 * A page that needs a record before it can show anything of its own, such as a form: busy, failed and not found are
 * said here.
 */
import type { UseQueryResult } from '@tanstack/react-query';
import { createContext, useEffect, useState, type ReactNode } from 'react';
import type { Failure } from '../../api/failure.ts';
import { UnreadPage } from '../routing/UnreadPage.tsx';

type Props<T> = {
  /** From useApiAnew. */
  query: UseQueryResult<T, Failure>;
  /** Called with the record as it was read first; a later reading does not replace what somebody is editing. */
  children: (record: T) => ReactNode;
};

/**
 * Whether the record of the page can't be found any more, since it was deleted or moved out of the person's sight: the
 * form says so, and saves no more.
 */
export const RecordMissing = createContext(false);

export function LoadedPage<T>({ query, children }: Props<T>) {
  const { data, error, isFetchedAfterMount } = query;
  const [record, setRecord] = useState<T>();
  // What the cache still had may be old: a form begins with what holds now.
  useEffect(() => {
    if (record === undefined && data !== undefined && isFetchedAfterMount) setRecord(data);
  }, [record, data, isFetchedAfterMount]);
  const missing = error?.httpStatus === 404;
  if (record === undefined) return <UnreadPage query={query} />;
  // Somebody may delete the record while it is edited: what was typed stays to be read and copied.
  return <RecordMissing value={missing}>{children(record)}</RecordMissing>;
}
