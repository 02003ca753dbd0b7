/** How many rows match, and where counting ended before that, the way to count them all. */
import { Loader } from '@mantine/core';
import { useEffect } from 'react';
import type { WholeCount } from '../../api/query.ts';
import { showProblem } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import type { Total } from './paging.ts';
import css from './filters.module.css';

/** "128 accounts", or "More than 10,000 accounts". */
export function useCountText(count: (total: number) => string): (total: Total) => string {
  const t = useText();
  return (total) => (total.exact ? count(total.count) : t('list.moreThan', { count: count(total.count) }));
}

export function ListCount({ text, exact, whole }: { text: string; exact: boolean; whole: WholeCount | undefined }) {
  const t = useText();
  const failure = whole?.failure ?? null;
  useEffect(() => {
    if (failure) showProblem(failure);
  }, [failure]);
  return (
    <span className={css.count} data-open={exact ? undefined : true}>
      {text}
      {!exact && whole && (
        <button
          type="button"
          className={css.countAll}
          aria-disabled={whole.counting || undefined}
          onClick={() => whole.counting || whole.ask()}
        >
          {whole.counting && <Loader size={12} color="currentColor" aria-hidden />}
          {t(whole.counting ? 'list.counting' : 'list.countAll')}
        </button>
      )}
    </span>
  );
}
