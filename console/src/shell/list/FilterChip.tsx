/** A filter in force: its name and value open it for change, the cross takes it away. */
import { Popover } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { escapeWhileOpening } from '../keyboard/escape-while-opening.ts';
import { useText } from '../../i18n/text.ts';
import { useDateFormat } from '../../session/profile.ts';
import { FilterValue } from './FilterValue.tsx';
import type { FilterSpec } from './filter-spec.ts';
import type { List } from './list-state.ts';
import { closesOnEscape, FILTER_POPOVER, leaveToFilters } from './popover-focus.ts';
import css from './filters.module.css';

export function FilterChip<F extends string>({ list, filter }: { list: List<F>; filter: FilterSpec<F> }) {
  const t = useText();
  const date = useDateFormat();
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const value = list.filters[filter.name] ?? '';
  const valueText =
    filter.choices?.find((choice) => choice.value === value)?.label ??
    filter.valueText?.(value) ??
    (filter.kind === 'day' ? date(value) : value);
  const set = (newValue: string | null) =>
    list.setFilters({ [filter.name]: newValue } as Partial<Record<F, string | null>>);
  return (
    <span className={css.chip}>
      <Popover opened={opened} onChange={setOpened} {...FILTER_POPOVER}>
        <Popover.Target>
          <button
            ref={button}
            type="button"
            className={css.value}
            aria-expanded={opened}
            title={t('list.changeFilter', { name: filter.label })}
            onKeyDown={escapeWhileOpening}
            onClick={() => setOpened(!opened)}
          >
            <span>{filter.label} </span>
            <b className="cut">{valueText}</b>
          </button>
        </Popover.Target>
        <Popover.Dropdown p={4} aria-label={filter.label} onKeyDownCapture={closesOnEscape(() => setOpened(false))}>
          <FilterValue
            filter={filter}
            button={button}
            value={value}
            onApply={(newValue) => {
              setOpened(false);
              set(newValue);
            }}
            onAll={() => {
              leaveToFilters(button.current);
              set(null);
            }}
          />
        </Popover.Dropdown>
      </Popover>
      <button
        type="button"
        className={css.away}
        aria-label={t('list.removeFilter', { name: filter.label })}
        title={t('list.removeFilter', { name: filter.label })}
        onClick={(event) => {
          leaveToFilters(event.currentTarget);
          set(null);
        }}
      >
        <IconX size={13} stroke={1.75} aria-hidden />
      </button>
    </span>
  );
}
