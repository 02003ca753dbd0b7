/** The tokens of somebody: busy, failed, or the table. */
import { Unread } from '../../shell/routing/Unread.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { TokenTable } from './TokenTable.tsx';
import type { useTokens } from './use-tokens.ts';

export function Tokens({ query, onMore }: ReturnType<typeof useTokens>) {
  const { data, error } = query;
  if (data) return <TokenTable list={data} busy={query.isPlaceholderData} onMore={onMore} />;
  if (!error) return <Busy />;
  return <Unread error={error} retry={query.refetch} />;
}
