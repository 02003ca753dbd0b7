/** A page whose record has not been read: busy, not found or failed. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { Failure } from '../../api/failure.ts';
import { Busy } from '../../ui/Busy.tsx';
import { NotFoundBody } from './NotFound.tsx';
import { Unread } from './Unread.tsx';

export function UnreadPage({ query: { error, refetch } }: { query: UseQueryResult<unknown, Failure> }) {
  if (!error) return <Busy />;
  // A parameter of the address that is no id at all is answered with 400.
  if (error.httpStatus === 404 || error.httpStatus === 400) return <NotFoundBody record />;
  return <Unread level={1} title="page.failed" error={error} retry={refetch} />;
}
