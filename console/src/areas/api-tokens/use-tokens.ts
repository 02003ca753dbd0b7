import { useState } from 'react';
import { useApiList } from '../../api/query.ts';

/** How many show at first, and how many more with each click. */
export const STEP = 20;

/** The tokens of somebody, as many as are shown. */
export function useTokens(userId: string) {
  const [limit, setLimit] = useState(STEP);
  const query = useApiList('GET /account/ui-api/v1/api-access-token', { query: { user_id: userId, limit } });
  return { query, onMore: () => setLimit(limit + STEP) };
}
