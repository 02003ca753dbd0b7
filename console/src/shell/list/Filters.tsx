/** The filter row: a text filter, what is chosen as chips, more to add, and the count. */
import { Button, CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import { AddFilter } from './AddFilter.tsx';
import { ColumnsMenu, type Choosable } from './ColumnsMenu.tsx';
import { FilterChip } from './FilterChip.tsx';
import type { FilterSpec, TextSearch } from './filter-spec.ts';
import type { List } from './list-state.ts';
import { leaveToFilters } from './popover-focus.ts';
import { SaveFilter } from './SaveFilter.tsx';
import { SortChip } from './SortChip.tsx';
import css from './filters.module.css';

type Props<F extends string> = {
  list: List<F>;
  search: TextSearch<F> | undefined;
  filters: readonly FilterSpec<F>[];
  columns: readonly (Choosable & { sort?: string })[];
  count: ReactNode;
  onSelectAll: (() => void) | null;
  /** Stands here on small screens. */ exportButton: ReactNode;
};

export function Filters<F extends string>({
  list,
  search,
  filters,
  columns,
  count,
  onSelectAll,
  exportButton,
}: Props<F>) {
  const t = useText();
  const chosen = filters.filter((filter) => list.filters[filter.name] !== undefined);
  return (
    <div className={css.filters} role="search" aria-label={t('list.filters')}>
      {search && <SearchField list={list} {...search} />}
      {chosen.map((filter) => (
        <FilterChip key={filter.name} list={list} filter={filter} />
      ))}
      {filters.length > chosen.length && (
        <AddFilter list={list} filters={filters.filter((filter) => !chosen.includes(filter))} />
      )}
      {columns.some((column) => column.sort !== undefined) && (
        <SortChip columns={columns} sort={list.sort} onSort={list.setSort} />
      )}
      {onSelectAll && (
        <button type="button" className={`only-small ${css.chip} ${css.sortChip}`} onClick={onSelectAll}>
          {t('list.selectAllShort')}
        </button>
      )}
      {exportButton}
      {list.filtered && (
        <Button
          className={css.clear ?? ''}
          variant="subtle"
          color="gray"
          c="var(--sg-text-2)"
          onClick={(event) => {
            leaveToFilters(event.currentTarget);
            list.clearFilters();
          }}
        >
          {t('list.clearAll')}
        </Button>
      )}
      <SaveFilter list={list} />
      <div className={css.end}>
        {count}
        {columns.length > 1 && <ColumnsMenu list={list} columns={columns} />}
      </div>
    </div>
  );
}

function SearchField<F extends string>({ list, name, label, max }: { list: List<F> } & TextSearch<F>) {
  const t = useText();
  const inForce = list.filters[name] ?? '';
  const [text, setText] = useState(inForce);
  const applied = useRef(inForce);
  useEffect(() => {
    // What this field applied itself has come back: by now the person may have typed on.
    if (applied.current === inForce) return;
    applied.current = inForce;
    setText(inForce);
  }, [inForce]);
  const apply = useDebouncedCallback((value: string) => {
    const newValue = value.trim();
    applied.current = newValue;
    if (newValue !== inForce)
      list.setFilters({ [name]: newValue === '' ? null : newValue } as Partial<Record<F, string | null>>, name);
  }, 250);
  const change = (value: string) => {
    setText(value);
    apply(value);
  };
  /** At once, and not as typing: Back brings the text again. */
  const clear = () => {
    apply.cancel();
    applied.current = '';
    setText('');
    if (inForce !== '') list.setFilters({ [name]: null } as Partial<Record<F, string | null>>);
  };
  return (
    <TextInput
      className={css.search ?? ''}
      wrapperProps={{ 'data-words': label }}
      size="xs"
      type="text"
      inputMode="search"
      data-list-filter
      maxLength={max}
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      leftSectionWidth={36}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      rightSection={text === '' ? null : <CloseButton size="xs" aria-label={t('list.clearSearch')} onClick={clear} />}
    />
  );
}
