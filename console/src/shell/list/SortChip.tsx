/** The sort of a list on small screens, where the table has no head to click. */
import { Popover } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { escapeWhileOpening } from '../keyboard/escape-while-opening.ts';
import { useText } from '../../i18n/text.ts';
import { FilterOption, FilterOptions } from './FilterValue.tsx';
import type { SortTerm } from './list-state.ts';
import css from './filters.module.css';

type Props = {
  columns: readonly { head: string; sort?: string }[];
  sort: readonly SortTerm[];
  onSort: (column: string) => void;
};

export function SortChip({ columns, sort, onSort }: Props) {
  const t = useText();
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const [column, direction] = (sort[0] ?? '').split(':');
  const head = columns.find((one) => one.sort === column)?.head ?? '';
  const Arrow = direction === 'desc' ? IconArrowDown : IconArrowUp;
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus shadow="md" radius="md">
      <Popover.Target>
        <button
          ref={button}
          type="button"
          className={`only-small ${css.chip} ${css.sortChip}`}
          aria-expanded={opened}
          onKeyDown={escapeWhileOpening}
          onClick={() => setOpened(!opened)}
        >
          <span>{t('list.sortedBy')}</span> <b>{head}</b>
          <Arrow
            size={13}
            stroke={1.75}
            role="img"
            aria-label={t(direction === 'desc' ? 'list.descending' : 'list.ascending')}
          />
        </button>
      </Popover.Target>
      <Popover.Dropdown p={4} aria-label={t('list.sortedBy')}>
        <FilterOptions button={button}>
          {columns.map(
            (one) =>
              one.sort !== undefined && (
                <FilterOption
                  key={one.sort}
                  label={one.head}
                  chosen={one.sort === column}
                  onChoose={() => onSort(one.sort ?? '')}
                />
              ),
          )}
        </FilterOptions>
      </Popover.Dropdown>
    </Popover>
  );
}
