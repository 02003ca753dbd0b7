/**
 * The person's saved filters as tabs over the list, the list's own first; the one in force can be renamed and deleted.
 */
import type { SavedFilter } from '@signet/contract/areas/list-settings';
import { useQueries } from '@tanstack/react-query';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { ConfirmDialog } from '../confirm/ConfirmDialog.tsx';
import { RowActions } from '../record/RowActions.tsx';
import { FilterNameDialog } from './FilterNameDialog.tsx';
import type { List, View } from './list-state.ts';
import type { ListAnswer } from './paging.ts';
import { isNamed, isSameView, renamed, without } from './saved-filters.ts';
import css from './saved.module.css';

/** The key begins with the endpoint's name, as everywhere, so that a change of its rows counts them again. */
export type TotalOf = (filters: Readonly<Record<string, string>>) => {
  queryKey: readonly [string, ...unknown[]];
  queryFn: (context: { signal: AbortSignal }) => Promise<ListAnswer>;
};

type Props<F extends string> = {
  list: List<F>;
  /** What everybody is offered beside the list's own. */
  views: readonly (View & { name: string })[];
  saved: readonly SavedFilter[];
  plainName: string;
  totalOf: TotalOf | undefined;
};

export function SavedFilters<F extends string>({ list, views, saved, plainName, totalOf }: Props<F>) {
  const t = useText();
  const [named, setNamed] = useState<SavedFilter | null>(null);
  const [deleting, setDeleting] = useState<SavedFilter | null>(null);
  const tabs = [
    ...[{ ...list.plain, name: plainName }, ...views].map((one) => ({ ...one, own: false })),
    ...saved.map((one) => ({ ...one, own: true })),
  ].map((tab) => ({ tab, shown: list.asShown(tab) }));
  const totals = useTotals(
    tabs.map(({ shown }) => shown.filters),
    totalOf,
  );
  return (
    <nav className={css.tabs} aria-label={t('list.savedFilters')}>
      <ul>
        {tabs.map(({ tab, shown }, index) => {
          const current = isSameView(shown, list.present);
          const total = totals[index];
          return (
            <li key={`${tab.own} ${tab.name}`} data-current={current || undefined}>
              <button type="button" aria-current={current || undefined} onClick={() => list.show(tab)}>
                <span className="cut" title={tab.name}>
                  {tab.name}
                </span>
                {total && (
                  <span className={css.count}>
                    {total.total_exact === false
                      ? t('list.totalMore', { total: total.total })
                      : t('list.total', { total: total.total })}
                  </span>
                )}
              </button>
              {current && tab.own && (
                <RowActions
                  label={t('list.actionsFor', { name: tab.name })}
                  actions={[
                    { label: t('list.renameFilter'), icon: IconPencil, act: () => setNamed(tab) },
                    {
                      label: t('list.deleteFilter'),
                      icon: IconTrash,
                      danger: true,
                      act: () => setDeleting(tab),
                    },
                  ]}
                />
              )}
            </li>
          );
        })}
      </ul>
      <FilterNameDialog
        key={named?.name ?? ''}
        opened={named !== null}
        title={t('list.renameFilter')}
        act={t('list.renameFilter')}
        name={named?.name ?? ''}
        taken={(name) => saved.some((one) => one.name !== named?.name && isNamed(name)(one))}
        onName={(name) => named && list.changeSaved((those) => renamed(those, named.name, name))}
        onClose={() => setNamed(null)}
      />
      <ConfirmDialog
        opened={deleting !== null}
        title={t('list.deleteFilterTitle', { name: deleting?.name ?? '' })}
        act={t('list.deleteFilter')}
        danger
        onConfirm={() => {
          if (deleting) list.changeSaved((those) => without(those, deleting.name));
          setDeleting(null);
        }}
        onClose={() => setDeleting(null)}
      >
        {t('list.deleteFilterBody')}
      </ConfirmDialog>
    </nav>
  );
}

/** The total of each of these; what finds the same is asked once. */
function useTotals(
  views: readonly View['filters'][],
  totalOf: TotalOf | undefined,
): readonly (ListAnswer | undefined)[] {
  const asked = (totalOf ? views.map(totalOf) : []).map((query) => ({ query, key: JSON.stringify(query.queryKey) }));
  const keys = [...new Set(asked.map(({ key }) => key))];
  const queries = keys.flatMap((key) => asked.find((one) => one.key === key)?.query ?? []);
  const answers = useQueries({ queries });
  return asked.map(({ key }) => answers[keys.indexOf(key)]?.data);
}
