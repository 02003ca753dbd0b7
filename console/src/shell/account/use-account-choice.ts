/** The accounts among which a person chooses: all that they may see, or those whose name holds what is sought. */
import { useDebouncedValue } from '@mantine/hooks';
import { folded } from '@signet/contract/folding';
import { LIMITS } from '@signet/contract/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';

/** How many a browser lays out in a moment. Where there are more, the list says so, and typing finds the others. */
const LAID_OUT = 1_000;
/** The value of the line that says so. */
const MORE = 'more';

type Asked = {
  /** What somebody looks for; empty: all. */ sought: string;
  /** Nobody waits for a long list that is never opened (S-248). */ isOpened: boolean;
  /** Offers accounts of this type alone. */ type?: 'partner' | undefined;
};

export function useAccountChoice({ sought, isOpened, type }: Asked) {
  const t = useText();
  const [name] = useDebouncedValue(sought, 200);
  const found = useQuery({
    ...queryOf('GET /account/ui-api/v1/customer', {
      query: { limit: LIMITS.largeListLimit, ...(type ? { type } : {}), ...(name ? { name } : {}) },
    }),
    enabled: isOpened,
    placeholderData: keepPreviousData,
  });
  // What is laid out already is narrowed with each key, so that nothing moves under the pointer when the answer comes.
  const known = found.data?.items ?? [];
  const isAnswered = name === sought && !found.isPlaceholderData;
  const part = isAnswered || known.length > LAID_OUT ? '' : folded(sought.trim());
  const items = part === '' ? known : known.filter((one) => folded(one.name).includes(part));
  const offered = items.slice(0, LAID_OUT);
  const count = items.length - offered.length;
  const values = new Set([...offered.map(({ id }) => id), MORE]);
  return {
    offered,
    /** Stands below them where there are more. */
    more: count > 0 ? [{ value: MORE, label: t('list.typeOn', { count }) }] : [],
    refuses: (value: string): boolean => value === MORE,
    isOffered: (value: string): boolean => values.has(value),
    isAnswered: name === sought && !found.isFetching,
    nothing: found.error ? problemText(found.error) : t(found.isFetching ? 'common.loading' : 'list.nothing'),
  };
}
