/** Chooses a filter, then its value. */
import { Popover } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { escapeWhileOpening } from '../keyboard/escape-while-opening.ts';
import { useText } from '../../i18n/text.ts';
import { FilterOption, FilterOptions, FilterValue } from './FilterValue.tsx';
import type { FilterSpec } from './filter-spec.ts';
import type { List } from './list-state.ts';
import { closesOnEscape, FILTER_POPOVER } from './popover-focus.ts';
import css from './filters.module.css';

export function AddFilter<F extends string>({ list, filters }: { list: List<F>; filters: readonly FilterSpec<F>[] }) {
  const t = useText();
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const [name, setName] = useState<F | null>(null);
  const filter = filters.find((one) => one.name === name) ?? null;
  const open = (yes: boolean) => {
    setOpened(yes);
    setName(null);
  };
  const choose = (chosen: F, value: string) => {
    open(false);
    list.setFilters({ [chosen]: value } as Partial<Record<F, string>>);
  };
  return (
    <Popover opened={opened} onChange={open} {...FILTER_POPOVER}>
      <Popover.Target>
        <button
          ref={button}
          type="button"
          className={`${css.chip} ${css.add}`}
          aria-expanded={opened}
          onKeyDown={escapeWhileOpening}
          onClick={() => open(!opened)}
        >
          <IconPlus size={13} stroke={1.75} aria-hidden />
          {t('list.addFilter')}
        </button>
      </Popover.Target>
      <Popover.Dropdown
        p={4}
        aria-label={filter?.label ?? t('list.addFilter')}
        onKeyDownCapture={closesOnEscape(() => open(false))}
      >
        {!filter && (
          <FilterOptions button={button}>
            {filters.map((one) => (
              <FilterOption key={one.name} label={one.label} onChoose={() => setName(one.name)} />
            ))}
          </FilterOptions>
        )}
        {filter && (
          <FilterValue filter={filter} button={button} value="" onApply={(value) => choose(filter.name, value)} />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
