import { useState } from 'react';
import { useApiList } from '../../api/query.ts';
import { LIST, type Owner } from './calls.ts';

/** How many show at first, and how many more with each click. */
export const STEP = 20;

/** The certificates of somebody, as many as are shown. */
export function useCertificates({ kind, id }: Owner) {
  const [limit, setLimit] = useState(STEP);
  const query = useApiList(LIST[kind], { params: { id }, query: { limit } });
  return { query, onMore: () => setLimit(limit + STEP) };
}
